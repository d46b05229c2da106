package trust

import (
	"path/filepath"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// A Content is the current content of an asking layer.
type Content struct {
	record   Record
	root     string // of the layer's project
	here     string // the folder from which it is looked at
	of       layers.Set
	compiled *schema.Set
}

// Read reads and compiles the asking layer of a rule set, together with the others. It fails like
// Schema.Compile.
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

// At returns the content as seen by somebody in a folder: in a session that starts there, rules run
// its files.
func (c Content) At(here string) Content {
	c.here = here
	return c
}

// Record returns the record of the content. To find out what to show, it also compiles the other
// layers, and packs. It looks at the files that rules run from the root of their project, and from
// other folders in which sessions start.
func (c Content) Record(s *schema.Schema, from ...string) Record {
	r, src := c.record, c.compiled.Source
	for _, f := range src.Files(r.Dir) {
		r.Files = append(r.Files, File{Path: f.Path, Data: f.Data})
	}
	r.Modules = src.Modules(r.Dir)
	asked, paths := r.describe(s, c.of, c.root, c.compiled), map[string]bool{}
	for of, sure := range asked {
		paths[of.file] = paths[of.file] || sure
	}
	r.Runs = append([]Kept{}, r.lookAt(paths, view{c.root, from, c.here})...)
	r.found(asked)
	return r
}

// Wanted returns the modules that would have to be fetched, by name and version.
func (c Content) Wanted() []string {
	if c.compiled == nil || c.compiled.Source == nil {
		return nil
	}
	return c.compiled.Source.Wanted(c.record.Dir)
}

// Plan returns the plan of the rule set.
func (c Content) Plan() *plan.Plan { return c.compiled.Plan }

// ProjectName returns what people call the project of a rule folder.
func ProjectName(dir string) string {
	if up := filepath.Dir(dir); filepath.Base(up) == ".claude" {
		dir = filepath.Dir(up)
	}
	return filepath.Base(dir)
}
