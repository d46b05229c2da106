package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/cmd/ui"
	"bcrules.dev/engine/host"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
	"bcrules.dev/schema/test"
	"bcrules.dev/schema/vet"

	"github.com/urfave/cli/v2"
)

// A trial is kept as two new files in the project's rule folder, if that lies in the project.
// Existing files don't change, and nothing becomes trusted: bcrules trust asks about these rules
// like about anybody else's. To check them, untrusted rules are read as vet reads them.

// keep names the files for the rules and the test of a trial, or says why there can't be any, and
// writes them if asked.
func (t *attempt) keep(c *cli.Context) {
	if err := t.kept(c); err != nil {
		t.came.Files, t.came.Refused = nil, err.Error()
	}
}

func (t *attempt) kept(c *cli.Context) error {
	switch {
	case !hookName.MatchString(t.Name):
		return fmt.Errorf("name: found %q, want a letter, then letters, digits, - or _", t.Name)
	case !t.came.Compiles || t.came.Test == "":
		return errors.New("found no rules that answer an event, want some: they are kept with a test")
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	dir, in := layers.RuleFolder(here, os.Getenv), host.FindProject(here, os.Getenv)
	root := cmp.Or(in.Main(), in.Root)
	if rel, err := filepath.Rel(trust.Real(root), trust.Real(dir)); err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("%s: found the project's rule folder outside of %s, want it there", dir, root)
	}
	folder, err := page.ReadFolder(dir)
	if err != nil {
		return err
	}
	all := []page.File{
		{Path: filepath.Join(dir, t.Name+".cue"), Data: inPackage(t.Rules, folder.Package), New: true},
		{Path: filepath.Join(dir, t.Name+"_test.cue"), Data: inPackage(t.came.Test, folder.Package), New: true},
	}
	if err := vacant(all, here); err != nil {
		return err
	}
	if err := t.proved(c); err != nil {
		return err
	}
	if err := t.fits(c, folder, here, all[0]); err != nil {
		return err
	}
	if t.Write {
		if err := write(all, here); err != nil {
			return err
		}
	}
	for _, f := range all {
		t.came.Files = append(t.came.Files, ui.File{Path: schema.Display(f.Path, here), Text: string(f.Data)})
	}
	return nil
}

// inPackage returns a text moved to a package.
func inPackage(text, name string) []byte {
	return []byte(strings.Replace(text, "package "+packageOf(text), "package "+name, 1))
}

// proved runs the test with these rules alone.
func (t *attempt) proved(c *cli.Context) error {
	if err := os.WriteFile(filepath.Join(t.dir, worldFile), inPackage(t.came.Test, packageOf(t.Rules)), 0o600); err != nil {
		return err
	}
	set, err := test.Set{}, error(nil)
	bounded.Tests.Do(t.schema, []string{t.dir}, c.App.ErrWriter, func() { set, err = test.Read(t.schema, t.dir) })
	if err != nil {
		return firstOf(err, t.dir)
	}
	var said bytes.Buffer
	out := &show.TestReport{Out: &said, Err: &said, Here: t.dir}
	if err := out.Report(compile.Runner().Run(set)); err != nil || !out.Failed {
		return err
	}
	return fmt.Errorf("the test that would be written fails; the playground must say what programs print:\n%s", said.String())
}

// fits vets the project's rules with the new file among them. It fails if a hook of that name
// exists.
func (t *attempt) fits(c *cli.Context, folder *page.Folder, here string, f page.File) error {
	s := compile.Schema()
	own, err := bounded.Rules.Compile(t.schema, []string{t.dir}, c.App.ErrWriter)
	if err != nil {
		return err
	}
	in := layers.Find(nil, here, os.Getenv)
	for _, h := range own.Hooks {
		if err := unique(s, h.Name, folder, here, c.App.ErrWriter); err != nil && strings.HasPrefix(h.At.File, t.dir) {
			return err
		}
	}
	stack := in.Layers
	if !slices.ContainsFunc(stack, func(l string) bool { return trust.Real(l) == trust.Real(folder.Dir) }) {
		stack = append(slices.Clone(stack), folder.Dir)
	}
	for _, dir := range slices.Compact([]string{folder.Dir, trust.Real(folder.Dir)}) {
		s.Suppose(schema.File{Path: filepath.Join(dir, filepath.Base(f.Path)), Data: f.Data})
	}
	bounded.Rules.Do(s, stack, c.App.ErrWriter, func() { _, err = vet.Vet(s, stack...) })
	if err != nil {
		return firstOf(err, here)
	}
	return nil
}

// firstOf returns the first fault of rules.
func firstOf(err error, here string) error {
	faults, err := compile.Faults(err, here)
	if err == nil {
		err = errors.New(faults[0])
	}
	return err
}
