package schema

import (
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/compile"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"
	"github.com/hashicorp/go-multierror"
)

// A Set is a rule set as it was compiled.
type Set struct {
	Plan     *engine.Plan
	Warnings []*engine.Error // what is allowed and probably not meant, in the order of their places
}

// Compile returns the rule set in a folder, or that of a pack of the binary as
// rules.Path/NAME. If it fails, the error is a *multierror.Error with all faults,
// most of them an *engine.Error at its place, and the plan has its sources only.
func (s *Schema) Compile(dir string) (*Set, error) {
	c := &compiler{Schema: s, dir: dir, seen: map[string]bool{},
		plan: &engine.Plan{Events: map[string]*engine.Agenda{}}}
	err := c.compile()
	return &Set{Plan: c.plan, Warnings: c.warnings}, err
}

func (c *compiler) compile() error {
	inst, errs := c.load(c.dir)
	c.plan.Sources, c.plan.Folders = c.watched(c.dir, inst)
	if len(errs) > 0 {
		for _, err := range errs {
			if inst == nil {
				c.fault(err)
				continue
			}
			for _, f := range c.cueFaults(errors.Promote(err, ""), token.NoPos) {
				c.fault(f)
			}
		}
		return c.err()
	}
	v := c.ctx.BuildInstance(inst)
	c.root = v
	if err := v.Validate(); err != nil {
		for _, f := range c.cueFaults(err, v.Pos()) {
			c.fault(f)
		}
		return c.err()
	}
	c.settingNames(v, inst)
	before := len(c.faults)
	for _, name := range []string{"hooks", "settings", "log"} {
		c.structural(name, v.LookupPath(cue.ParsePath(name)))
	}
	if len(c.faults) > before {
		return c.err()
	}
	c.settings(v.LookupPath(cue.ParsePath("settings")))
	c.journal(v.LookupPath(cue.ParsePath("log")))
	c.hooks(v.LookupPath(cue.ParsePath("hooks")))
	return c.err()
}

// A compiler turns one rule set into one plan.
type compiler struct {
	*Schema
	plan     *engine.Plan
	dir      string    // of the rule set
	root     cue.Value // the rule set
	faults   []error
	warnings []*engine.Error
	seen     map[string]bool
	hook     string // being compiled
	rule     int    // being compiled, from 1

	outcomes []string // names of steps of the hook being compiled
}

func (c *compiler) err() error {
	if len(c.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(c.faults, func(a, b error) int {
		x, ok1 := a.(*engine.Error)
		y, ok2 := b.(*engine.Error)
		if !ok1 || !ok2 {
			return 0
		}
		if d := strings.Compare(x.File, y.File); d != 0 {
			return d
		}
		if d := x.Line - y.Line; d != 0 {
			return d
		}
		return x.Col - y.Col
	})
	return &multierror.Error{Errors: c.faults, ErrorFormat: func(all []error) string {
		lines := make([]string, len(all))
		for i, err := range all {
			lines[i] = err.Error()
		}
		return strings.Join(lines, "\n")
	}}
}

// settings compiles the shapes of settings files.
func (c *compiler) settings(v cue.Value) {
	if !v.Exists() {
		return
	}
	c.plan.Settings = map[string]*engine.Settings{}
	each(v, func(name string, v cue.Value) error {
		if !c.checked(v, c.def("#Settings")) {
			return nil
		}
		s := &engine.Settings{Shape: c.values(v.LookupPath(cue.ParsePath("values")))}
		s.File, _ = v.LookupPath(cue.ParsePath("file")).String()
		c.plan.Settings[name] = s
		return nil
	})
}

func (c *compiler) values(v cue.Value) *engine.Shape {
	leaf := v.LookupPath(cue.ParsePath("default"))
	if !leaf.Exists() {
		o := &engine.Shape{Kind: "object", Fields: map[string]*engine.Shape{}}
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
		c.plan.Log.Level = c.template(level, compile.LogScope(c.plan), nil)
	}
}

// Display returns a file as people in folder dir call it.
func Display(file, dir string) string {
	if rel, err := filepath.Rel(dir, filepath.FromSlash(file)); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return file
}
