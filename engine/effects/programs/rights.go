package programs

import (
	"cmp"
	"strings"
)

// What a change of rights leaves to a folder's owner; "" if that isn't known.
const (
	Kept  = "kept"  // they may still read, change and enter it
	Unrun = "unrun" // that, too, but files below it that could be run can't
	Lost  = "lost"  // they may not, or it is somebody else's
)

// rights returns what the command leaves to the owner of a folder whose rights it changes. The
// stanza says how the command is given the new rights.
func (t *toucher) rights() string {
	if t.stands && t.program.rights != "acl" && !t.Has("r", "w", "x", "X", "s", "t") { // --reference
		return ""
	}
	first := Word{Known: true}
	if own := t.Own(); len(own) > 0 {
		first = own[0]
	}
	switch t.program.rights {
	case "mode":
		if t.stands { // chmod -x
			return lostIf(t.Has("r", "w", "x", "X"))
		}
		return ByMode(first)
	case "owner":
		return t.byOwner(first)
	case "acl":
		return t.byEntries()
	case "attributes":
		return byAttributes(first)
	case "kept":
		return Kept
	}
	return ""
}

func lostIf(lost bool) string {
	if lost {
		return Lost
	}
	return Kept
}

// ByMode returns what a mode of chmod, in octal digits or letters, leaves to the owner of a folder
// and the files below, who had all rights: Kept, Unrun, Lost, or "" if that isn't known.
func ByMode(w Word) string {
	if !w.Known || w.Text == "" {
		return ""
	}
	if digits := strings.TrimPrefix(w.Text, "0o"); strings.Trim(digits, "01234567") == "" {
		owner := byte('0')
		if n := len(digits); n >= 3 {
			owner = digits[n-3]
		}
		return lostIf(owner != '7')
	}
	left, run := "rwx", "ugo"
	for clause := range strings.SplitSeq(w.Text, ",") {
		i := strings.IndexAny(clause, "+-=")
		if i < 0 || strings.Trim(clause[:i], "ugoa") != "" {
			return ""
		}
		who := clause[:i]
		if who == "" || strings.Contains(who, "a") {
			who = "ugo"
		}
		for rest := clause[i:]; rest != ""; {
			what := rest[1:]
			if end := strings.IndexAny(what, "+-="); end >= 0 {
				what = what[:end]
			}
			if strings.Trim(what, "rwxXst") != "" { // the rights of another class: g=u
				return ""
			}
			run = runBy(run, who, rest[0], what)
			if strings.Contains(who, "u") {
				left = changed(left, rest[0], strings.ReplaceAll(what, "X", "x"))
			}
			rest = rest[1+len(what):]
		}
	}
	if is := lostIf(strings.Trim("rwx", left) != ""); is == Lost || strings.Contains(run, "u") {
		return is
	}
	return Unrun
}

// runBy returns those of the classes u, g and o who may run a file after one change of a mode. X is
// about a file that any of them may run by then (chmod(1)).
func runBy(run, who string, how byte, what string) string {
	x := strings.Contains(what, "x") || strings.Contains(what, "X") && run != ""
	switch {
	case how == '+' && x:
		return run + who
	case how == '-' && x, how == '=' && !x:
		return changed(run, '-', who)
	case how == '=':
		return changed(run, '-', who) + who
	}
	return run
}

// changed returns rights with more (+), without some (-), or those alone (=).
func changed(rights string, how byte, what string) string {
	switch how {
	case '+':
		return rights + what
	case '-':
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(what, r) {
				return -1
			}
			return r
		}, rights)
	}
	return what
}

// byOwner returns what chown leaves. The user is the one that USER or the home folder names.
func (t *toucher) byOwner(w Word) string {
	owner, _, _ := strings.Cut(w.Text, ":")
	switch {
	case owner == "" && w.Known, owner == "${USER}", owner == "${LOGNAME}", t.isOwner(owner):
		return Kept
	case owner != "0" && strings.Trim(owner, "0123456789") == "", strings.ContainsAny(owner, "$"):
		return ""
	}
	return Lost
}

func (t *toucher) isOwner(name string) bool {
	return name != "" && (name == t.around.variable("USER").Text || name == base(t.site.Home))
}

// byEntries returns what setfacl leaves, by the entries of its flags: user:NAME:rwx.
func (t *toucher) byEntries() string {
	left := ""
	for _, f := range t.Flags {
		switch f.Name {
		case "remove", "remove-all", "remove-default":
			left = cmp.Or(left, Kept)
		case "modify", "set":
			if !f.Value.Known {
				return ""
			}
			for entry := range strings.SplitSeq(f.Value.Text, ",") {
				if t.denies(entry) {
					return Lost
				}
			}
			left = Kept
		}
	}
	return left
}

// denies reports whether an entry is the owner's and lacks a right.
func (t *toucher) denies(entry string) bool {
	entry = strings.TrimPrefix(strings.TrimPrefix(entry, "default:"), "d:")
	parts := strings.Split(entry, ":")
	if len(parts) < 3 || parts[0] != "u" && parts[0] != "user" {
		return false
	}
	owner := parts[1] == "" || t.isOwner(parts[1]) || strings.Trim(parts[1], "0123456789") == ""
	all := parts[2] == "7" || strings.ContainsRune(parts[2], 'r') && strings.ContainsRune(parts[2], 'w') && strings.ContainsAny(parts[2], "xX")
	return owner && !all
}

// byAttributes returns what chattr and chflags leave: a folder that can't be changed, or only be
// added to, is lost.
func byAttributes(w Word) string {
	switch {
	case !w.Known || w.Text == "":
		return ""
	case strings.ContainsRune("+=", rune(w.Text[0])):
		return lostIf(strings.ContainsAny(w.Text, "ai"))
	}
	for name := range strings.SplitSeq(w.Text, ",") {
		if !strings.HasPrefix(name, "no") && (strings.HasSuffix(name, "chg") || strings.HasSuffix(name, "change") || strings.HasSuffix(name, "immutable") ||
			strings.HasSuffix(name, "append") || strings.HasSuffix(name, "appnd")) {
			return Lost
		}
	}
	return Kept
}
