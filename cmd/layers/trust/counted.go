package trust

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// Counted is what counts of a rule set: the layer that asks for trust only as it was
// when its user trusted it.
type Counted struct {
	Layers []string
	Frozen *Record  // what stands for the layer Frozen.Dir; nil where all are taken as they are
	Watch  []string // files that this depends on
	Notice string   // what the user is to know of it, "" for nothing
	Err    error    // why there is no telling what counts: what did before still does

	of      layers.Set // that it was counted of, with the layer that asks as the record names it
	root    string     // of the project that this is of
	without []string   // the layers without that
	seen    bool       // that what it does was shown is known
}

// Count returns what counts of a rule set.
func Count(set layers.Set, getenv func(string) string) Counted {
	news := idle(set)
	if set.Asks == "" {
		return Counted{Layers: set.Layers, Notice: news}
	}
	r, notice, err := state(set, getenv)
	c := Counted{Frozen: r, Err: err, Watch: watched(set, getenv), Notice: cmp.Or(news, notice)}
	c.without = set.Without(getenv)
	if r == nil {
		c.Layers = c.without
		return c
	}
	c.of, c.root = set.Renamed(r.Dir), rootOf(set.Asks)
	c.Layers = c.of.Layers
	return c
}

// watched returns what it depends on whether a layer that asks is trusted: its record, and its
// files by the name that the project has for their folder. That may be a link, which leads
// elsewhere one day, and then they are others.
func watched(set layers.Set, getenv func(string) string) []string {
	all := Records(set, getenv).watch(set.Asks)
	if root := set.Root(getenv); root != "" && !host.Within(Real(root), Real(set.Asks)) {
		all = append(all, host.SharedBy(root)...) // which tells the project (counts)
	}
	for _, name := range plan.RuleFiles(set.Asks).Names {
		all = append(all, filepath.Join(set.Asks, name))
	}
	return all
}

// Known returns what counts where a plan was made of the same rules, and what was said of
// it then: Compile needn't find out once more whether they do what was shown.
func (c Counted) Known(notice string) Counted {
	if notice != c.Notice && c.Frozen != nil {
		c.Layers, c.Frozen = c.without, nil
	}
	c.Notice, c.seen = notice, true
	return c
}

// Checked returns what counts where nobody needs the rules themselves, as Compile finds
// it. The schema is made where there is something to find out.
func (c Counted) Checked(schema func() (*schema.Schema, error)) Counted {
	if c.Frozen == nil || c.seen {
		return c
	}
	if s, err := schema(); err == nil {
		c.Compile(s) // faults are for who compiles what is there now
	}
	return c
}

// Compile compiles what counts. Where the layer that asks can do more than its user was
// shown, as another layer or a module is not what it was, it counts no more, and the
// notice says so. It fails as Schema.Compile does.
func (c *Counted) Compile(s *schema.Schema) (*schema.Set, error) {
	if c.Frozen == nil {
		return s.Compile(c.Layers...)
	}
	others, frozen := s.Supply, c.Frozen
	s.Supply = func(dir string) schema.Supply {
		if dir == frozen.Dir {
			return frozen.supply()
		}
		return others(dir)
	}
	compiled, err := s.Compile(c.Layers...)
	if err != nil || c.seen {
		return compiled, err
	}
	now := Record{Dir: c.Frozen.Dir, Modules: compiled.Source.Modules(c.Frozen.Dir)}
	asked := now.look(s, c.of, c.root, compiled)
	more := c.Frozen.Beyond(now)
	if len(more) == 0 {
		c.Frozen.seal(compiled.Plan, asked)
		return compiled, nil
	}
	c.Notice = fmt.Sprintf("the rules in %s do nothing, as they would do more than you were shown (%s): bcrules trust shows it, and asks", files.Visible(c.Frozen.Dir), more[0])
	c.Layers, c.Frozen = c.without, nil
	sources, folders := compiled.Plan.Sources, compiled.Plan.Folders
	compiled, err = s.Compile(c.Layers...)
	compiled.Plan.Sources, compiled.Plan.Folders = append(compiled.Plan.Sources, sources...), append(compiled.Plan.Folders, folders...)
	return compiled, err
}

// NotRun says which files of the project aren't run by the rules of the layer that asks in a
// session that begins here, as they are not what was trusted; "" for none.
func NotRun(set layers.Set, getenv func(string) string) string {
	r, _ := State(set, getenv)
	if r == nil {
		return ""
	}
	var all []string
	here := ""
	if set.Of != nil {
		here = set.Of.Cwd
	}
	for _, k := range r.RunNow(here) {
		if len(r.Ran([]Kept{k})) > 0 && !slices.Contains(all, k.Path) {
			all = append(all, k.Path)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("the rules in %s don't run %s, as it was not so when they were trusted "+
		"(bcrules trust --diff shows the change, bcrules trust accepts it)", files.Visible(r.Dir), files.Visible(strings.Join(all, ", ")))
}

// State returns what its user trusts of the layer of a rule set that asks, nil for
// nothing, and what is to be said of it, "" for nothing.
func State(set layers.Set, getenv func(string) string) (r *Record, notice string) {
	r, notice, _ = state(set, getenv)
	return r, notice
}

// state is State, and fails if there is no telling.
func state(set layers.Set, getenv func(string) string) (r *Record, notice string, err error) {
	if set.Asks == "" {
		return nil, "", nil
	}
	user, dir := set.User(getenv), files.Visible(set.Asks)
	r, err = Open(user).Read(set.Asks)
	switch {
	case err != nil:
		return nil, fmt.Sprintf("what you trust of the rules in %s can't be read: %v", dir, err), err
	case user == "":
		return nil, fmt.Sprintf("the rules in %s do nothing: found no home folder, want one: it has what you trust", dir), nil
	case r == nil:
		return nil, fmt.Sprintf("the rules in %s are not trusted and do nothing: bcrules trust shows what they can do, and asks", dir), nil
	}
	switch counts, err := r.counts(set.Root(getenv)); {
	case err != nil:
		return nil, fmt.Sprintf("nobody can tell whether the rules in %s are trusted here: %v", dir, err), err
	case !counts:
		do := "bcrules trust"
		if getenv(layers.Variable) != "" {
			do = fmt.Sprintf("%s=%s bcrules trust %s", layers.Variable, dir, dir)
		}
		return nil, fmt.Sprintf("the rules in %s do nothing here, as you trust them in another project: %s shows what they can do, and asks", dir, do), nil
	case len(r.Changes()) > 0:
		notice = fmt.Sprintf("the rules in %s were changed since they were trusted: hooks go on as they were (bcrules trust --diff shows the change, bcrules trust accepts it)", dir)
	}
	return r, notice, nil
}
