package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/lsp"
	"bcrules.dev/cmd/show"
	"bcrules.dev/cmd/ui"
	"bcrules.dev/schema"
	"bcrules.dev/schema/vet"

	"github.com/creachadair/jrpc2/channel"
	"github.com/urfave/cli/v2"
)

const lspHelp = `Speaks the Language Server Protocol on stdin and stdout, for editors: what "bcrules
vet" finds as you type, completion of events, fields, facts, actions and their
arguments, settings of packs and your own names, what each is, where a name is
declared and used, renaming it, the outline of hooks and rules, the fixes that
"bcrules vet --fix" would make, and a test of a rule to start from. Above a hook is
how often it ran and its rules held, according to the decisions log; a click there
explains the last event, or runs the tests of the folder as saved.

Nothing of your rules is run unasked, and no file is written; the editor itself
writes the edits it is offered. Rules are evaluated in a separate process, within
the limits that "bcrules vet" has for other people's rules.

"bcrules help editors" says how to set up an editor.

Exit code 0: the editor finished; 1: a wrong command line; 2: it could not be
served.`

func lspCmd() *cli.Command {
	return &cli.Command{
		Name:        "lsp",
		Usage:       "serve editors of rules",
		UsageText:   "bcrules lsp",
		Description: lspHelp,
		Before:      flagsOnly,
		Action: func(c *cli.Context) error {
			self, err := os.Executable()
			if err != nil {
				return err
			}
			ctx, stop := interruptible(c.Context)
			defer stop()
			return desk(ui.Program(self, ""), program(self))(ctx, channel.LSP(os.Stdin, os.Stdout))
		},
	}
}

// desk returns what serves editors and vets rules through ask. A nil lenses, as for rules in no
// folder, gives none.
func desk(ask ui.Asker, lenses lsp.Program) func(context.Context, channel.Channel) error {
	reference := sync.OnceValue(func() *lsp.Reference { return lsp.NewReference(compile.Schema()) })
	return func(ctx context.Context, editor channel.Channel) error {
		return lsp.NewServer(reference(), thisBuild().Version, checker(ask), lenses).Serve(ctx, editor)
	}
}

// checker vets in a process of its own (checkCmd).
func checker(ask ui.Asker) lsp.Checker {
	return func(ctx context.Context, of lsp.Checked) (found []show.Finding, err error) {
		data, err := json.Marshal(of)
		if err != nil {
			return nil, err
		}
		said, err := ask(ctx, string(data), "__check")
		if err != nil {
			return nil, err
		}
		if said.Code != exitOK {
			return nil, errors.New(strings.TrimSpace(string(said.Err)))
		}
		return found, json.Unmarshal(said.Out, &found)
	}
}

// program runs this program in a folder.
func program(self string) lsp.Program {
	return func(ctx context.Context, dir string, args ...string) (out, faults string, code int, failed error) {
		said, err := ui.Program(self, dir)(ctx, "", args...)
		return string(said.Out), string(said.Err), said.Code, err
	}
}

// checkCmd vets a folder for "bcrules lsp" as the editor has it. Compiled packs are used as kept:
// vet has checked them before, and their author isn't editing them. It reads no file that rules
// name, and asks no store.
func checkCmd() *cli.Command {
	return &cli.Command{
		Name:     "__check",
		Usage:    "vet a folder with the texts on stdin, and write what was found as JSON",
		Hidden:   true,
		HideHelp: true,
		Before:   flagsOnly,
		Action: func(c *cli.Context) error {
			var of lsp.Checked
			if err := json.NewDecoder(c.App.Reader).Decode(&of); err != nil {
				return err
			}
			s := compile.Kept()
			s.Alone, s.Stores = true, nil
			for _, f := range of.Files {
				s.Suppose(f)
			}
			var set *schema.Set
			var err error
			bounded.Typed.Do(s, []string{of.Dir}, c.App.ErrWriter, func() { set, err = vet.Vet(s, of.Dir) })
			found, err := show.FindingsIn(s.Content, set, err, "")
			if err != nil {
				return err
			}
			return show.JSON(c.App.Writer, append([]show.Finding{}, found...))
		},
	}
}
