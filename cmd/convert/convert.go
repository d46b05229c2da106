// Package convert reads what people have said to other programs of what an agent may do, and
// writes it as rules with tests. What it reads stays as it is, and is never run: it may be anybody's.
//
//	a file ─ Read ─► tree (values with places) ─ a format's reader ─► []Rule, []Unsaid ─ Write ─► CUE
//
// Each format has a reader, which says what the file means as its own program takes it, and no
// more: what can't be said in rules, or means something else there, is told with its place. One
// writer makes CUE of the rules; that this holds is for vet and test to say, as of any rules.
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

// most is how large a file may be that is read, bytes.
const most = 256 << 10

// A Rule is what a file says, in the words of rules. Those of one hook stand together and do the same.
type Rule struct {
	Hook      string
	On, Match string
	With      []Value  // what the conditions know by names
	When      []string // all hold
	Verdict   Verdict
	Text      string // what is said; a text, no template
	Do        string // CUE, in the place of the verdict
	Items     []Item // what it is made of, one or more
	Timeout   string // how long the agent waits for the hook, "" for as ever
	line      int    // that it was written in
}

// A Value is what a condition knows by a name: a text or a list of them.
type Value struct {
	Name string
	Is   any
}

// An Item is a line of a file that a rule is made of.
type Item struct {
	From    Place
	Says    string
	Pattern string         // that conditions know among patterns, "" for none
	Event   map[string]any // that the rule holds for, nil where none is known
	Wants   string         // CUE, beside what the verdict wants of a test
}

// A Place is where a line stands.
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

// Unsaid is what a file says and the rules don't.
type Unsaid struct {
	From Place
	What string // "" for what is so of the format
	Why  string
}

// A Reading is what was made of files.
type Reading struct {
	Rules  []Rule
	Unsaid []Unsaid
}

// unsaid notes what isn't said.
func (r *Reading) unsaid(from Place, what, why string, args ...any) {
	r.Unsaid = append(r.Unsaid, Unsaid{from, what, fmt.Sprintf(why, args...)})
}

// add adds a rule, or where one of its hook takes several items and says the same, its items to that.
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

// A Source is a file that is read, and whose it is.
type Source struct {
	File string // as it is shown
	At   string // where it is
	User bool   // for all projects of its user
}

// A Format is a kind of file that can be read.
type Format struct {
	Name    string
	Of      string   // what has it
	Project []string // where it lies, from the project, with * in names
	User    []string // and from the home folder
	read    func(*Reading, *tree, Source)
	parse   func(name string, data []byte) (*tree, error)
}

// Formats are those that can be read.
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

// Of returns the format of a file by where it lies, nil if it is none of those known.
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

// Find returns the files of all formats that lie in a project's folder, or with user in a home folder.
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

// escaped returns a folder's path as a pattern that finds it alone.
func escaped(dir string) string {
	if filepath.Separator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// Read reads a file and adds what it says.
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

// fits reports whether rules can have a pattern. It says so where they can't.
func (r *Reading) fits(from Place, what, pattern string) bool {
	source, flags := pattern, ""
	if rest, ok := strings.CutPrefix(pattern, "(?i)"); ok {
		source, flags = rest, "i"
	}
	if _, err := ecma.Compile(source, flags); err != nil {
		r.unsaid(from, what, "its pattern is none of JavaScript's: %v", err)
		return false
	}
	return true
}

// at returns the place of what stands at a position.
func at(src Source, pos token.Pos) Place { return Place{src.File, max(pos.Line(), 1)} }
