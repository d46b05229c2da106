package trust

import (
	"os"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/schema"
)

// held supplies the layer of a set, which asks, where it is what its user trusts: the user's own
// under another name, or as it was when it was trusted, however it was named. To name a folder is
// to have it looked at. What isn't trusted is read from the disk, and reaches neither files nor
// servers then.
//
// The bytes given are those that were compared. Nothing says whether a folder is trusted: it may
// be another by the time that it is read.
func held(set layers.Set, own string) schema.Supply {
	if own != "" && Real(set.Asks) == Real(own) {
		return schema.Supply{Trusted: true, From: own}
	}
	r, notice, _ := state(set, os.Getenv)
	if r == nil || notice != "" {
		return schema.Supply{}
	}
	return r.supply()
}

// supply has a layer read from the record.
func (r *Record) supply() schema.Supply {
	s := schema.Supply{Trusted: true, From: r.Dir, Modules: r.Modules, Fetch: func(name string) bool { return r.Modules[name] != "" }}
	for _, f := range r.Files {
		s.Files = append(s.Files, schema.File{Path: f.Path, Data: f.Data})
	}
	return s
}
