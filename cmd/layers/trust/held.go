package trust

import (
	"os"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/schema"
)

// held supplies the asking layer of a set if its user trusts it: as the user's own under another
// name, or as it was when trusted, however it was named. Naming a folder only asks to look at it: an
// untrusted one is read from the disk, and then reaches neither files nor servers.
//
// The bytes returned are those that were compared. Nothing says whether a folder is trusted, since
// it could have changed by the time it is read.
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

// supply returns the layer from the record.
func (r *Record) supply() schema.Supply {
	s := schema.Supply{Trusted: true, From: r.Dir, Modules: r.Modules, Fetch: func(name string) bool { return r.Modules[name] != "" }}
	for _, f := range r.Files {
		s.Files = append(s.Files, schema.File{Path: f.Path, Data: f.Data})
	}
	return s
}
