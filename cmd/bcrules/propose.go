package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// A proposal is what init is about to write.
type proposal struct {
	packs choice
	files []*settings.File // of agents, also unchanged ones
	rules *schema.Set      // in force afterwards
	here  string           // the folder relative to which files are named
}

// shown shows the changes, and returns whether a person is there to ask. To a person it first says
// what the rules forbid, and shows a new file by its name only, which --dry-run shows whole.
func (p proposal) shown(c *cli.Context) bool {
	asks := !c.Bool("yes") && !c.Bool("dry-run") && trust.ByPerson(compile.Schema(), c.App.Reader, c.App.Writer) == nil
	if asks && len(p.names()) > 0 {
		fmt.Fprintln(c.App.Writer)
		show.Forbidden(c.App.Writer, p.rules)
	}
	if asks || c.Bool("dry-run") {
		p.packs.would(c.App.Writer, p.here)
	}
	for _, f := range p.files {
		switch {
		case asks && f.Was() == nil && f.Changed():
			fmt.Fprintf(c.App.Writer, "would write %s, which makes the agent start bchook\n", f.Name)
		case f.Changed():
			show.Diff(c.App.Writer, f.Diff())
		}
	}
	if c.Bool("dry-run") {
		show.Forbidden(c.App.Writer, p.rules)
	}
	return asks
}

// confirmed asks a person whether to write what was shown. It asks nobody else.
func (p proposal) confirmed(c *cli.Context, asks bool, back *rollback.Rollback) error {
	names := p.names()
	switch {
	case len(names) == 0:
		return nil
	case !asks:
		if err := loosens(c, p.files...); err != nil {
			return err
		}
		return keeps(back)
	}
	fmt.Fprintf(c.App.Writer, "Write %s? [Y/n] ", strings.Join(names, " and "))
	line, err := bufio.NewReader(c.App.Reader).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "", "y", "yes":
		if err == nil {
			return keeps(back)
		}
	}
	return refused(c, errors.New("nothing was changed"))
}

// loosens returns why bcrules entries in settings may not be changed or removed: an agent that they
// restrain would do it. It may add new ones. If closed hooks would go, a person must confirm at a
// terminal, since not every agent leaves a mark; a person's script has a visible flag instead.
func loosens(c *cli.Context, files ...*settings.File) error {
	if !slices.ContainsFunc(files, func(f *settings.File) bool { return f.Changed() && f.Ours() }) {
		return nil
	}
	s := compile.Schema()
	if i := slices.IndexFunc(files, (*settings.File).Opens); i >= 0 && !c.Bool("unattended") {
		if err := trust.ByPerson(s, c.App.Reader, c.App.Writer); err != nil {
			return fmt.Errorf("%s: found closed hooks that would not be registered any more: %w", files[i].Name, err)
		}
	}
	return trust.ByAgent(s)
}

// names returns the files to be written.
func (p proposal) names() (names []string) {
	if len(p.packs.fresh) > 0 {
		names = append(names, schema.Display(p.packs.file.Path, p.here))
	}
	for _, f := range p.files {
		if f.Changed() {
			names = append(names, f.Name)
		}
	}
	return names
}
