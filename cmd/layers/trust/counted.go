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

// Counted is the part of a rule set that applies: an asking layer only with the content that its
// user trusted.
type Counted struct {
	Layers []string
	Frozen *Record  // replaces the layer Frozen.Dir; nil if all are used as they are
	Watch  []string // files on which this depends
	Notice string   // what the user should know, "" for nothing
	Err    error    // why that is unknown: what applied before stays in force

	of      layers.Set // the set, with the asking layer under the record's name
	root    string     // of the asking layer's project
	without []string   // the layers without the asking one
	seen    bool       // it is known that what it does was shown
}

// Count returns the part of a rule set that applies.
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

// watched returns the files that decide whether an asking layer is trusted: its record, and its
// files by the project's name for their folder, which may be a link that later leads elsewhere.
func watched(set layers.Set, getenv func(string) string) []string {
	all := Records(set, getenv).watch(set.Asks)
	if root := set.Root(getenv); root != "" && !host.Within(Real(root), Real(set.Asks)) {
		all = append(all, host.SharedBy(root)...) // they identify the project (counts)
	}
	for _, name := range plan.RuleFiles(set.Asks).Names {
		all = append(all, filepath.Join(set.Asks, name))
	}
	return all
}

// Known returns what applies if a plan of the same rules exists, which had that notice: Compile then
// needn't check again whether they only do what was shown.
func (c Counted) Known(notice string) Counted {
	if notice != c.Notice && c.Frozen != nil {
		c.Layers, c.Frozen = c.without, nil
	}
	c.Notice, c.seen = notice, true
	return c
}

// Checked returns what applies, as Compile finds out, for a caller who doesn't need the rules. It
// makes the schema only if there is something to find out.
func (c Counted) Checked(schema func() *schema.Schema) Counted {
	if c.Frozen != nil && !c.seen {
		c.Compile(schema()) // whoever compiles the current rules reports faults
	}
	return c
}

// Compile compiles what applies. If the asking layer can do more than its user was shown, because
// another layer or a module changed, it no longer applies, and the notice says so. It fails like
// Schema.Compile.
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
	s.Compares = !c.seen
	compiled, err := s.Compile(c.Layers...)
	if err != nil || c.seen {
		return compiled, err
	}
	now := Record{Dir: c.Frozen.Dir, Modules: compiled.Source.Modules(c.Frozen.Dir)}
	asked := now.describe(s, c.of, c.root, compiled)
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

// NotRun says which files of the project the asking layer's rules don't run in a session that starts
// here, because they changed since they were trusted; "" if there are none.
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
	return fmt.Sprintf("the rules in %s don't run %s, because it has changed since they were trusted "+
		"(bcrules trust --diff shows the change, bcrules trust accepts it)", files.Visible(r.Dir), files.Visible(strings.Join(all, ", ")))
}

// State returns what the user trusts of a set's asking layer, nil for nothing, and what to tell
// about it, "" for nothing.
func State(set layers.Set, getenv func(string) string) (r *Record, notice string) {
	r, notice, _ = state(set, getenv)
	return r, notice
}

// state is State, and fails if it can't find out.
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
