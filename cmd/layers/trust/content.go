package trust

import (
	"path/filepath"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// A Content is what there is to trust of a layer that asks, as it is now.
type Content struct {
	record   Record
	root     string // of the project that the layer is of
	here     string // where somebody looks at it
	of       layers.Set
	compiled *schema.Set
}

// Read reads and compiles the layer of a rule set that asks, with the others. It fails as
// Schema.Compile does.
func Read(s *schema.Schema, set layers.Set) (Content, error) {
	c := Content{record: Record{Dir: Real(set.Asks), Time: time.Now().UTC().Truncate(time.Second)}, root: rootOf(set.Asks)}
	var err error
	if c.record.Repository, c.record.Inside, err = host.Shared(c.record.Dir); err != nil {
		return c, err
	}
	c.of, s.Compares = set.Renamed(c.record.Dir), true
	c.compiled, err = s.Compile(c.of.Layers...)
	return c, err
}

// At is the content as somebody sees it who is in a folder: rules run what is there in a
// session that begins there.
func (c Content) At(here string) Content {
	c.here = here
	return c
}

// Record returns the record of it. To know what is to be shown the other layers are
// compiled, too, and packs. What the rules run is seen from the root of their project, and from
// other folders that sessions begin in.
func (c Content) Record(s *schema.Schema, from ...string) Record {
	r, src := c.record, c.compiled.Source
	for _, f := range src.Files(r.Dir) {
		r.Files = append(r.Files, File{Path: f.Path, Data: f.Data})
	}
	r.Modules = src.Modules(r.Dir)
	asked, paths := r.look(s, c.of, c.root, c.compiled), map[string]bool{}
	for of, sure := range asked {
		paths[of.file] = paths[of.file] || sure
	}
	r.Runs = append([]Kept{}, r.lookAt(paths, view{c.root, from, c.here})...)
	r.found(asked)
	return r
}

// Wanted returns the modules that it would need fetched, by name and version.
func (c Content) Wanted() []string {
	if c.compiled == nil || c.compiled.Source == nil {
		return nil
	}
	return c.compiled.Source.Wanted(c.record.Dir)
}

// Plan returns the plan of the rule set.
func (c Content) Plan() *plan.Plan { return c.compiled.Plan }

// ProjectName is what people call the project of a rule folder.
func ProjectName(dir string) string {
	if up := filepath.Dir(dir); filepath.Base(up) == ".claude" {
		dir = filepath.Dir(up)
	}
	return filepath.Base(dir)
}
