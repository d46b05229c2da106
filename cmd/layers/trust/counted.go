package trust

import (
	"cmp"
	"fmt"
	"slices"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/schema"
)

// Counted is what counts of a rule set: the layer that asks for trust only as it was
// when its user trusted it.
type Counted struct {
	Layers []string
	Frozen *Record  // what stands for the layer Frozen.Dir; nil where all are taken as they are
	Watch  []string // files that this depends on
	Notice string   // what the user is to know of it, "" for nothing
}

// Count returns what counts of a rule set.
func Count(set layers.Set, getenv func(string) string) Counted {
	set, getenv, news := settled(set, getenv)
	if set.Asks == "" {
		return Counted{Layers: set.Layers, Notice: news}
	}
	r, notice := state(set, getenv)
	c := Counted{Frozen: r, Watch: []string{Open(layers.User(getenv)).Path(set.Asks)}, Notice: cmp.Or(news, notice)}
	if set.Doubted != "" {
		c.Watch = append(c.Watch, layers.User(getenv)) // which nobody looks into at an event
	}
	if r == nil {
		c.Layers = set.Without(getenv)
		return c
	}
	c.Layers = slices.Clone(set.Layers)
	c.Layers[slices.Index(c.Layers, set.Asks)] = r.Dir
	return c
}

// Freeze gives a schema what was trusted, in the place of the files that are there now.
func (c Counted) Freeze(s *schema.Schema) {
	if c.Frozen == nil {
		return
	}
	var files []schema.File
	for _, f := range c.Frozen.Files {
		files = append(files, schema.File{Path: f.Path, Data: f.Data})
	}
	s.Freeze(c.Frozen.Dir, files)
}

// State returns what its user trusts of the layer of a rule set that asks, nil for
// nothing, and what is to be said of it, "" for nothing.
func State(set layers.Set, getenv func(string) string) (r *Record, notice string) {
	set, getenv, _ = settled(set, getenv)
	return state(set, getenv)
}

func state(set layers.Set, getenv func(string) string) (r *Record, notice string) {
	if set.Asks == "" {
		return nil, ""
	}
	r, err := Open(layers.User(getenv)).Read(set.Asks)
	switch {
	case err != nil:
		return nil, fmt.Sprintf("the rules in %s do nothing: %v", set.Asks, err)
	case r == nil:
		return nil, fmt.Sprintf("the rules in %s are not trusted and do nothing: bcrules trust shows what they can do, and asks", set.Asks)
	case len(r.Changes()) > 0:
		notice = fmt.Sprintf("the rules in %s were changed since they were trusted: hooks go on as they were (bcrules trust --diff shows the change, bcrules trust accepts it)", set.Asks)
	}
	return r, notice
}
