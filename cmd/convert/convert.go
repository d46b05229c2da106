// Package convert reads other programs' files that say what an agent may do, and writes them as
// rules with tests. It never changes or runs the files, as they may come from anybody.
//
//	a file ─ Read ─► tree (values with places) ─ a format's reader ─► []Rule, []Unsaid ─ Write ─► CUE
//
// Each format has a reader that interprets the file as its own program does. Parts that rules can't
// express, or that would mean something else, are reported with their place. A single writer turns
// the rules into CUE; vet and test check the result, like any rules.
package convert

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/files"

	"cuelang.org/go/cue/token"
)

// most limits the size of a file, in bytes.
const most = 256 << 10

// A Rule is a converted rule. Rules of one hook are adjacent and have the same event and matcher.
type Rule struct {
	Hook      string
	On, Match string
	With      []Value  // named values that the conditions use
	When      []string // all must hold
	Verdict   Verdict
	Text      string // the text to say; not a template
	Do        string // CUE, instead of the verdict
	Items     []Item // the entries it was made from, at least one
	Timeout   string // of the hook, "" for the default
	line      int    // number of its line in the rule file as last written
}

// A Value is a named value for conditions: a text or a list of texts.
type Value struct {
	Name string
	Is   any
}

// An Item is an entry of a file from which a rule was made.
type Item struct {
	From    Place
	Says    string
	Pattern string         // added to the conditions' patterns, "" for none
	Event   map[string]any // an event for which the rule holds, nil if none is known
	Wants   string         // CUE of further expectations of the test
}

// A Place is a line of a file.
type Place struct {
	File string
	Line int
}

func (p Place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// An Unsaid is a part of a file that the rules don't express.
type Unsaid struct {
	From Place
	What string // "" if it concerns the whole format
	Why  string
}

// A Reading is the result of reading files.
type Reading struct {
	Rules  []Rule
	Unsaid []Unsaid
}

// report records a part that is not expressed.
func (r *Reading) report(from Place, what, why string, args ...any) {
	r.Unsaid = append(r.Unsaid, Unsaid{from, what, fmt.Sprintf(why, args...)})
}

// add adds a rule. If joined is set and the hook has an equal rule, only the items are added, to
// that rule.
func (r *Reading) add(n Rule, joined bool) {
	if joined {
		for i := range r.Rules {
			if o := &r.Rules[i]; o.Hook == n.Hook && o.Match == n.Match && o.Text == n.Text && fmt.Sprint(o.When) == fmt.Sprint(n.When) {
				o.Items = append(o.Items, n.Items...)
				return
			}
		}
	}
	r.Rules = append(r.Rules, n)
}

// A Source is a file to read.
type Source struct {
	File string // its displayed name
	At   string // its path
	User bool   // it applies to all projects of its user
}

// A Format is a kind of file that can be read.
type Format struct {
	Name    string
	Of      string   // the program, and what the file contains
	Project []string // locations in a project; names may contain *
	User    []string // locations in the home folder
	read    func(*Reading, *tree, Source)
	parse   func(name string, data []byte) (*tree, error)
}

// Formats returns the formats that can be read.
func Formats() []Format {
	return []Format{
		{Name: "claude", Of: "Claude Code: permissions and hooks", Project: []string{".claude/settings.json", ".claude/settings.local.json"}, User: []string{".claude/settings.json"}, read: claude, parse: readJSON},
		{Name: "hookify", Of: "hookify: rules in Markdown", Project: []string{".claude/hookify.*.local.md"}, User: []string{".claude/hookify.*.local.md"}, read: hookify, parse: readFront},
		{Name: "cchook", Of: "cchook: its config", User: []string{".config/cchook/config.yaml"}, read: cchook, parse: readYAML},
		{Name: "safety-net", Of: "cc-safety-net: rulebooks and rules of one's own", Project: []string{".safety-net.json", ".cc-safety-net/rules/*.json", ".cc-safety-net/rules/*/rulebook.json"}, User: []string{".cc-safety-net/config.json", ".cc-safety-net/rules/*.json", ".cc-safety-net/rules/*/rulebook.json"}, read: safetyNet, parse: readJSON},
		{Name: "dcg", Of: "destructive command guard: packs of one's own", Project: []string{".dcg/packs/*.yaml"}, User: []string{".config/dcg/packs/*.yaml"}, read: dcgPack, parse: readYAML},
		{Name: "dcg-config", Of: "destructive command guard: config and allowlists", Project: []string{".dcg.toml", ".dcg/allowlist.toml"}, User: []string{".config/dcg/config.toml", ".config/dcg/allowlist.toml"}, read: dcgConfig, parse: readTOML},
		{Name: "cursor", Of: "Cursor: permissions", Project: []string{".cursor/cli.json", ".cursor/permissions.json"}, User: []string{".cursor/cli-config.json", ".cursor/permissions.json"}, read: cursor, parse: readJSON},
		{Name: "gemini", Of: "Gemini CLI: tools", Project: []string{".gemini/settings.json"}, User: []string{".gemini/settings.json"}, read: gemini, parse: readJSON},
		{Name: "gemini-policy", Of: "Gemini CLI: policies", Project: []string{".gemini/policies/*.toml"}, User: []string{".gemini/policies/*.toml"}, read: geminiPolicy, parse: readTOML},
	}
}

// Of returns the format of a file by its location, nil if unknown.
func Of(file string) *Format {
	slashed := "/" + strings.TrimPrefix(filepath.ToSlash(file), "/")
	for _, f := range Formats() {
		for _, where := range append(f.Project, f.User...) {
			n := strings.Count(where, "/") + 1
			parts := strings.Split(slashed, "/")
			if len(parts) <= n {
				continue
			}
			if ok, _ := path.Match(where, strings.Join(parts[len(parts)-n:], "/")); ok {
				return &f
			}
		}
	}
	return nil
}

// Find returns the files of all formats in a project folder or, if user is set, in a home folder.
func Find(dir string, user bool) (all []string) {
	for _, f := range Formats() {
		where := f.Project
		if user {
			where = f.User
		}
		for _, pattern := range where {
			found, _ := filepath.Glob(filepath.Join(escaped(dir), filepath.FromSlash(pattern)))
			all = append(all, found...)
		}
	}
	return all
}

// escaped returns a folder's path as a glob that matches nothing else.
func escaped(dir string) string {
	if filepath.Separator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// Read reads a file and adds its rules.
func (r *Reading) Read(f *Format, src Source) error {
	data, err := files.ReadMost(files.At(filepath.Dir(src.At)).Join(filepath.Base(src.At)), most)
	if err != nil {
		return err
	}
	return r.read(f, src, data)
}

func (r *Reading) read(f *Format, src Source, data []byte) error {
	if !utf8.Valid(data) {
		return fmt.Errorf("%s: found bytes that are no UTF-8, want a text", src.File)
	}
	t, err := f.parse(src.File, bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return fmt.Errorf("%s: %w", src.File, err)
	}
	f.read(r, t, src)
	return nil
}

// fits reports whether rules can use a pattern, and reports it if they can't.
func (r *Reading) fits(from Place, what, pattern string) bool {
	source, flags := pattern, ""
	if rest, ok := strings.CutPrefix(pattern, "(?i)"); ok {
		source, flags = rest, "i"
	}
	if _, err := ecma.Compile(source, flags); err != nil {
		r.report(from, what, "its pattern is none of JavaScript's: %v", err)
		return false
	}
	return true
}

// at returns the place of a position.
func at(src Source, pos token.Pos) Place { return Place{src.File, max(pos.Line(), 1)} }
