package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/convert"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
	"bcrules.dev/schema/test"
	"bcrules.dev/schema/vet"

	"github.com/hashicorp/go-multierror"
	"github.com/urfave/cli/v2"
)

const convertHelp = `Writes your settings of other programs as rules, with tests: what Claude Code's
permissions allow, refuse and ask about, scripts that hooks start, rules of hookify,
cchook, cc-safety-net and destructive command guard, and what Cursor and Gemini are
told not to do. Each rule names the file and line it is from. What rules can't
express, or express differently, is listed above them.

   bcrules convert                  of what lies in this project
   bcrules convert --user           of what lies in your home folder, for all projects
   bcrules convert FILE…            of these files
   bcrules convert --as hookify F   of a file that lies elsewhere than the program keeps it
   bcrules convert --write          into the rules of the project, as converted.cue and
                                    converted_test.cue

The files are only read; nothing in them is run. The rules are vetted and their
tests run before they are printed: what fails is left out and listed. Look them over
before you remove from the files what they now say: as long as both exist, both
apply.

Formats, for --as:
%s
Exit code 0: converted; 1: no file has anything that can be a rule, or a wrong
command line; 2: it could not be carried out.`

func convertCmd() *cli.Command {
	var formats []show.Doc
	for _, f := range convert.Formats() {
		formats = append(formats, show.Doc{Name: f.Name, Doc: f.Of})
	}
	var list strings.Builder
	for _, f := range formats {
		fmt.Fprintf(&list, "   %-14s %s\n", f.Name, f.Doc)
	}
	return &cli.Command{
		Name:        "convert",
		Usage:       "convert permissions and rules of other programs to rules, with tests",
		UsageText:   "bcrules convert [--user] [--as FORMAT] [--write [--dir DIR]] [FILE…]",
		Description: fmt.Sprintf(convertHelp, list.String()),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "as", Usage: "what the files are, a `FORMAT`"},
			&cli.BoolFlag{Name: "user", Usage: "convert what is for all your projects; with --write into your own rules"},
			&cli.BoolFlag{Name: "write", Usage: "write them into the rules"},
			dirFlag(),
		},
		Action: func(c *cli.Context) error {
			if c.IsSet("dir") && (!c.Bool("write") || c.Bool("user")) {
				return usageError(c, errors.New("found --dir, want it beside --write, and without --user"), false)
			}
			r, err := readOthers(c)
			if err != nil {
				return err
			}
			return convertTo(c, r)
		},
	}
}

// readOthers reads the files that the command line names, or else all that can be found.
func readOthers(c *cli.Context) (*convert.Reading, error) {
	in := host.Here(os.Getenv)
	home, dir, user := in.Folders().Home, in.Root, c.Bool("user")
	if user {
		dir = home
	}
	all := c.Args().Slice()
	if len(all) == 0 {
		if all = convert.Find(dir, user); len(all) == 0 {
			return nil, refused(c, fmt.Errorf("found no file that can be converted in %s, want one named", dir))
		}
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	r := &convert.Reading{}
	for _, file := range all {
		abs, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		f, err := formatOf(c, abs)
		if err != nil {
			return nil, usageError(c, err, false)
		}
		src := convert.Source{File: filepath.ToSlash(schema.Display(abs, here)), At: abs, User: user || home != "" && filepath.Dir(filepath.Dir(abs)) == home}
		if err := r.Read(f, src); err != nil {
			if len(all) == 1 {
				return nil, err
			}
			r.Unsaid = append(r.Unsaid, convert.Unsaid{From: convert.Place{File: src.File, Line: 1}, Why: err.Error()})
		}
	}
	convert.Sort(r.Rules)
	return r, nil
}

// formatOf returns the format that --as names, or that a file has by its place.
func formatOf(c *cli.Context, file string) (*convert.Format, error) {
	all := convert.Formats()
	name := c.String("as")
	if name == "" {
		if f := convert.Of(file); f != nil {
			return f, nil
		}
		return nil, fmt.Errorf("%s: found no file of a program that is known, want --as FORMAT", file)
	}
	if i := slices.IndexFunc(all, func(f convert.Format) bool { return f.Name == name }); i >= 0 {
		return &all[i], nil
	}
	var names []string
	for _, f := range all {
		names = append(names, f.Name)
	}
	return nil, fmt.Errorf("found format %q, want one of %s", name, strings.Join(names, ", "))
}

// convertTo proves the converted rules and prints them, or writes them into the rule folder.
func convertTo(c *cli.Context, r *convert.Reading) error {
	dir, here, err := ruleFolder(c)
	if c.Bool("user") && err == nil {
		dir = layers.User(os.Getenv)
	}
	if err != nil {
		return err
	}
	pkg := schema.DefaultPackage
	var folder *page.Folder
	if c.Bool("write") {
		if folder, err = page.ReadFolder(dir); err != nil {
			return err
		}
		pkg = folder.Package
	}
	rules, tests, err := provedRules(c, r, pkg)
	if err != nil {
		return err
	}
	if folder == nil || len(r.Rules) == 0 {
		for _, u := range r.Unsaid {
			fmt.Fprintf(c.App.ErrWriter, "not said: %v\n", u)
		}
	}
	switch {
	case len(r.Rules) == 0:
		return refused(c, errors.New("found nothing that rules can say"))
	case folder == nil:
		fmt.Fprintf(c.App.Writer, "-- converted.cue --\n%s\n-- converted_test.cue --\n%s", rules, tests)
		return nil
	}
	written := []page.File{
		{Path: filepath.Join(folder.Dir, "converted.cue"), Data: rules, New: true},
		{Path: filepath.Join(folder.Dir, "converted_test.cue"), Data: tests, New: true},
	}
	before := beforeWriting(dir)
	if err := write(written, here); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "wrote %s and %s: %s; not said: %d, which stand above them\n", schema.Display(written[0].Path, here),
		filepath.Base(written[1].Path), show.Count(len(r.Rules), "rule"), len(r.Unsaid))
	return before.trust(c, here, written...)
}

// provedRules returns rules and tests as CUE that passed vet and test in a folder of their own. It
// drops a test that the rules fail, and says so.
func provedRules(c *cli.Context, r *convert.Reading, pkg string) (rules, tests []byte, err error) {
	dir, err := host.NewTemp("bcrules-convert-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	s := compile.Schema()
	for len(r.Rules) > 0 {
		if rules, tests, err = convert.Write(pkg, r.Rules, r.Unsaid); err != nil {
			return nil, nil, err
		}
		failed, err := failedTests(c, s, dir, rules, tests)
		switch {
		case err != nil && r.Blame(faultsIn(err)):
		case err != nil:
			return nil, nil, faulty(c.App.Writer, err, dir)
		case !r.Drop(failed):
			return rules, tests, nil
		}
	}
	return nil, nil, nil
}

// faultsIn returns the faults of converted rules by line.
func faultsIn(err error) map[int]string {
	lines := map[int]string{}
	all := []error{err}
	if many := (*multierror.Error)(nil); errors.As(err, &many) {
		all = many.Errors
	}
	for _, one := range all {
		if e := (*plan.Error)(nil); errors.As(one, &e) && filepath.Base(e.Pos.File) == "converted.cue" {
			lines[e.Pos.Line] = e.Err.Error()
		}
	}
	return lines
}

// failedTests vets rules in a folder of their own and returns the names of the tests that fail.
func failedTests(c *cli.Context, s *schema.Schema, dir string, rules, tests []byte) (failed map[string]bool, err error) {
	for name, data := range map[string][]byte{"converted.cue": rules, "converted_test.cue": tests} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return nil, err
		}
	}
	set := test.Set{Layers: []string{dir}}
	bounded.Tests.Do(s, set.Layers, c.App.ErrWriter, func() {
		var vetted *schema.Set
		if vetted, err = vet.Vet(s, dir); err == nil {
			set.Plan, set.Parts = vetted.Plan, vetted.Parts
			set.Tests, err = test.Tests(s, vetted.Plan, dir)
		}
	})
	if err != nil {
		return nil, err
	}
	failed = map[string]bool{}
	for _, res := range compile.Runner().Run(set).Results {
		if !res.Passed() {
			failed[res.Test.Name] = true
		}
	}
	return failed, nil
}

// mentionConvert tells of files that can be converted, in the project or the user's home.
func mentionConvert(c *cli.Context, user bool) {
	in := host.Here(os.Getenv)
	dir := in.Root
	if user {
		dir = in.Folders().Home
	}
	if dir == "" {
		return
	}
	n := 0
	for _, file := range convert.Find(dir, user) {
		r := convert.Reading{}
		if f := convert.Of(file); f != nil && r.Read(f, convert.Source{File: file, At: file, User: user}) == nil && len(r.Rules) > 0 {
			n++
		}
	}
	if n > 0 {
		command := "bcrules convert"
		if user {
			command += " --user"
		}
		fmt.Fprintf(c.App.Writer, "%s of other rules and permissions found; as rules with tests: %s\n", show.Count(n, "file"), command)
	}
}
