//go:build unix

package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// grounds returns a folder that everybody may read, with a project in it.
func grounds(t *testing.T) (top, project string) {
	t.Helper()
	top = t.TempDir()
	project = filepath.Join(top, "project")
	err := errors.Join(os.Chmod(filepath.Dir(top), 0o755), os.Chmod(top, 0o755), os.MkdirAll(filepath.Join(project, "sub"), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	return top, project
}

// logsIn gives user 4711 a home folder, and says who logged in; "" means nobody.
func logsIn(t *testing.T, who, home string) {
	t.Helper()
	says := filepath.Join(System, "proc/self/loginuid")
	accounts, err := os.OpenFile(filepath.Join(System, "etc/passwd"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = accounts.WriteString("them:x:4711:4711::" + home + ":/bin/sh\n")
		err = errors.Join(err, accounts.Close())
	}
	if who != "" {
		err = errors.Join(err, os.MkdirAll(filepath.Dir(says), 0o755), os.WriteFile(says, []byte(who), 0o644))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Rules that a variable names are the user's if they belong to the user or the administrator, nobody
// else but a group may write them, and they aren't in the project, in whatever form that is kept.
func TestWhose(t *testing.T) {
	me, root := strconv.Itoa(os.Geteuid()), os.Geteuid() == 0
	type made struct {
		name  string
		mode  fs.FileMode
		owner int // 0 is the test's own user
	}
	for name, test := range map[string]struct {
		made  []made
		env   string // what a variable names, beside the project; cfg by ""
		sudo  string
		login string // who logged in, as the system has it
		want  string // why not
	}{
		"theirs":                         {made: []made{{"cfg/bcrules", 0o755, 0}}},
		"a group may write":              {made: []made{{"cfg/bcrules", 0o775, 0}, {"cfg", 0o775, 0}}},
		"all may write":                  {made: []made{{"cfg/bcrules", 0o757, 0}}, want: everybodys},
		"all may add to it":              {made: []made{{"cfg/bcrules", 0o777 | fs.ModeSticky, 0}}, want: everybodys},
		"all could, but get nowhere":     {made: []made{{"cfg/bcrules", 0o777, 0}, {"cfg", 0o700, 0}}},
		"nothing is there":               {},
		"another's":                      {made: []made{{"cfg/bcrules", 0o755, 4711}}, want: "it is another user's (uid 4711)"},
		"nothing there of another's":     {made: []made{{"cfg", 0o755, 4711}}, want: "it is another user's (uid 4711)"},
		"another's, who became root":     {made: []made{{"home/cfg/bcrules", 0o755, 4711}}, env: "home/cfg", sudo: "4711"},
		"but at no home of theirs":       {made: []made{{"cfg/bcrules", 0o755, 4711}, {"home", 0o755, 4711}}, sudo: "4711", want: "it is another user's (uid 4711)"},
		"another's, as a third did":      {made: []made{{"home/cfg/bcrules", 0o755, 4712}}, env: "home/cfg", sudo: "4711", want: "it is another user's (uid 4712)"},
		"another's, as others logged in": {made: []made{{"home/cfg/bcrules", 0o755, 4711}}, env: "home/cfg", sudo: "4711", login: "1000", want: "it is another user's (uid 4711)"},
		"another's, who logged in":       {made: []made{{"home/cfg/bcrules", 0o755, 4711}}, env: "home/cfg", sudo: "4711", login: "4711"},
		"another's, as nobody logged in": {made: []made{{"home/cfg/bcrules", 0o755, 4711}}, env: "home/cfg", sudo: "4711", login: "4294967295", want: "it is another user's (uid 4711)"},
		"all could, of a group":          {made: []made{{"in/cfg/bcrules", 0o777, 0}, {"in", 0o710, 0}}, env: "in/cfg"},
		"all could, of another group":    {made: []made{{"in/cfg/bcrules", 0o777, 0}, {"in>4712", 0o710, 0}}, env: "in/cfg", want: everybodys},
		"in another's folder":            {made: []made{{"cfg/bcrules", 0o755, 0}, {"", 0o755, 4711}}, want: "another user may replace it ("},
		"in one that all may write":      {made: []made{{"in/cfg/bcrules", 0o755, 0}, {"in", 0o777, 0}}, env: "in/cfg", want: "everybody may replace it, as in "},
		"where all keep what is theirs":  {made: []made{{"in/cfg/bcrules", 0o755, 0}, {"in", 0o777 | fs.ModeSticky, 0}}, env: "in/cfg"},
		"nothing there where all may":    {made: []made{{"in", 0o777 | fs.ModeSticky, 0}}, env: "in/cfg", want: "everybody may replace it, as in "},
		"by another's link":              {made: []made{{"real/bcrules", 0o755, 0}, {"cfg@real", 0, 4711}}, want: "another user may replace it ("},
		"by a link in another's folder":  {made: []made{{"real/bcrules", 0o755, 0}, {"in/cfg@../real", 0, 0}, {"in", 0o755, 4711}}, env: "in/cfg", want: "another user may replace it ("},
		"by a link of theirs":            {made: []made{{"real/bcrules", 0o755, 0}, {"in/cfg@../real", 0, 0}}, env: "in/cfg"},
		"a project that all may add to":  {made: []made{{"project/.git", 0o755, 0}, {"project/evil/bcrules", 0o755, 0}, {"project", 0o777 | fs.ModeSticky, 0}}, env: "project/evil", want: "it lies in a project"},
		"or that has settings of agents": {made: []made{{"project/.claude", 0o755, 0}, {"project/evil/bcrules", 0o755, 0}, {"project", 0o777 | fs.ModeSticky, 0}}, env: "project/evil", want: "it lies in a project"},
		"beside a .git of another's":     {made: []made{{"cfg/bcrules", 0o755, 0}, {".git", 0o755, 4711}, {"", 0o777 | fs.ModeSticky, 0}}},
		"beside a link to one":           {made: []made{{"cfg/bcrules", 0o755, 0}, {"it", 0o755, 0}, {".git@it", 0, 4711}, {"", 0o777 | fs.ModeSticky, 0}}},
		"beside a .git of theirs":        {made: []made{{"cfg/bcrules", 0o755, 0}, {".git", 0o755, 0}, {"", 0o777 | fs.ModeSticky, 0}}, want: "it lies in a project"},
		"beside one where few may write": {made: []made{{"cfg/bcrules", 0o755, 0}, {".git", 0o755, 4711}}, want: "it lies in a project"},
		"by a link in it to theirs":      {made: []made{{"cfg/bcrules", 0o755, 0}, {"project/z@../cfg", 0, 0}}, env: "project/z"},
		"in it, with a link to theirs":   {made: []made{{"cfg/bcrules", 0o755, 0}, {"project/x", 0o755, 0}, {"project/x/bcrules@../../cfg/bcrules", 0, 0}}, env: "project/x"},
		"beside a file that is no .git":  {made: []made{{"project/sub/.git/", 0, 0}}, want: "nobody can tell whether it lies in the project: "},
		"in a project within no .git":    {made: []made{{"project/sub/.git/", 0, 0}, {"project/evil/bcrules", 0o755, 0}}, env: "project/evil", want: "it lies in a project"},
	} {
		t.Run(name, func(t *testing.T) {
			system(t)
			top, project := grounds(t)
			if root {
				logsIn(t, test.login, filepath.Join(top, "home"))
			}
			for _, m := range test.made {
				name, gid, _ := strings.Cut(m.name, ">")
				name, to, link := strings.Cut(name, "@")
				path := filepath.Join(top, name)
				err := os.MkdirAll(path, 0o755)
				if link {
					err = errors.Join(os.Remove(path), os.Symlink(to, path))
				} else if file, is := strings.CutSuffix(m.name, "/"); is {
					path = filepath.Join(top, file)
					err = errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o644))
				} else {
					err = errors.Join(err, os.Chmod(path, m.mode))
				}
				if gid != "" && root {
					id, _ := strconv.Atoi(gid)
					err = errors.Join(err, os.Chown(path, -1, id))
				}
				if (m.owner != 0 || gid != "") && !root {
					t.Skip("only root gives folders away")
				} else if m.owner != 0 {
					err = errors.Join(err, os.Lchown(path, m.owner, m.owner))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			config := filepath.Join(top, "cfg")
			if test.env != "" {
				config = filepath.Join(top, test.env)
			}
			env := map[string]string{"XDG_CONFIG_HOME": config, "HOME": filepath.Join(top, "home"), SessionDir: project, sudoUser: test.sudo}
			got := FindProject(filepath.Join(project, "sub"), func(name string) string { return env[name] }).Folders()
			real, err := led(Bcrules(config))
			if believed := err == nil && got.Rules == real; believed != (test.want == "") || !strings.HasPrefix(got.Doubt.Why, test.want) || got.Doubt.Untold != strings.HasPrefix(test.want, "nobody") {
				t.Errorf("as user %s: found %s, %+v, want that of the variable %t, %q", me, got.Rules, got.Doubt, test.want == "", test.want)
			}
		})
	}
}

// In a user namespace all unmapped users look the same: what a variable names there isn't certainly
// the user's, and what the account has is.
func TestUnmapped(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives folders away")
	}
	account := system(t)
	top, project := grounds(t)
	cfg, maps := filepath.Join(top, "cfg"), filepath.Join(System, "proc/self/uid_map")
	for _, err := range []error{
		os.MkdirAll(Bcrules(cfg), 0o755), os.Chown(cfg, overflow, overflow), os.Chown(Bcrules(cfg), overflow, overflow),
		os.MkdirAll(filepath.Join(account, configAtHome, "bcrules"), 0o755), os.Chown(account, overflow, overflow),
		os.Chown(filepath.Join(account, configAtHome, "bcrules"), overflow, overflow),
		os.MkdirAll(filepath.Dir(maps), 0o755), os.WriteFile(maps, []byte("         0       2001          1\n"), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	env := map[string]string{"XDG_CONFIG_HOME": cfg, "XDG_CACHE_HOME": cfg, "HOME": cfg}
	got := FindProject(project, func(name string) string { return env[name] }).Folders()
	if got.Rules != Bcrules(filepath.Join(account, configAtHome)) || !got.Doubt.Untold || got.Barred != "" || got.Cache == cfg || got.Home == cfg {
		t.Errorf("found %q, %+v, barred %q, want the account's, as nobody can tell whose the other is", got.plain(), got.Doubt, got.Barred)
	}
}

// Rules in the account's folder are trusted, whoever owns it, unless others could have put some
// there. A file in it that belongs to another user isn't.
func TestBarred(t *testing.T) {
	account := system(t)
	for dir := account; ; dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if dir == filepath.Dir(System) {
			break
		}
	}
	rules := filepath.Join(account, configAtHome, "bcrules")
	file := filepath.Join(rules, "a.cue")
	if err := errors.Join(os.MkdirAll(rules, 0o755), os.WriteFile(file, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	_, project := grounds(t)
	own := func() *Folders { return FindProject(project, func(string) string { return "" }).Folders() }
	check := func(what, barred, foreign string) {
		t.Helper()
		if got := own(); got.Barred != barred || got.Foreign(file) != foreign {
			t.Errorf("%s: found %q, %q, want %q, %q", what, got.Barred, got.Foreign(file), barred, foreign)
		}
	}
	check("theirs", "", "")
	change := func(errs ...error) {
		t.Helper()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
	}
	change(os.Chmod(rules, 0o777))
	check("all may write the folder", everybodys, "")
	change(os.Chmod(rules, 0o755), os.Chmod(file, 0o666))
	check("all may write the file", "", everybodys)
	change(os.Chmod(account, 0o700))
	check("all could, but get nowhere", "", "")
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	change(os.Chmod(account, 0o755), os.Chmod(file, 0o644), os.Chown(file, 4711, 4711))
	check("another's file", "", "it is another user's (uid 4711)")
	change(os.Chown(rules, 4711, 4711))
	check("another's folder, as a container has it", "", "")
	change(os.Chmod(filepath.Dir(rules), 0o775))
	check("another's folder, which one of the group put there", "it is another user's (uid 4711), in a folder that its group may write ("+filepath.Dir(rules)+")", "")
	change(os.Chmod(filepath.Dir(rules), 0o777))
	check("another's folder, which they could put there", "it is another user's (uid 4711), in a folder that everybody may write ("+filepath.Dir(rules)+")", "")
	change(os.Chmod(filepath.Dir(rules), 0o755), os.Chown(filepath.Dir(rules), 4711, 4711))
	check("all of it another's, as a container has it", "", "")
	change(os.Chmod(account, 0o775))
	check("all of it another's, which one of the group put there", "it is another user's (uid 4711), in a folder that its group may write ("+account+")", "")
}
