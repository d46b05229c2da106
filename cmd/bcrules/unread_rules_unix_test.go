//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
)

// layered are rules of the user's own and of a project: each says that it holds.
var layered = map[string]string{
	"home/.config/bcrules/mine.cue":       "package r\nhooks: mine: {on: \"UserPromptSubmit\", rules: [{do: inject: message: \"mine\"}]}\n",
	"project/.claude/bcrules/theirs.cue":  "package r\nhooks: theirs: {on: \"UserPromptSubmit\", rules: [{do: inject: message: \"theirs\"}]}\n",
	"project/.git/refs/heads/placeholder": "",
}

const prompted = `"hook_event_name": "UserPromptSubmit", "prompt": "x"`

// trusting returns a person who has layered rules, trusts those of the project, and has been
// answered by them.
func trusting(t *testing.T) person {
	t.Helper()
	p := somebody(t, layered)
	getenv := func(name string) string { return map[string]string{"HOME": p.home}[name] }
	s := compile.Schema()
	rules := p.at("project/.claude/bcrules")
	found, err := trust.Read(s, layers.Asking(rules, getenv))
	p.must(err, trust.Open(filepath.Join(p.home, ".config", "bcrules")).Write(found.Record(s)))
	p.rest()
	if got := p.ask("first", prompted); got != `{"systemMessage":"mine\ntheirs"}` {
		t.Fatalf("at first: %s", got)
	}
	return p
}

// rest makes all existing files as old as a plan's must be, and the person's own.
func (p person) rest() {
	p.t.Helper()
	p.own()
	then := time.Now().Add(-time.Hour)
	for _, top := range []string{p.home, p.dir} {
		p.must(filepath.Walk(top, func(path string, info os.FileInfo, err error) error {
			if err != nil || info.Mode()&os.ModeSymlink != 0 {
				return err
			}
			return os.Chtimes(path, then, then)
		}))
	}
}

// only returns the one file that matches a pattern.
func (p person) only(pattern string) string {
	p.t.Helper()
	all, err := filepath.Glob(p.at(pattern))
	if p.must(err); len(all) != 1 {
		p.t.Fatalf("%s: found %q, want one", pattern, all)
	}
	return all[0]
}

// Unreadable rules, records of trust, and plans are not gone: what held before holds, and that is
// reported. Missing ones are gone.
func TestUnreadRules(t *testing.T) {
	p := trusting(t)
	if !p.traced() {
		t.Skip("calls can't be made to fail here")
	}
	const keeps = `^{"systemMessage":"mine\\ntheirs\\nbcrules: the last good rules hold: .+"}$`
	const same = `^{"systemMessage":"mine\\ntheirs"}$`
	for _, test := range []struct{ name, path, unknown, absent string }{
		{"the user's folder", p.at("home/.config/bcrules"), keeps, `^{"systemMessage":"theirs\\nbcrules: the rules in .+ are gone, [^"]+"}$`},
		{"the user's rules", p.at("home/.config/bcrules/mine.cue"), keeps, keeps}, // whose name is there
		{"the project's folder", p.at("project/.claude/bcrules"), keeps, `^{"systemMessage":"mine"}$`},
		{"the project's rules", p.at("project/.claude/bcrules/theirs.cue"),
			`^{"systemMessage":"mine\\ntheirs\\nbcrules: the rules in .+ were changed since they were trusted: .+"}$`,
			`^{"systemMessage":"mine\\ntheirs\\nbcrules: the rules in .+ were changed since they were trusted: .+"}$`},
		{"what is trusted", p.only("home/.config/bcrules/trust/*.json"), keeps, `^{"systemMessage":"mine\\nbcrules: the rules in .+ are not trusted and do nothing: .+"}$`},
		{"the plan", p.only("home/.cache/bcrules/plans/*.plan"), same, same},
	} {
		for _, errno := range append(unknowns, absences...) {
			want := test.unknown
			if errno == "ENOENT" || errno == "ENOTDIR" {
				want = test.absent
			}
			name := test.name + ", " + errno
			if got := p.ask(name, prompted, p.failing(errno, test.path)...); !regexp.MustCompile(want).MatchString(got) {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
		if got := p.ask("after "+test.name, prompted); got != `{"systemMessage":"mine\ntheirs"}` {
			t.Errorf("%s, when it can be read again: %s", test.name, got)
		}
	}
}

// What an agent may do to the modes of folders above, and what may replace rules.
func TestShutRules(t *testing.T) {
	const own = "home/.config/bcrules"
	const keeps, gone, silent = `^{"systemMessage":"mine\\ntheirs\\nbcrules: the last good rules hold: .+"}$`,
		`^{"systemMessage":"bcrules: the rules in .+ are gone, [^"]+\\nbcrules: the rules in .+ are not trusted and do nothing: .+"}$`, // the record is gone, too
		`^{"systemMessage":"bcrules: (no rule is in force|found nothing that says where your own rules are but .+): .+"}$`
	mode := func(name string, mode os.FileMode) func(person) error {
		return func(p person) error { return os.Chmod(p.at(name), mode) }
	}
	instead := func(put func(path string) error) func(person) error {
		return func(p person) error {
			if err := os.RemoveAll(p.at(own)); err != nil {
				return err
			}
			return put(p.at(own))
		}
	}
	for name, test := range map[string]struct {
		do    func(person) error
		says  string
		after string // the message to the same session after that
	}{
		"chmod 600 ~/.config":         {mode("home/.config", 0o600), keeps, `^{"systemMessage":"mine\\ntheirs"}$`},
		"chmod 0 ~/.config":           {mode("home/.config", 0), keeps, `^{"systemMessage":"mine\\ntheirs"}$`},
		"chmod 0 the folder":          {mode(own, 0), keeps, `^{"systemMessage":"mine\\ntheirs"}$`},
		"chmod 100 the folder":        {mode(own, 0o100), keeps, `^{"systemMessage":"mine\\ntheirs"}$`},
		"chmod 300 the folder":        {mode(own, 0o300), keeps, `^{"systemMessage":"mine\\ntheirs"}$`},
		"chmod 0 the file":            {mode(own+"/mine.cue", 0), keeps, `^{"systemMessage":"mine\\ntheirs"}$`},
		"chmod 0 the project's":       {mode("project/.claude", 0), keeps, `^{"systemMessage":"mine\\ntheirs"}$`},
		"chmod 0 what is trusted":     {mode(own+"/trust", 0), keeps, `^{"systemMessage":"mine\\ntheirs"}$`},
		"chmod 0 ~":                   {mode("home", 0), silent, silent},
		"a link to itself":            {instead(func(path string) error { return os.Symlink("bcrules", path) }), keeps, `^{"systemMessage":"mine\\ntheirs"}$`},
		"a link that leads nowhere":   {instead(func(path string) error { return os.Symlink("nowhere", path) }), gone, `^$`},
		"a file":                      {instead(func(path string) error { return os.WriteFile(path, nil, 0o600) }), gone, `^$`},
		"a pipe":                      {instead(func(path string) error { return exec.Command("mkfifo", path).Run() }), gone, `^$`},
		"nothing":                     {instead(func(string) error { return nil }), gone, `^$`},
		"a folder without rule files": {instead(func(path string) error { return os.Mkdir(path, 0o755) }), gone, `^$`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := trusting(t)
			p.must(test.do(p))
			for i, want := range []string{test.says, test.after} {
				if got := p.ask("s", prompted); !regexp.MustCompile(want).MatchString(got) {
					t.Errorf("asked %d times: %s, want %s", i+1, got, want)
				}
			}
		})
	}
}

// A user who never had rules isn't warned that they are gone.
func TestNeverHadRules(t *testing.T) {
	for name, do := range map[string]func(path string) error{
		"nothing":                   func(string) error { return nil },
		"a link that leads nowhere": func(path string) error { return os.Symlink("nowhere", path) },
		"a file":                    func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"an empty folder":           func(path string) error { return os.Mkdir(path, 0o755) },
	} {
		p := somebody(t, map[string]string{"home/.config/other": ""})
		p.must(do(p.at("home/.config/bcrules")))
		if got := p.ask("s", prompted); got != "" {
			t.Errorf("%s: %s, want nothing", name, got)
		}
	}
}
