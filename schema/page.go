package schema

import (
	"cmp"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"github.com/tidwall/gjson"
)

// A Page is what a rule set says of itself to people.
type Page struct {
	Name     string // of the package
	Doc      string // the package's comment
	Settings []Setting
	Hooks    []PageHook // in the order they run
	Limits   []PageLimit
}

// A PageHook is a hook with its rules.
type PageHook struct {
	Listed
	Rules []PageRule // none if it is switched off
	Tests []Example  // that are about no rule of its own
}

// A PageRule is a rule with what its tests show.
type PageRule struct {
	Number int // in the hook, from 1
	plan.Rule
	Shown  []Setting // what the entry of a table that is called like the rule has @shown
	Holds  []Example
	Passes []Example // the nearest for which it doesn't hold
}

// A PageLimit is what rules can't see, with what shows it.
type PageLimit struct {
	Limit
	Shows []Example
}

// An Example is the event of a test.
type Example struct {
	Test string // its name
	Tool string // "" if the event is no tool call
	Text string // what the event's main field has, "" if that is no text
	// Shell says that the text is a command line.
	Shell bool
}

// Page returns the page of the rule set that layers make together. If it fails, the
// error is as that of Compile.
func (s *Schema) Page(layers ...string) (*Page, error) {
	c := s.compiler(&plan.Plan{Events: map[string]*plan.Agenda{}})
	defer c.registry.close()
	if err := c.compile(layers); err != nil {
		return nil, err
	}
	tests, err := s.Tests(c.plan, layers...)
	if err != nil {
		return nil, err
	}
	p := &Page{}
	var main string
	p.Name, p.Doc, main = packageOf(c.insts[0])
	ids := map[string]bool{}
	for _, l := range c.listed {
		h := PageHook{Listed: l}
		if l.Enabled {
			h.Rules = pageRules(c.plan, l)
		}
		for _, r := range h.Rules {
			ids[r.ID] = true
		}
		p.Hooks = append(p.Hooks, h)
	}
	tables := &tables{ids: ids, shown: map[string][]Setting{}}
	p.Settings = tables.settings(c.root, main)
	for i := range p.Hooks {
		for j := range p.Hooks[i].Rules {
			r := &p.Hooks[i].Rules[j]
			r.Shown = tables.shown[r.ID]
		}
	}
	for _, t := range tests {
		p.add(c, t)
	}
	slices.SortStableFunc(p.Limits, func(a, b PageLimit) int { return cmp.Compare(a.ID, b.ID) })
	return p, nil
}

// pageRules returns the rules of a hook.
func pageRules(p *plan.Plan, l Listed) []PageRule {
	var rules []PageRule
	for _, h := range p.Events[l.On[0]].Hooks {
		if h.Name == l.Name {
			for i, r := range h.Rules {
				rules = append(rules, PageRule{Number: i + 1, Rule: r})
			}
		}
	}
	return rules
}

// add puts a test where it belongs: to a limit, to the rule that it is about, or to
// the hooks that it meets.
func (p *Page) add(c *compiler, t Test) {
	x, ev := c.example(t)
	if t.Limit != (Limit{}) {
		i := slices.IndexFunc(p.Limits, func(l PageLimit) bool { return l.Limit == t.Limit })
		if i < 0 {
			i, p.Limits = len(p.Limits), append(p.Limits, PageLimit{Limit: t.Limit})
		}
		p.Limits[i].Shows = append(p.Limits[i].Shows, x)
		return
	}
	for i := range p.Hooks {
		h := &p.Hooks[i]
		if t.Hook != "" && t.Hook != h.Name || ev == nil || !slices.Contains(h.On, ev.Name) {
			continue
		}
		j := slices.IndexFunc(h.Rules, func(r PageRule) bool { return t.Rule != "" && r.ID == t.Rule })
		switch a := c.plan.Events[ev.Name]; {
		case j >= 0 && t.Holds:
			h.Rules[j].Holds = append(h.Rules[j].Holds, x)
		case j >= 0:
			h.Rules[j].Passes = append(h.Rules[j].Passes, x)
		case t.Rule == "" && a != nil && a.Matcher.Matches(h.Match, a.Matcher.Subject(ev)):
			h.Tests = append(h.Tests, x)
		}
	}
}

// example returns the last event of a test for people, and as it is; nil if it is none.
func (s *Schema) example(t Test) (Example, *plan.Event) {
	x := Example{Test: t.Name}
	ev, err := plan.ReadEvent(t.Steps[len(t.Steps)-1].Event)
	if err != nil || s.events[ev.Name] == nil {
		return x, nil
	}
	x.Tool = ev.Field(toolField).String()
	if f, ok := s.telling(ev.Name, s.agenda(ev.Name).Matcher, x.Tool); ok {
		if v := gjson.GetBytes(ev.JSON(), strings.Join(f.path, ".")); v.Type == gjson.String {
			x.Text, x.Shell = v.String(), s.tools[x.Tool].does[f.path[len(f.path)-1]] == "shell"
		}
	}
	return x, ev
}

// packageOf returns the name of a package, the comment on it, and the file that has
// it.
func packageOf(inst *build.Instance) (name, doc, file string) {
	for _, f := range inst.Files {
		for _, d := range f.Decls {
			p, ok := d.(*ast.Package)
			if !ok {
				continue
			}
			name = p.Name.Name
			for _, c := range ast.Comments(p) {
				if c.Doc && doc == "" {
					doc, file = strings.TrimSpace(c.Text()), f.Filename
				}
			}
		}
	}
	return name, doc, file
}
