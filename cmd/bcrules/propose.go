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
	files []*settings.File // of agents; of those that change nothing is written
	rules *schema.Set      // that hold then
	here  string           // the folder from which files are named
}

// shown shows what changes, and returns whether a person is there to be asked. To a person it
// says first what the rules forbid; of a file that is new, that it is: --dry-run has it whole.
func (p proposal) shown(c *cli.Context) (asks bool, err error) {
	s, err := compile.Schema()
	if err != nil {
		return false, err
	}
	asks = !c.Bool("yes") && !c.Bool("dry-run") && trust.ByPerson(s, c.App.Reader, c.App.Writer) == nil
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
			fmt.Fprintf(c.App.Writer, "would write %s, which has the agent start bchook\n", f.Name)
		case f.Changed():
			show.Diff(c.App.Writer, f.Diff())
		}
	}
	if c.Bool("dry-run") {
		show.Forbidden(c.App.Writer, p.rules)
	}
	return asks, nil
}

// confirmed has a person say whether what was shown is to be written. Nobody else is asked.
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

// loosens returns why what settings register of bcrules may not be changed or taken away: an agent
// does so, whom it holds back. What isn't registered yet it may register. Of closed hooks a person says
// it at a terminal, as not each agent leaves a mark; or a person's script by a flag that shows.
func loosens(c *cli.Context, files ...*settings.File) error {
	if !slices.ContainsFunc(files, func(f *settings.File) bool { return f.Changed() && f.Ours() }) {
		return nil
	}
	s, err := compile.Schema()
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(files, (*settings.File).Opens); i >= 0 && !c.Bool("unattended") {
		if err := trust.ByPerson(s, c.App.Reader, c.App.Writer); err != nil {
			return fmt.Errorf("%s: found closed hooks that would not be registered any more: %w", files[i].Name, err)
		}
	}
	return trust.ByAgent(s)
}

// names names the files that are to be written.
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
