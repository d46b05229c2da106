package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/inside"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/mend"
	"bcrules.dev/schema/page"
	"bcrules.dev/schema/vet"

	"github.com/aymanbagabas/go-udiff"
	"github.com/hashicorp/go-multierror"
	"github.com/urfave/cli/v2"
)

// A vetter vets rule sets. If it mends, it does so in memory, repeatedly, as one fault may hide
// another, and writes the results after all sets.
type vetter struct {
	*schema.Schema
	c     *cli.Context
	here  string
	fix   bool
	files []*mend.File
	out   error // of the first file outside of the project, which stays as it is
}

// rounds limits how often mending vets a rule set.
const rounds = 10

// vet vets a rule set.
func (v *vetter) vet(layers []string) (set *schema.Set, err error) {
	for range rounds {
		bounded.Rules.Do(v.Schema, layers, v.c.App.ErrWriter, func() { set, err = vet.Vet(v.Schema, layers...) })
		if !v.fix || v.mend(layers, set, err) == 0 {
			break
		}
	}
	return set, err
}

// mend mends findings in the files of some layers, and returns how many.
func (v *vetter) mend(layers []string, set *schema.Set, err error) (made int) {
	for name, faults := range byFile(set, err) {
		path := filepath.FromSlash(name)
		if !ofLayer(path, layers) {
			continue // such as an imported file
		}
		f := v.file(path)
		if f == nil {
			continue // it is gone, or not ours to change
		}
		if n := f.Mend(faults...); n > 0 {
			made += n
			v.Suppose(schema.File{Path: path, Data: f.Is})
		}
	}
	return made
}

// byFile returns the faults and warnings of a rule set by file.
func byFile(set *schema.Set, err error) map[string][]error {
	all := map[string][]error{}
	var faults *multierror.Error
	if errors.As(err, &faults) {
		for _, fault := range faults.Errors {
			if at := (*plan.Error)(nil); errors.As(fault, &at) {
				all[at.File] = append(all[at.File], at)
			}
		}
	}
	for _, w := range set.Warnings {
		all[w.File] = append(all[w.File], w)
	}
	return all
}

// ofLayer reports whether a file lies in one of some folders, rather than in a pack or another
// import. A trusted folder may be read under another name than it was given by.
func ofLayer(path string, layers []string) bool {
	dir := trust.Real(filepath.Dir(path))
	return filepath.IsAbs(path) && slices.ContainsFunc(layers, func(layer string) bool { return trust.Real(layer) == dir })
}

// file returns the current state of a file, nil if it can't be read or isn't ours to change.
func (v *vetter) file(path string) *mend.File {
	for _, f := range v.files {
		if f.Path == path {
			return f
		}
	}
	at, err := inside.Place(path, filepath.Dir(path))
	if err != nil {
		v.out = cmp.Or(v.out, err)
		return nil
	}
	data, err := files.Read(at)
	if err != nil {
		return nil
	}
	v.files = append(v.files, mend.NewFile(path, data))
	return v.files[len(v.files)-1]
}

// changed returns the mended files, sorted by name.
func (v *vetter) changed() []*mend.File {
	all := slices.DeleteFunc(slices.Clone(v.files), func(f *mend.File) bool { return bytes.Equal(f.Was, f.Is) })
	slices.SortFunc(all, func(a, b *mend.File) int { return bytes.Compare([]byte(a.Path), []byte(b.Path)) })
	return all
}

// diff shows what would be written.
func (v *vetter) diff(w io.Writer) {
	for _, f := range v.changed() {
		name := schema.Display(f.Path, v.here)
		show.Diff(w, udiff.Unified(name, name, string(f.Was), string(f.Is)))
	}
}

// write writes each mended file atomically and prints what changed. Rules that a person trusted stay
// trusted if a person had them mended.
func (v *vetter) write(w io.Writer) error {
	before := map[string]writing{}
	for _, f := range v.changed() {
		if dir := filepath.Dir(f.Path); before[dir] == (writing{}) {
			before[dir] = beforeWriting(dir)
		}
		if err := replace(f); err != nil {
			return fmt.Errorf("%s: %w", schema.Display(f.Path, v.here), err)
		}
		for _, ch := range f.Changes() {
			ch.File = schema.Display(ch.File, v.here)
			fmt.Fprintln(w, changedTo(ch))
		}
	}
	for _, was := range before {
		if was.old != nil && trust.ByPerson(v.Schema, v.c.App.Reader, v.c.App.Writer) == nil { // otherwise vet says whether they are in force
			if err := was.trust(v.c, v.here, v.mended()...); err != nil {
				return err
			}
		}
	}
	return nil
}

// mended returns the mended files as written.
func (v *vetter) mended() (all []page.File) {
	for _, f := range v.changed() {
		all = append(all, page.File{Path: f.Path, Data: f.Is})
	}
	return all
}

// changedTo says what changed where; the texts are quoted unless they have quotes.
func changedTo(ch mend.Change) string {
	if strings.ContainsAny(ch.Found+ch.Text, `"'`) {
		return fmt.Sprintf("%s: %s is now %s", ch.Pos, ch.Found, ch.Text)
	}
	return fmt.Sprintf("%s: %q is now %q", ch.Pos, ch.Found, ch.Text)
}

// replace writes a mended file, unless it changed since it was read.
func replace(f *mend.File) error {
	at, err := inside.Place(f.Path, filepath.Dir(f.Path))
	if err != nil {
		return err
	}
	return files.Changing(at, func(p files.Place, data []byte) error {
		if !bytes.Equal(data, f.Was) {
			return errors.New("found another content than a moment ago, want nobody else to write it")
		}
		return files.Write(p, f.Is)
	})
}
