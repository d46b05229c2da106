package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

// suppose has rules read as if the packs had already joined them.
func (ch choice) suppose(s *schema.Schema) {
	if len(ch.fresh) == 0 {
		return
	}
	dir := filepath.Dir(ch.file.Path)
	for _, dir := range slices.Compact([]string{dir, trust.Real(dir)}) {
		s.Suppose(schema.File{Path: filepath.Join(dir, filepath.Base(ch.file.Path)), Data: ch.file.Data})
	}
}

// among returns the layers once the packs have joined them.
func (ch choice) among(all []string) []string {
	dir := filepath.Dir(ch.file.Path)
	switch {
	case len(ch.fresh) == 0 || slices.Contains(all, dir):
		return all
	case ch.user:
		return slices.Insert(slices.Clone(all), 0, dir)
	}
	return append(slices.Clone(all), dir)
}

// would prints what join would write.
func (ch choice) would(w io.Writer, here string) {
	if len(ch.fresh) > 0 {
		fmt.Fprintf(w, "would write %s, which takes %s\n", schema.Display(ch.file.Path, here), ch.names())
	}
}

// join writes the rule file and trusts it, unless that would trust anything else.
func (ch choice) join(c *cli.Context, here string, back *rollback.Rollback) error {
	if ch.file.Path == "" {
		return nil
	}
	s := compile.Kept()
	ch.suppose(s)
	r, asks, err := ch.record(s, c.App.ErrWriter)
	if err != nil {
		return err
	}
	if len(ch.fresh) > 0 {
		if err := back.Change(func() error { return write([]page.File{ch.file}, here) }, ch.file.Path); err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "wrote %s, which takes %s\n", schema.Display(ch.file.Path, here), ch.names())
	}
	switch {
	case asks.dir == "":
		return nil
	case r == nil && len(ch.fresh) > 0:
		fmt.Fprintln(c.App.Writer, toTrust)
	case r != nil:
		store := trust.Records(layers.Asking(asks.dir, os.Getenv), os.Getenv)
		return back.Change(func() error { return settle(c.App.Writer, store, *r, here) }, store.Path(r.Dir))
	}
	return nil
}

// record returns what to trust once packs have joined, nil if init can't decide that. It can if the
// folder's rules were already trusted and the file only imports packs of this program, which need
// nobody's trust.
func (ch choice) record(s *schema.Schema, stderr io.Writer) (*trust.Record, writing, error) {
	w := beforeWriting(filepath.Dir(ch.file.Path))
	if w.dir == "" { // the user's own
		return nil, w, nil
	}
	if r, _ := trust.State(layers.Asking(w.dir, os.Getenv), os.Getenv); r == nil {
		w.old = &trust.Record{Dir: w.dir} // what init wrote before it was killed needs nobody's trust either
	} else if len(ch.fresh) == 0 {
		return nil, w, nil
	}
	r, err := w.record(s, []page.File{ch.file}, stderr)
	if r != nil && len(w.old.Beyond(*r)) > 0 { // a person may have written that
		r = nil
	}
	return r, w, err
}
