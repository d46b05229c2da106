package trust

import (
	"path/filepath"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/schema"
)

// Content returns the record of the layer that asks, as it is now.
func Content(s *schema.Schema, set layers.Set, getenv func(string) string) (Record, error) {
	if in, _, _ := settled(set, getenv); in.Asks != "" {
		set = in
	}
	r := Record{Dir: Real(set.Asks), Time: time.Now().UTC().Truncate(time.Second)}
	set = set.Renamed(r.Dir)
	compiled, err := s.Compile(set.Layers...)
	if err != nil {
		return r, err
	}
	for _, f := range compiled.Source.Files(r.Dir) {
		r.Files = append(r.Files, File{Path: f.Path, Data: f.Data})
	}
	r.Modules = compiled.Source.Modules(r.Dir)
	r.look(s, set, compiled)
	return r, nil
}

// ProjectName is what people call the project of a rule folder.
func ProjectName(dir string) string {
	if up := filepath.Dir(dir); filepath.Base(up) == ".claude" {
		dir = filepath.Dir(up)
	}
	return filepath.Base(dir)
}
