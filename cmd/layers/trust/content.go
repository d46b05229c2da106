package trust

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/schema"
)

// Content returns the record of the layer that asks, as it is now, and the rule set.
func Content(s *schema.Schema, set layers.Set) (Record, *schema.Set, error) {
	if in, _, _ := settled(set, os.Getenv); in.Asks != "" {
		set = in
	}
	r := Record{Dir: Real(set.Asks), Time: time.Now().UTC().Truncate(time.Second)}
	in := slices.Clone(set.Layers)
	in[slices.Index(in, set.Asks)] = r.Dir
	compiled, err := s.Compile(in...)
	if err != nil {
		return r, nil, err
	}
	for _, f := range compiled.Source.Files(r.Dir) {
		r.Files = append(r.Files, File{Path: f.Path, Data: f.Data})
	}
	return r, compiled, nil
}

// ProjectName is what people call the project of a rule folder.
func ProjectName(dir string) string {
	if up := filepath.Dir(dir); filepath.Base(up) == ".claude" {
		dir = filepath.Dir(up)
	}
	return filepath.Base(dir)
}
