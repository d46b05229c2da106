package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/cmd/ui"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test"
	"bcrules.dev/schema/test/sandbox"
	"bcrules.dev/schema/vet"

	"cuelang.org/go/cue/parser"
	"github.com/hashicorp/go-multierror"
	"github.com/urfave/cli/v2"
)

// tryCmd runs the playground's trials for "bcrules ui": it answers an event by the rules in a text.
//
// Both meet in a sandbox, like those of a test, in the world that a test's text describes. It reads
// nothing but these texts and packs of this program, runs no program, and discards what actions
// write. With a name it also names the files for the rules and a test, and writes them if told to
// (keep.go).
func tryCmd() *cli.Command {
	return &cli.Command{
		Name:     "__try",
		Usage:    "try rules on stdin with an event, and write what came of it as one JSON object",
		Hidden:   true,
		HideHelp: true,
		Before:   flagsOnly,
		Flags:    []cli.Flag{&cli.BoolFlag{Name: "samples", Usage: "write samples of events instead"}},
		Action: func(c *cli.Context) error {
			s := compile.Schema()
			if c.Bool("samples") {
				return show.JSON(c.App.Writer, s.Samples())
			}
			s.Alone = true
			t := attempt{schema: s}
			if err := json.NewDecoder(c.App.Reader).Decode(&t.Trial); err != nil || !filepath.IsAbs(t.Scratch) {
				return cmp.Or(err, errors.New("scratch: want an absolute folder"))
			}
			err := t.lay()
			if err != nil {
				return err
			}
			if bounded.Typed.Do(s, []string{t.dir}, c.App.ErrWriter, func() { err = t.run() }); err != nil {
				return err
			}
			if t.Name != "" {
				t.keep(c)
			}
			return show.JSON(c.App.Writer, t.came)
		},
	}
}

// An attempt is a trial being run.
type attempt struct {
	ui.Trial
	schema *schema.Schema
	dir    string // of the only rule file
	world  sandbox.World
	came   ui.Tried
}

// lay writes the rules to an empty folder, in a module of their own, so that no folder above counts.
func (t *attempt) lay() error {
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		os.Setenv(name, t.Scratch)
	}
	t.dir = filepath.Join(t.Scratch, "rules")
	module := filepath.Join(t.dir, "cue.mod")
	if err := os.MkdirAll(module, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(module, "module.cue"), []byte(schema.ModuleFile), 0o600); err != nil {
		return err
	}
	test := fmt.Sprintf(worldTest, packageOf(t.Rules), t.Around)
	return errors.Join(os.WriteFile(filepath.Join(t.dir, "rules.cue"), []byte(t.Rules), 0o600),
		os.WriteFile(filepath.Join(t.dir, worldFile), []byte(test), 0o600))
}

// worldTest is a test that describes the event's world; nobody answers its own event.
const (
	worldFile  = "around_test.cue"
	worldTest  = "package %s\ntests: tried: {event: {hook_event_name: \"Stop\", stop_hook_active: false}, expect: close({})\n%s\n}\n"
	beforeText = 2 // lines before the text
)

// packageOf returns the package of a rule file's text.
func packageOf(text string) string {
	if f, err := parser.ParseFile("", text, parser.PackageClauseOnly); err == nil && f.PackageName() != "" {
		return f.PackageName()
	}
	return schema.DefaultPackage
}

// run vets the rules and, if they compile, has them answer.
func (t *attempt) run() error {
	err := t.foreign()
	set := &schema.Set{}
	if err == nil {
		set, err = vet.Vet(t.schema, t.dir)
	}
	if t.came.Findings, err = show.Findings(set, err, t.dir); err != nil {
		return err
	}
	if t.came.Compiles = ui.Compiles(t.came.Findings); !t.came.Compiles || strings.TrimSpace(t.Event) == "" {
		return nil
	}
	tests, err := test.Tests(t.schema, set.Plan, t.dir)
	faults, err := show.Findings(&schema.Set{}, err, t.dir)
	if err != nil {
		return err
	}
	for _, f := range faults { // with the lines of the author's text
		f.File, f.Line = "around", f.Line-beforeText
		t.came.Findings = append(t.came.Findings, f)
	}
	if t.came.Compiles = len(faults) == 0; !t.came.Compiles {
		return nil
	}
	t.world = tests[0].Steps[0].World
	t.world.Idle, t.world.Blank = true, true
	return t.answer(set)
}

// errForeign rejects imports from elsewhere.
var errForeign = errors.New("found a module of others, want packs of this program or CUE's own: on the playground nothing else is read")

// foreign finds imports that are neither CUE's own nor of this program.
func (t *attempt) foreign() error {
	file := filepath.Join(t.dir, "rules.cue")
	f, err := parser.ParseFile(file, t.Rules, parser.ImportsOnly)
	if err != nil {
		return nil // vet reports that better
	}
	var all *multierror.Error
	for spec := range f.ImportSpecs() {
		name, _, _ := strings.Cut(strings.Trim(spec.Path.Value, `"`), ":")
		host, _, _ := strings.Cut(name, "/")
		if strings.Contains(host, ".") && !strings.HasPrefix(name, rules.Path+"/") && name != "bcrules.dev/schema" {
			all = multierror.Append(all, &plan.Error{Pos: schema.Pos(spec.Path.Pos()), Err: errForeign})
		}
	}
	return all.ErrorOrNil()
}
