package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

// packs returns the names of the packs of this program.
func packs() (names []string) {
	for _, p := range page.Packs() {
		names = append(names, p.Name)
	}
	return names
}

// A choice is the packs that somebody wants, and the rule file that imports those that the rules
// don't have yet.
type choice struct {
	fresh []page.Pack
	file  page.File // imports fresh; if that is empty, as init would have written it for those taken
	taken []string  // wanted, and already imported
	user  bool      // among the user's own rules
}

// choose returns the packs that --pack names or, if there are no rules to register the program for,
// those that a person picks.
func choose(c *cli.Context, place settings.Place, given []string, here string) (choice, error) {
	all, names := page.Packs(), c.StringSlice("pack")
	switch {
	case len(names) > 0 && (place.Kind == "plugin" || len(given) > 0):
		return choice{}, usageError(c, errors.New("found --pack beside --rules or --plugin, want those rules to import the pack"), false)
	case len(names) == 0 && len(layers.Find(given, here, os.Getenv).Layers) > 0:
		return choice{}, nil
	case len(names) == 0:
		var err error
		if names, err = offer(c, all); err != nil {
			return choice{}, err
		}
	}
	var wanted []page.Pack
	for _, name := range names {
		i := slices.IndexFunc(all, func(p page.Pack) bool { return p.Name == name })
		if i < 0 {
			return choice{}, misspelt(c, "pack", name, packs())
		}
		if !slices.Contains(wanted, all[i]) {
			wanted = append(wanted, all[i])
		}
	}
	ch := choice{user: place.Kind == "user"}
	dir := layers.User(os.Getenv)
	if !ch.user {
		dir = layers.RuleFolder(here, os.Getenv)
	}
	if dir == "" {
		return choice{}, errors.New("found no home folder, want one to keep your rules in")
	}
	folder, err := page.ReadFolder(dir)
	if err != nil {
		return choice{}, err
	}
	ch.file, ch.fresh, err = folder.Joining(wanted...)
	for _, p := range wanted {
		if !slices.Contains(ch.fresh, p) {
			ch.taken = append(ch.taken, p.Name)
		}
	}
	return ch, err
}

// offer lets a person pick packs, by name or number. It asks nobody else.
func offer(c *cli.Context, all []page.Pack) ([]string, error) {
	s := compile.Schema()
	var rows [][]string
	for i, p := range all {
		rows = append(rows, []string{" ", strconv.Itoa(i + 1), p.Name, p.Does})
	}
	list := show.Columns(rows, 2)
	if trust.ByPerson(s, c.App.Reader, c.App.Writer) != nil {
		return nil, refused(c, fmt.Errorf("found no rules here, want some: bcrules init --pack NAME adds a pack of this program, bcrules new hook NAME starts one of yours\n%s", strings.TrimRight(list, "\n")))
	}
	fmt.Fprintf(c.App.Writer, "No rules are in force here. Packs of this program:\n%sWhich of them, by number or name? ", list)
	names, err := picked(c.App.Reader, packs())
	if err == nil && len(names) == 0 {
		err = refused(c, errors.New("none: nothing was registered; bcrules new hook NAME starts a hook of yours"))
	}
	return names, err
}

// picked reads a line with the names a person picks, or their numbers from 1. It returns anything
// else as written.
func picked(stdin io.Reader, all []string) ([]string, error) {
	line, err := bufio.NewReader(stdin).ReadString('\n')
	if err != nil && err != io.EOF {
		return nil, err
	}
	names := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' || r == '\r' })
	for i, name := range names {
		if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(all) {
			names[i] = all[n-1]
		}
	}
	return names, nil
}

// names returns the names of the new packs.
func (ch choice) names() string {
	var names []string
	for _, p := range ch.fresh {
		names = append(names, p.Name)
	}
	return strings.Join(names, " and ")
}

// all returns the names of the wanted packs.
func (ch choice) all() []string {
	names := slices.Clone(ch.taken)
	for _, p := range ch.fresh {
		names = append(names, p.Name)
	}
	return names
}
