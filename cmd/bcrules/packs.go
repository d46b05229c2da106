package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"

	"github.com/urfave/cli/v2"
)

// packs are the names of the packs of this program.
func packs() (names []string) {
	all, _ := page.Packs() // a test holds that they can be read
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// A choice is what packs somebody wants, and the rule file by which they join rules that
// they aren't among yet.
type choice struct {
	fresh []page.Pack
	file  page.File
	taken []string // wanted, and there already
}

// choose returns the packs that --pack names or, where there are no rules to register the
// program for, those that a person picks.
func choose(c *cli.Context, place settings.Place, given []string, set layers.Set, here string) (choice, error) {
	all, err := page.Packs()
	if err != nil {
		return choice{}, err
	}
	names := c.StringSlice("pack")
	switch {
	case len(names) > 0 && (place.Kind == "plugin" || len(given) > 0):
		return choice{}, usageError(c, errors.New("found --pack for hooks whose rules --rules or --plugin names, want packs there to be imported by these"), false)
	case len(names) == 0 && len(set.Layers) > 0:
		return choice{}, nil
	case len(names) == 0:
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
	dir := layers.User(os.Getenv)
	if place.Kind != "user" {
		dir = layers.RuleFolder(here, os.Getenv)
	}
	if dir == "" {
		return choice{}, errors.New("found no home folder, want one to keep your rules in")
	}
	folder, err := page.ReadFolder(dir)
	if err != nil {
		return choice{}, err
	}
	var ch choice
	ch.file, ch.fresh, err = folder.Joining(wanted...)
	for _, p := range wanted {
		if !slices.Contains(ch.fresh, p) {
			ch.taken = append(ch.taken, p.Name)
		}
	}
	return ch, err
}

// offer has a person pick packs, by their names or numbers. Nobody else is asked.
func offer(c *cli.Context, all []page.Pack) ([]string, error) {
	s, err := compile.Schema()
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for i, p := range all {
		rows = append(rows, []string{" ", strconv.Itoa(i + 1), p.Name, p.Does})
	}
	list := show.Columns(rows, 2)
	if trust.ByPerson(s, c.App.Reader, c.App.Writer) != nil {
		return nil, refused(c, fmt.Errorf("found no rules here, want some: bcrules init --pack NAME takes a pack of this program, bcrules new hook NAME starts one of yours\n%s", strings.TrimRight(list, "\n")))
	}
	fmt.Fprintf(c.App.Writer, "No rules are in force here. Packs of this program:\n%sWhich of them, by number or name? ", list)
	names, err := picked(c.App.Reader, packs())
	if err == nil && len(names) == 0 {
		err = refused(c, errors.New("none: nothing was registered; bcrules new hook NAME starts a hook of yours"))
	}
	return names, err
}

// picked reads a line on which a person picks some of the names, by these or by numbers
// from 1. What is none of them is returned as it stands there.
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

// paths are the import paths of the packs that are new.
func (ch choice) paths() (paths []string) {
	for _, p := range ch.fresh {
		paths = append(paths, p.Path)
	}
	return paths
}

// names names the packs that are new.
func (ch choice) names() string {
	var names []string
	for _, p := range ch.fresh {
		names = append(names, p.Name)
	}
	return strings.Join(names, " and ")
}

// all names the packs that were wanted.
func (ch choice) all() []string {
	names := slices.Clone(ch.taken)
	for _, p := range ch.fresh {
		names = append(names, p.Name)
	}
	return names
}

// would says what join would write.
func (ch choice) would(w io.Writer, here string) {
	if len(ch.fresh) > 0 {
		fmt.Fprintf(w, "would write %s, which takes %s\n", schema.Display(ch.file.Path, here), ch.names())
	}
}

// join writes the rule file and trusts it, if nothing else would be trusted with it.
func (ch choice) join(c *cli.Context, here string) error {
	if len(ch.fresh) == 0 {
		return nil
	}
	dir := filepath.Dir(ch.file.Path)
	before := beforeWriting(dir)
	before.own = before.own || !layers.HasRules(dir) // and so none that act, whatever was trusted
	var old *trust.Record
	if before.own {
		old, _ = trust.State(layers.Asking(before.dir, os.Getenv), os.Getenv)
	}
	if err := write([]page.File{ch.file}, here); err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "wrote %s, which takes %s\n", schema.Display(ch.file.Path, here), ch.names())
	if before.dir == "" { // the user's own
		return nil
	}
	return before.trustOnly(c, here, ch.file, old)
}

// trustOnly trusts a folder whose rules are what was trusted already and a file that
// only takes packs of this program, which need nobody's trust: so nobody is asked.
func (w writing) trustOnly(c *cli.Context, here string, file page.File, old *trust.Record) error {
	const later = "hooks answer by them once they are trusted: bcrules trust"
	s, err := compile.Kept()
	if err != nil {
		return err
	}
	set := layers.Asking(w.dir, os.Getenv)
	var found trust.Content
	bounded.Rules.Do(s, set.Layers, c.App.ErrWriter, func() { found, err = trust.Read(s, set, os.Getenv) })
	if err != nil {
		return err
	}
	r := found.Record(s)
	known := func(f trust.File) bool {
		if f.Path == filepath.Join(r.Dir, filepath.Base(file.Path)) {
			return bytes.Equal(f.Data, file.Data)
		}
		return slices.ContainsFunc(old.Files, func(o trust.File) bool { return o.Path == f.Path && bytes.Equal(o.Data, f.Data) })
	}
	if old == nil {
		old = &trust.Record{}
	}
	if !w.own || len(old.Beyond(r)) > 0 || slices.ContainsFunc(r.Files, func(f trust.File) bool { return !known(f) }) {
		fmt.Fprintln(c.App.Writer, later)
		return nil
	}
	return settle(c.App.Writer, trust.Records(set, os.Getenv), r, here)
}
