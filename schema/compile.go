package schema

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"
	"bcrules.dev/schema/prove"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"github.com/hashicorp/go-multierror"
)

// A Set is a rule set as it was compiled.
type Set struct {
	Plan     *plan.Plan
	Hooks    []Listed      // all of them, also those switched off, in the order they run
	Warnings []*plan.Error // what is allowed and probably not meant, in the order of their places
	// Passing says that a registry did not give a module: the faults may be gone
	// without a change of the rules.
	Passing bool
	Can     []Ability         // what its hooks do, in the order they run; not of those switched off
	Files   map[string][]File // what each layer was read from, packs left out, as it was then
}

// Compile returns the rule set that layers make together: folders, or packs of the
// binary as rules.Path/NAME. If it fails, the error is a *multierror.Error with
// all faults, most of them an *plan.Error at its place, and the plan has its
// sources and, for plan.Plan.Guard, the hooks as far as they could be read.
func (s *Schema) Compile(layers ...string) (*Set, error) { return s.set(layers, false) }

// Vet is Compile that looks further: for rules that compile and can't be meant so.
// What it refuses beyond Compile harms nobody at hook time, so hooks run by Compile.
func (s *Schema) Vet(layers ...string) (*Set, error) { return s.set(layers, true) }

func (s *Schema) set(layers []string, vet bool) (*Set, error) {
	c := s.compiler(&plan.Plan{Events: map[string]*plan.Agenda{}})
	c.vet = vet
	defer c.registry.close()
	err := c.compile(layers)
	slices.SortStableFunc(c.warnings, func(a, b *plan.Error) int { return byPlace(a, b) })
	return &Set{Plan: c.plan, Hooks: c.listed, Warnings: c.warnings, Passing: c.registry.missed.Load(), Can: c.can, Files: c.files}, err
}

// compiler returns a compiler that fills in a plan; its registry is to be closed.
func (s *Schema) compiler(p *plan.Plan) *compiler {
	c := &compiler{Schema: s, plan: p, seen: map[string]bool{}, ranks: map[string]int{}, refers: map[plan.Pos]bool{},
		files: map[string][]File{}, marked: map[string]cue.Value{}, budget: prove.NewBudget()}
	c.registry = newRegistry(&c.origins, fetchTime)
	return c
}

func (c *compiler) compile(layers []string) error {
	v, insts := c.unified(layers)
	if len(c.faults) > 0 {
		return c.err()
	}
	c.insts = insts
	c.settingNames(v, insts)
	c.noTests(v)
	before := len(c.faults)
	for _, name := range []string{"hooks", "settings", "tables", "marks", "log"} {
		c.structural(name, v.LookupPath(cue.ParsePath(name)))
	}
	if len(c.faults) > before {
		return c.err()
	}
	c.settings(v.LookupPath(cue.ParsePath("settings")))
	c.marks(v.LookupPath(cue.ParsePath("marks")))
	c.tabulate(v.LookupPath(cue.ParsePath("tables")))
	c.journal(v.LookupPath(cue.ParsePath("log")))
	c.plan.Timeout = c.timeout(v.LookupPath(cue.ParsePath("timeout")))
	c.hooks(v.LookupPath(cue.ParsePath("hooks")))
	c.conflicts()
	c.sayUnproved()
	return c.err()
}

// A compiler turns one rule set into one plan.
type compiler struct {
	*Schema
	plan     *plan.Plan
	listed   []Listed
	dir      string    // of the layer being looked at
	vet      bool      // look for what is not meant, too
	tests    bool      // a layer's tests are loaded with it
	root     cue.Value // the rule set
	insts    []*build.Instance
	base     []string // path of the value that is checked, loose, if one is
	origins  origins
	registry *registry
	ranks    map[string]int    // of the layers' own files, from 1
	refers   map[plan.Pos]bool // where they embed or refer to something
	faults   []error
	warnings []*plan.Error
	can      []Ability
	read     []File               // of the layer being read, which no instance has
	files    map[string][]File    // by layer
	marked   map[string]cue.Value // marks without faults, by name
	seen     map[string]bool
	hook     string // being compiled
	rule     int    // being compiled, from 1

	event    string   // that the hook is compiled for
	match    string   // its matcher
	outcomes []string // names of steps of the hook being compiled

	paths map[string]string // of tables' files, as they are written

	scenes []*scene // all hooks that are on, for vet
	budget *prove.Budget
	open   []*plan.Error // where something was not proved

	want cue.Value // what is being checked against
}

func (c *compiler) err() error {
	if len(c.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(c.faults, byPlace)
	return &multierror.Error{Errors: c.faults, ErrorFormat: func(all []error) string {
		lines := make([]string, len(all))
		for i, err := range all {
			lines[i] = err.Error()
		}
		return strings.Join(lines, "\n")
	}}
}

// byPlace compares faults by where they stand.
func byPlace(a, b error) int {
	x, ok1 := a.(*plan.Error)
	y, ok2 := b.(*plan.Error)
	if !ok1 || !ok2 {
		return 0
	}
	return cmp.Or(strings.Compare(x.File, y.File), x.Line-y.Line, x.Col-y.Col)
}

// settings compiles the shapes of settings files.
func (c *compiler) settings(v cue.Value) {
	if !v.Exists() {
		return
	}
	c.plan.Settings = map[string]*plan.Settings{}
	each(v, func(name string, v cue.Value) error {
		if !c.checked(v, c.def("#Settings")) {
			return nil
		}
		s := &plan.Settings{Shape: c.values(v.LookupPath(cue.ParsePath("values")))}
		s.File, _ = v.LookupPath(cue.ParsePath("file")).String()
		c.plan.Settings[name] = s
		return nil
	})
}

func (c *compiler) values(v cue.Value) *plan.Shape {
	leaf := v.LookupPath(cue.ParsePath("default"))
	if !leaf.Exists() {
		o := &plan.Shape{Kind: "object", Fields: map[string]*plan.Shape{}}
		each(v, func(name string, v cue.Value) error {
			o.Fields[name] = c.values(v)
			return nil
		})
		return o
	}
	leaf, _ = leaf.Default()
	s := shapeOf(leaf)
	s.Item = nil
	s.Default, _ = leaf.MarshalJSON()
	if min, err := v.LookupPath(cue.ParsePath("min")).Float64(); err == nil {
		s.Min = &min
	}
	s.Join, _ = v.LookupPath(cue.ParsePath("join")).Bool()
	return s
}

func (c *compiler) journal(v cue.Value) {
	if !v.Exists() || !c.checked(v, c.def("#Log")) {
		return
	}
	c.plan.Log.File, _ = v.LookupPath(cue.ParsePath("file")).String()
	if decisions, err := v.LookupPath(cue.ParsePath("decisions")).Bool(); err == nil {
		c.plan.Log.Quiet = !decisions
	}
	c.plan.Log.Inputs, _ = v.LookupPath(cue.ParsePath("inputs")).Bool()
	c.plan.Log.Max, _ = v.LookupPath(cue.ParsePath("maxBytes")).Int64()
	if level := v.LookupPath(cue.ParsePath("level")); level.Exists() {
		c.plan.Log.Level = c.template(level, expr.LogScope(c.plan), nil)
	}
}

// timeout reads how long an event may take, 0 if nothing is said.
func (c *compiler) timeout(v cue.Value) time.Duration {
	if !v.Exists() || !c.checked(v, c.def("#Timeout")) {
		return 0
	}
	text, _ := v.String()
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		c.faultf(checkForm, placeOf(v), "timeout: found %q, want a duration such as 8s or 500ms", text)
	}
	return d
}

// Display returns a file as people in folder dir call it.
func Display(file, dir string) string {
	if rel, err := filepath.Rel(dir, filepath.FromSlash(file)); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return file
}
