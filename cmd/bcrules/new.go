package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/inside"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/files"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

const newHookHelp = `Writes a hook to start from, NAME.cue, and its test, NAME_test.cue, into the rules
of this project: the nearest .claude/bcrules of the repository, or else one at its
root. They pass "bcrules vet" and "bcrules test" as they are; then change the
condition, the action and the test.

   bcrules new hook no-force-push
   bcrules new hook keep-going --on Stop
   bcrules new hook formatted --on PostToolUse --match "Edit|Write"

"bcrules events" lists the events. A hook on tool calls is for Bash unless --match
says otherwise. Or copy a recipe, a hook that others have wanted before you, under a
name of yours or its own. What to change in it is under "with":

   bcrules new hook --from                         lists the recipes
   bcrules new hook main-is-shut --from no-main-commits
   bcrules new hook --from no-main-commits

No file is overwritten. Exit code 0: written; 1: a wrong command line; 2: not
written.`

const newHookUsage = "bcrules new hook NAME [--on EVENT] [--match MATCHER | --from RECIPE] [--dir DIR]"

func newCmd() *cli.Command {
	return &cli.Command{
		Name:        "new",
		Usage:       "write something to start from: a hook with its test, a module file",
		UsageText:   newHookUsage,
		Description: newHookHelp,
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return usageError(c, errors.New("found nothing to make, want bcrules new hook NAME"), false)
			}
			return misspelt(c, "command", c.Args().First(), commandNames(c.Command.Subcommands))
		},
		HideHelpCommand: true,
		Subcommands: []*cli.Command{{
			Name:         "hook",
			Usage:        "write a hook and its test to start from",
			UsageText:    newHookUsage,
			Description:  newHookHelp,
			OnUsageError: fromNothing,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "on", Value: "PreToolUse", Usage: "the `EVENT` it is on"},
				&cli.StringFlag{Name: "match", Usage: "for which of them, in the agent's syntax; Bash for tool calls if there is no `MATCHER`"},
				&cli.StringFlag{Name: fromFlag, Usage: "copy `RECIPE`; lists them if there is none"},
				dirFlag(),
			},
			Action: newHook,
		}, newModuleCmd()},
	}
}

// newHook writes a hook and prints what it wrote.
func newHook(c *cli.Context) error {
	name, err := hookNamed(c)
	if err != nil {
		return fromNothing(c, err, true)
	}
	dir, here, err := ruleFolder(c)
	if err != nil {
		return err
	}
	folder, err := page.ReadFolder(dir)
	if err != nil {
		return err
	}
	s := compile.Schema()
	rule, test, err := hookText(c, s, name, folder.Package)
	if err != nil {
		return err
	}
	if err := unique(s, name, folder, here, c.App.ErrWriter); err != nil {
		return err
	}
	files := []page.File{
		{Path: filepath.Join(folder.Dir, name+".cue"), Data: rule, New: true},
		{Path: filepath.Join(folder.Dir, name+"_test.cue"), Data: test, New: true},
	}
	before := beforeWriting(dir)
	if err := write(files, here); err != nil {
		return err
	}
	for i, what := range []string{"the hook", "its test"} {
		fmt.Fprintf(c.App.Writer, "wrote %s: %s\n", schema.Display(files[i].Path, here), what)
	}
	fmt.Fprintf(c.App.Writer, "next: edit them, then bcrules vet, bcrules test and bcrules list\n")
	return before.trust(c, here, files...)
}

func dirFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "dir", Usage: "rule folder to write to, `DIR`, if not the project's"}
}

// ruleFolder returns the folder that --dir names, or else the project's rule folder, and the folder
// relative to which people name files.
func ruleFolder(c *cli.Context) (dir, here string, err error) {
	if here, err = os.Getwd(); err != nil {
		return "", "", err
	}
	if dir = c.String("dir"); dir == "" {
		dir = layers.RuleFolder(here, os.Getenv)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", "", err
	}
	return schema.Display(dir, here), here, nil
}

// The actions of a new hook: the most telling one that its event supports.
var firstActions = []string{"deny", "block", "inject context", "inject message"}

var hookName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// hookNamed returns the name of a new hook, by default its recipe's.
func hookNamed(c *cli.Context) (name string, err error) {
	if name = c.String(fromFlag); name == "" || c.NArg() > 0 {
		name, err = oneName(c)
	}
	if err == nil && c.String(fromFlag) != "" && (c.IsSet("on") || c.IsSet("match")) {
		err = errors.New("found --on or --match, want none beside --from: the recipe has its own")
	}
	return name, err
}

// hookText returns a hook and its test as CUE: a recipe's, or a sketch.
func hookText(c *cli.Context, s *schema.Schema, name, pkg string) (rule, test []byte, err error) {
	if !hookName.MatchString(name) || strings.HasSuffix(name, "_test") || strings.HasSuffix(name, "_tool") {
		return nil, nil, fmt.Errorf("found name %q, want one of letters, digits, - and _ that starts with a letter and doesn't end in _test or _tool", name)
	}
	if recipe := c.String(fromFlag); recipe != "" {
		return page.CopyRecipe(recipe, name, pkg)
	}
	event, match := c.String("on"), c.String("match")
	if match == "" && s.Events.OfTools(event) && s.Events.Agenda(event).Matcher.Field != "" {
		match = "Bash"
	}
	k, err := page.NewSketch(s, event, match, firstActions)
	if err != nil {
		return nil, nil, err
	}
	k.Name, k.Package = name, pkg
	return k.Files()
}

// unique fails if the rules that a new hook joins have a hook of its name.
func unique(s *schema.Schema, name string, folder *page.Folder, here string, stderr io.Writer) error {
	var stack []string
	if user := layers.User(os.Getenv); layers.HasRules(user) {
		stack = append(stack, user)
	}
	if !folder.Fresh {
		stack = append(stack, folder.Dir)
	}
	set, err := bounded.Rules.Compile(s, stack, stderr)
	if err != nil {
		return nil // vet reports faults
	}
	for _, h := range set.Hooks {
		if h.Name == name {
			h.At.File = schema.Display(h.At.File, here)
			return fmt.Errorf("found a hook %s at %v, want another name", name, h.At)
		}
	}
	return nil
}

// vacant fails if one of the new files exists, or would be outside of the project.
func vacant(all []page.File, here string) error {
	seen := map[string]bool{}
	for _, f := range all {
		if _, err := os.Lstat(f.Path); f.New && !files.Absent(err) || seen[f.Path] {
			return fmt.Errorf("%s: found a file, want none; it is not overwritten", schema.Display(f.Path, here))
		}
		if _, err := inside.Place(f.Path, filepath.Dir(f.Path)); err != nil {
			return err
		}
		seen[f.Path] = true
	}
	return nil
}

// write writes files, none if one that is to be new exists. If one can't be written, it removes
// those created before. A file keeps its content until its replacement is complete.
func write(all []page.File, here string) error {
	if err := vacant(all, here); err != nil {
		return err
	}
	var made []files.Place
	for _, f := range all {
		at, err := inside.Place(f.Path, filepath.Dir(f.Path))
		if err == nil {
			err = at.Folder().MkdirAll()
		}
		if err == nil {
			err = files.Locked(at, func(p files.Place) error { return files.Write(p, f.Data) })
		}
		if err != nil {
			for _, at := range made {
				at.Drop()
			}
			return fmt.Errorf("%s: %w", schema.Display(f.Path, here), err)
		}
		if f.New {
			made = append(made, at)
		}
	}
	return nil
}
