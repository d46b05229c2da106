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

// tryCmd is what "bcrules ui" asks of the playground: what a text says as rules, of an event.
// Rules and event meet in a sandbox, as those of a test do, with what the text of a test says is around
// them: nothing but these texts and packs of this program is read, no program is run, and what actions
// write is thrown away. With a name it says, too, in which files the rules and a test would stand, and
// writes them where it is told to (keep.go).
func tryCmd() *cli.Command {
	return &cli.Command{
		Name:     "__try",
		Usage:    "try rules on stdin with an event, and write what came of it as one JSON object",
		Hidden:   true,
		HideHelp: true,
		Before:   flagsOnly,
		Flags:    []cli.Flag{&cli.BoolFlag{Name: "samples", Usage: "write samples of events instead"}},
		Action: func(c *cli.Context) error {
			s, err := compile.Schema()
			if err != nil {
				return err
			}
			if c.Bool("samples") {
				all, err := s.Samples()
				if err != nil {
					return err
				}
				return show.JSON(c.App.Writer, all)
			}
			s.Alone = true
			t := attempt{schema: s}
			if err := json.NewDecoder(c.App.Reader).Decode(&t.Trial); err != nil || !filepath.IsAbs(t.Scratch) {
				err = cmp.Or(err, errors.New("scratch: want an absolute folder"))
				return err
			}
			if err := t.lay(); err != nil {
				return err
			}
			bounded.Rules.Do(s, []string{t.dir}, c.App.ErrWriter, func() { err = t.run() })
			if err == nil && t.Name != "" {
				err = t.keep(c)
			}
			if err != nil {
				return err
			}
			return show.JSON(c.App.Writer, t.came)
		},
	}
}

// An attempt is a trial that is made.
type attempt struct {
	ui.Trial
	schema *schema.Schema
	dir    string // of the one rule file
	world  sandbox.World
	came   ui.Tried
}

// lay writes the rules where nothing else is, in a module of their own: what lies in folders
// above is not theirs.
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
	test := fmt.Sprintf(surrounding, packageOf(t.Rules), t.Around)
	return errors.Join(os.WriteFile(filepath.Join(t.dir, "rules.cue"), []byte(t.Rules), 0o600),
		os.WriteFile(filepath.Join(t.dir, around), []byte(test), 0o600))
}

// around is the test whose world is what the event meets; its own event is answered by nobody.
const (
	around      = "around_test.cue"
	surrounding = "package %s\ntests: tried: {event: {hook_event_name: \"Stop\", stop_hook_active: false}, expect: close({})\n%s\n}\n"
	beforeText  = 2 // lines
)

// packageOf returns the package of a rule file's text.
func packageOf(text string) string {
	if f, err := parser.ParseFile("", text, parser.PackageClauseOnly); err == nil && f.PackageName() != "" {
		return f.PackageName()
	}
	return schema.DefaultPackage
}

// run vets the rules and, if they can run, has them answer.
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
	for _, f := range faults { // as their author counts lines
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

// errForeign keeps a text from what isn't in it.
var errForeign = errors.New("found a module of others, want packs of this program or CUE's own: on the playground nothing else is read")

// foreign finds what the rules import that is neither CUE's own nor of this program.
func (t *attempt) foreign() error {
	file := filepath.Join(t.dir, "rules.cue")
	f, err := parser.ParseFile(file, t.Rules, parser.ImportsOnly)
	if err != nil {
		return nil // which vet says better
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
