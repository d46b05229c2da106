package programs

import "testing"

func TestByMode(t *testing.T) {
	for mode, want := range map[string]string{
		"755": Kept, "0700": Kept, "2775": Kept, "0o711": Kept, "600": Lost, "0": Lost, "000": Lost, "77": Lost, "4": Lost, "500": Lost,
		"u+x": Kept, "+x": Kept, "go-rwx": Kept, "g=,o=": Kept, "a=rwX": Kept, "u=rwx,go=": Kept, "u-x,u+x": Kept, "u=,u+rwx": Kept, "u+s": Kept, "+t": Kept,
		"u-x": Lost, "-w": Lost, "a-r": Lost, "ugo=": Lost, "=": Lost, "u=rw": Lost, "go-w,u-w": Lost, "u+r-w": Lost,
		"a-x,a+X": Unrun, "ugo-x,ugo+X": Unrun, "a-x+X": Unrun, "u=rw,go=r,a+X": Unrun, "u-x,a+X": Kept, "go-x,u=rwX": Kept, "-x,+X,u+x": Kept, "-x": Lost,
		"u=g": "", "x": "", "": "", "888": "", "u~x": "",
	} {
		if found := ByMode(Word{Text: mode, Known: true}); found != want {
			t.Errorf("%q: found %q, want %q", mode, found, want)
		}
	}
	if found := ByMode(Word{Text: "$M"}); found != "" {
		t.Errorf("of a mode that is not known found %q, want none", found)
	}
}

// Each way of giving rights to programs says which ones remain to the owner, who is u.
func TestRights(t *testing.T) {
	for line, want := range map[string]string{
		"chmod 0 d": Lost, "chmod -R u+w d": Kept, "chmod -x d": Lost, "chmod -- -x d": Lost, "chmod -s d": Kept, "chmod --reference=e d": "",
		"chown nobody d": Lost, "chown u d": Kept, "chown u:g d": Kept, "chown :g d": Kept, "chown 0:0 d": Lost, "chown 1000 d": "", "chown --reference=e d": "",
		"chgrp g d":            Kept,
		"setfacl -m u:u:0 d":   Lost,
		"setfacl -m u::r-- d":  Lost,
		"setfacl -m u::rwX d":  Kept,
		"setfacl -m u:w:rx d":  Kept,
		"setfacl -m d:u:u:- d": Lost,
		"setfacl -m u:12:0 d":  Lost,
		"setfacl --set g::0 d": Kept,
		"setfacl -b d":         Kept,
		"setfacl -M f d":       "",
		"chattr +i d":          Lost, "chattr =a d": Lost, "chattr +c d": Kept,
		"chflags uchg d": Lost, "chflags nouchg d": Kept, "chflags hidden d": Kept,
		"restorecon d": Kept,
		"umount d":     "",
	} {
		c := Split(plain(line))
		writes := c.Touch(Surroundings{Site: Site{Dir: "/w", Home: "/h/u"}}).Writes
		if len(writes) != 1 || writes[0].Path != "/w/d" || writes[0].Rights != want {
			t.Errorf("%s: found %+v, want d with rights %q", line, writes, want)
		}
	}
}
