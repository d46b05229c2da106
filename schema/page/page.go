// Package page generates what people read about rules and start from: the page of a rule set
// (page.go) with its settings and tables (setting.go), a new hook with its test (sketch.go), and
// the files of a rule folder (folder.go). It doesn't affect the meaning of rules, and writes no
// files.
package page

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"github.com/tidwall/gjson"
)

// A Page describes a rule set for people.
type Page struct {
	Name     string // of the package
	Doc      string // the package's comment
	Settings []Setting
	Tables   []Table // those whose rows are in files that people write
	Stores   []Store // those that hooks use
	Hooks    []Hook  // in the order they run
	Limits   []Limit
}

// A Table is a table whose rows are in a file.
type Table struct {
	Name, Doc string
	Columns   []Setting
}

// A Store is a database with its queries and statements.
type Store struct {
	Name, Doc string
	Places    []string // file and address, as written
	Asked     []string // queries and statements
}

// A Hook is a hook with its rules and tests.
type Hook struct {
	schema.Listed
	Pack   string     // the pack it belongs to, "" for none
	Each   *plan.Each // the list that all rules run for; nil if they run once
	First  bool       // the first rule that matches decides
	Yields bool       // not asked where another hook refuses
	Rules  []Rule     // none if it is disabled
	Tests  []Example  // tests that aren't about a particular rule
}

// A Rule is a rule with the examples of its tests.
type Rule struct {
	Number int // in the hook, from 1
	plan.Rule
	On     []string  // the hook's events that it applies to
	Shown  []Setting // fields with @shown of the table entry that has the rule's name
	Holds  []Example
	Passes []Example // those closest to the rule for which it doesn't hold
	Frees  []string  // lines of CUE that get around it
	Under  []string  // path of the struct for its exceptions in its pack's settings; none if it has none
}

// A Limit is something that rules can't see, with examples.
type Limit struct {
	test.Limit
	Shows []Example
}

// An Example is the event of a test.
type Example struct {
	Test string // its name
	Tool string // "" if the event isn't a tool call
	Text string // "" if that isn't a text
	// Shell says that Text is a command line.
	Shell bool
	Step  test.Step // the event and its world
}

// From returns the page of the rule set that layers form together, which compiled without
// faults.
func From(s *schema.Schema, set *schema.Set, layers ...string) (*Page, error) {
	return For(s, set, "", layers...)
}

// For is like From, for readers of one part of the page, "" for all. It reads only the examples of
// that part, as reading those of a large pack takes longer than compiling it.
func For(s *schema.Schema, set *schema.Set, part string, layers ...string) (*Page, error) {
	p := &Page{}
	var main string
	p.Name, p.Doc, main = packageOf(set.Source.Layers[0].Instance)
	shipped := schema.Shipped(set.Source.Layers[0].Dir)
	ids := map[string]bool{}
	for _, l := range set.Hooks {
		h := Hook{Listed: l}
		if l.Enabled {
			h.rulesOf(s, set.Plan)
		}
		for _, r := range h.Rules {
			ids[r.ID] = true
		}
		p.Hooks = append(p.Hooks, h)
	}
	reader := &settingReader{ids: ids, shown: map[string][]Setting{}}
	for _, scope := range set.Scopes {
		reader.of = ""
		if !shipped && scope.Source.Pack != "" {
			reader.of = scope.Source.Pack + "."
		}
		root := scope.Source.Root
		p.Settings = append(p.Settings, reader.settings(root, main)...)
		p.Tables, p.Stores = append(p.Tables, tables(root)...), append(p.Stores, stores(root)...)
	}
	for i := range p.Hooks {
		for j := range p.Hooks[i].Rules {
			r := &p.Hooks[i].Rules[j]
			r.Shown = reader.shown[r.ID]
			for _, scope := range set.Scopes {
				if len(r.Under) > 0 && (shipped || scope.Source.Pack == p.Hooks[i].Pack) {
					r.Frees = offered(scope.Source.Root.Value, p.Hooks[i].Pack, r.Under)
				}
			}
		}
	}
	tests, err := test.About(s, set.Plan, p.wanted(part), layers...)
	if err != nil {
		return nil, err
	}
	for _, t := range tests {
		p.add(s, set.Plan, t)
	}
	slices.SortStableFunc(p.Limits, func(a, b Limit) int { return cmp.Compare(a.ID, b.ID) })
	return p, nil
}

// wanted returns a filter that selects the tests for a part of the page, by the rule and the limit
// that a test is about. It is nil, which selects all, for the whole page and for a name that no
// hook, rule or setting has, as only tests name limits.
func (p *Page) wanted(part string) func(rule, limit string) bool {
	rules := map[string]bool{}
	for i := range p.Hooks {
		h := &p.Hooks[i]
		whole := h.Name == part || h.Own() == part
		if whole {
			rules[""] = true
		}
		for j := range h.Rules {
			if r := &h.Rules[j]; whole || h.Calls(r, part) {
				rules[r.ID] = true
			}
		}
	}
	if len(rules) == 0 && !slices.Contains(p.Names(), part) {
		return nil
	}
	return func(rule, limit string) bool { return rules[rule] || limit == part }
}

// Calls reports whether a name refers to a rule of the hook, with or without the hook's name.
func (h *Hook) Calls(r *Rule, name string) bool {
	return r.ID != "" && slices.Contains([]string{r.ID, h.Own() + "/" + r.ID, h.Name + "/" + r.ID}, name)
}

// Names returns the names on a page: of settings, hooks, rules and limits.
func (p *Page) Names() (all []string) {
	for _, s := range p.Settings {
		all = append(all, strings.TrimSuffix(s.Name, "[…]"))
	}
	for _, t := range p.Tables {
		all = append(all, t.Name)
	}
	for _, s := range p.Stores {
		all = append(all, s.Name)
	}
	for _, h := range p.Hooks {
		all = append(all, h.Own())
		for _, r := range h.Rules {
			if r.ID != "" {
				all = append(all, r.ID)
			}
		}
	}
	for _, l := range p.Limits {
		all = append(all, l.ID)
	}
	return all
}

// rulesOf adds the rules of the hook, each as compiled for the first event that it applies to.
func (h *Hook) rulesOf(s *schema.Schema, p *plan.Plan) {
	for _, on := range h.On {
		agenda := p.Events[on].Hooks
		as := agenda[slices.IndexFunc(agenda, func(a plan.Hook) bool { return a.Name == h.Name })]
		h.Pack, h.Each, h.First, h.Yields = as.Pack, as.Each, as.First, as.Yields
		for i, r := range as.Rules {
			if i == len(h.Rules) {
				h.Rules = append(h.Rules, Rule{Number: i + 1, Rule: textOnly(s, r), Under: frees(r)})
			}
			if r.Off {
				continue
			}
			if h.Rules[i].Off {
				h.Rules[i].Rule = textOnly(s, r)
			}
			h.Rules[i].On = append(h.Rules[i].On, on)
		}
	}
}

// textOnly returns a rule in which the arguments of an action are reduced to its main text, if it
// has one.
func textOnly(s *schema.Schema, r plan.Rule) plan.Rule {
	r.Do = slices.Clone(r.Do)
	for i, step := range r.Do {
		use, _ := s.Library.Actions[step.Action].Use("")
		if text := gjson.GetBytes(step.Args, use.Text); use.Text != "" && text.Exists() {
			r.Do[i].Args = []byte(text.Raw)
		}
	}
	return r
}

// add adds a test to the limit or rule that it is about, else to the hooks that its event meets.
func (p *Page) add(s *schema.Schema, rules *plan.Plan, t test.Test) {
	x, ev := example(s, t)
	if t.Limit != (test.Limit{}) {
		i := slices.IndexFunc(p.Limits, func(l Limit) bool { return l.Limit == t.Limit })
		if i < 0 {
			i, p.Limits = len(p.Limits), append(p.Limits, Limit{Limit: t.Limit})
		}
		p.Limits[i].Shows = append(p.Limits[i].Shows, x)
		return
	}
	for i := range p.Hooks {
		h := &p.Hooks[i]
		if t.Hook != "" && t.Hook != h.Name || ev == nil || !slices.Contains(h.On, ev.Name) {
			continue
		}
		j := slices.IndexFunc(h.Rules, func(r Rule) bool { return t.Rule != "" && r.ID == t.Rule })
		switch a := rules.Events[ev.Name]; {
		case j >= 0 && t.Holds:
			h.Rules[j].Holds = append(h.Rules[j].Holds, x)
		case j >= 0:
			h.Rules[j].Passes = append(h.Rules[j].Passes, x)
		case t.Rule == "" && a != nil && matches(a.Matcher, h.Match, ev):
			h.Tests = append(h.Tests, x)
		}
	}
}

// matches reports whether a matcher matches an event.
func matches(m plan.Matcher, match string, ev *plan.Event) bool {
	subject, _ := m.Subject(ev)
	return m.Matches(match, subject)
}

// example returns the last event of a test in a form for people, and the event itself, nil if it is
// invalid.
func example(s *schema.Schema, t test.Test) (Example, *plan.Event) {
	x := Example{Test: t.Name, Step: t.Steps[len(t.Steps)-1]}
	ev, err := plan.ReadEvent(x.Step.Event)
	if err != nil || !s.Events.Has(ev.Name) {
		return x, nil
	}
	x.Tool = ev.Field(schema.ToolField).String()
	if f, ok := (sketcher{s}).mainField(ev.Name, s.Events.Agenda(ev.Name).Matcher, x.Tool); ok {
		if v := gjson.GetBytes(ev.JSON(), strings.Join(f.path, ".")); v.Type == gjson.String {
			x.Text, x.Shell = v.String(), s.Events.Does(x.Tool, f.path[len(f.path)-1]) == "shell"
		}
	}
	return x, ev
}

// packageOf returns the name of a package, its comment, and the file with the comment.
func packageOf(inst *build.Instance) (name, doc, file string) {
	for _, f := range inst.Files {
		for _, d := range f.Decls {
			p, ok := d.(*ast.Package)
			if !ok {
				continue
			}
			name = p.Name.Name
			if text := commentOn(d); text != "" && doc == "" {
				doc, file = text, filepath.ToSlash(f.Filename)
			}
		}
	}
	return name, doc, file
}
