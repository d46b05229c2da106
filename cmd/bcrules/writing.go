package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

// A writing is a project's rule folder to which a command writes rules. It then trusts what its user
// trusted before, and the bytes that it wrote; nobody was shown anything else in the folder,
// whenever that came. So the folder's state is recorded before, and afterwards its content is
// compared with both.
type writing struct {
	dir  string
	old  *trust.Record // what is trusted and in force, empty if the folder has no rules; nil if it has others
	made *schema.Set   // the rules with what is written, if they were compiled
}

// beforeWriting returns the state of a rule folder before a command writes to it. Only a folder that
// hooks would find matters.
func beforeWriting(dir string) writing {
	dir = trust.Real(dir)
	if filepath.Base(filepath.Dir(dir)) != ".claude" {
		return writing{}
	}
	set := layers.Asking(dir, os.Getenv)
	if !layers.HasRules(dir) { // so none act, whatever was trusted
		return writing{dir: dir, old: &trust.Record{Dir: dir}}
	}
	counts := compile.Count(set).Checked(compile.Kept)
	if r := counts.Frozen; r != nil && counts.Notice == "" && len(r.Ran(r.RunNow(""))) == 0 {
		return writing{dir: dir, old: r}
	}
	return writing{dir: dir}
}

// toTrust says what is left to do with written rules that nobody trusts yet.
const toTrust = "hooks answer by them once they are trusted: bcrules trust"

// trust trusts what was written if a person did it and trusted everything before; it says so, or
// what is left to do.
func (w writing) trust(c *cli.Context, here string, written ...page.File) error {
	if w.dir == "" {
		return nil
	}
	s := compile.Kept()
	s.Made = w.made
	var r *trust.Record
	if w.old != nil && trust.ByPerson(s, c.App.Reader, c.App.Writer) == nil {
		r, _ = w.record(s, written, c.App.ErrWriter) // vet reports faults
	}
	if r == nil {
		fmt.Fprintln(c.App.Writer, toTrust)
		return nil
	}
	return settle(c.App.Writer, trust.Records(layers.Asking(w.dir, os.Getenv), os.Getenv), *r, here)
}

// record returns what to trust of the folder with what was written, as the schema reads it; nil if
// the folder has anything else.
func (w writing) record(s *schema.Schema, written []page.File, stderr io.Writer) (*trust.Record, error) {
	if w.old == nil {
		return nil, nil
	}
	set := layers.Asking(w.dir, os.Getenv)
	var found trust.Content
	var err error
	bounded.Rules.Do(s, set.Layers, stderr, func() { found, err = trust.Read(s, set) })
	if err != nil {
		return nil, err
	}
	known := slices.Clone(w.old.Files)
	for _, f := range written {
		at := filepath.Join(trust.Real(filepath.Dir(f.Path)), filepath.Base(f.Path))
		known = slices.DeleteFunc(known, func(o trust.File) bool { return o.Path == at })
		known = append(known, trust.File{Path: at, Data: f.Data})
	}
	r := found.Record(s, w.old.Roots()...)
	unknown := slices.ContainsFunc(r.Files, func(f trust.File) bool {
		return !slices.ContainsFunc(known, func(k trust.File) bool { return k.Path == f.Path && bytes.Equal(k.Data, f.Data) })
	})
	for name, sum := range r.Modules {
		unknown = unknown || w.old.Modules[name] != sum
	}
	if unknown || len(w.old.Ran(r.Runs)) > 0 {
		return nil, nil
	}
	return &r, nil
}
