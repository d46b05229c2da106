package main

import (
	"bufio"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
	"bcrules.dev/schema/test"
	"bcrules.dev/schema/vet"

	"github.com/aymanbagabas/go-udiff"
)

// settle shows what it would write, asks a person, and writes it.
func (x *exempter) settle() error {
	c, w := x.c, x.c.App.Writer
	if len(x.all) == 0 {
		return refused(c, fmt.Errorf("no rule in force there refuses the event or asks about it"))
	}
	folder, err := page.ReadFolder(x.dir)
	if err != nil {
		return err
	}
	var paths []string
	for _, f := range x.is {
		name := schema.Display(f.Path, x.here)
		paths = append(paths, f.Path)
		show.Diff(w, udiff.Unified(name, name, string(folder.Source(f.Path)), string(f.Data)))
	}
	if err := trust.ByPerson(x.schema, c.App.Reader, w); err != nil {
		return refused(c, err)
	}
	if name := trust.ProjectName(x.dir); !c.Bool("yes") {
		fmt.Fprintf(w, "Type %s to write this, anything else not to: ", name)
		line, err := bufio.NewReader(c.App.Reader).ReadString('\n')
		if strings.TrimSpace(line) != name || err != nil {
			return refused(c, errors.New("not written"))
		}
	}
	before := beforeWriting(x.dir)
	before.made = x.made
	if err := wholly(c, func(back *rollback.Rollback) error {
		if err := back.Change(func() error { return write(x.is, x.here) }, paths...); err != nil {
			return err
		}
		return x.proved()
	}); err != nil {
		return err
	}
	for _, f := range x.is {
		fmt.Fprintf(w, "wrote %s\n", schema.Display(f.Path, x.here))
	}
	return before.trust(c, x.here, x.is...)
}

// proved vets the rules as now written, and runs the new tests.
func (x *exempter) proved() error {
	s := compile.Looking()
	s.Made = x.made
	tested := test.Set{Layers: x.layers}
	var err error
	bounded.Tests.Do(s, x.layers, x.c.App.ErrWriter, func() {
		var set *schema.Set
		if set, err = vet.Vet(s, x.layers...); err == nil {
			tested.Plan, tested.Parts = set.Plan, set.Parts
			tested.Tests, err = test.Tests(s, set.Plan, x.layers...)
		}
	})
	if err != nil {
		return faulty(x.c.App.Writer, err, x.here)
	}
	var names []string
	for _, e := range x.all {
		names = append(names, regexp.QuoteMeta(e.Name))
	}
	r := compile.Runner()
	r.Only = regexp.MustCompile("^(" + strings.Join(names, "|") + ")$")
	report := r.Run(tested)
	out := &show.TestReport{Out: x.c.App.Writer, Err: x.c.App.ErrWriter, Here: x.here}
	if err := out.Report(report); err != nil {
		return err
	}
	if out.Failed {
		return exitCode(exitFaults)
	}
	return nil
}
