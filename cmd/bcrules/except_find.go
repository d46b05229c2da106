package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
)

// find finds exceptions that let the event through: it asks the rules, supposes an exception to each
// rule that holds, and asks again.
func (x *exempter) find() error {
	x.schema = compile.KeptIn(x.of.Project)
	x.schema.Compares = true // with what settle compiles
	for {
		x.made = nil // frees the memory of the compilation
		set, err := bounded.Rules.Compile(x.schema, x.layers, x.c.App.ErrWriter)
		if err != nil {
			return faulty(x.c.App.Writer, err, x.here)
		}
		x.made = set
		held, err := x.asked(set)
		if err != nil || len(held) == 0 {
			return err
		}
		if err := x.addAll(set, held); err != nil {
			return refused(x.c, err)
		}
		folder, err := page.ReadFolder(x.dir)
		if err != nil {
			return err
		}
		if x.is, err = folder.Excepting(x.all); err != nil {
			return err
		}
		if !slices.Contains(x.layers, x.dir) {
			x.join()
		}
		for _, f := range x.is {
			for _, dir := range slices.Compact([]string{x.dir, trust.Real(x.dir)}) {
				x.schema.Amend(schema.File{Path: filepath.Join(dir, filepath.Base(f.Path)), Data: f.Data}, f.Was)
			}
		}
	}
}

// asked returns the rules that hold the event.
func (x *exempter) asked(set *schema.Set) ([]answer.Hold, error) {
	agenda := set.Plan.Events[x.event.Name]
	if agenda == nil {
		return nil, nil
	}
	scratch, err := files.NewOverlay(host.Here(os.Getenv).Folders().Temp)
	if err != nil {
		return nil, err
	}
	defer scratch.Close()
	trace := &engine.Trace{}
	compile.Command().Answer(set.Plan, x.event, scratch, io.Discard, trace)
	return answer.Holds(trace, agenda), nil
}

// addAll adds exceptions to the rules that hold the event. If some can't have one, to let the event
// through takes more than exceptions: the error says so of each rule, and what lifts the others.
func (x *exempter) addAll(set *schema.Set, held []answer.Hold) error {
	var faults []error
	tried := slices.Clone(x.all)
	for _, h := range held {
		if err := x.add(set, h, tried); err != nil {
			faults = append(faults, err)
		}
	}
	for i := 0; len(faults) > 0 && i < len(x.all); i++ {
		faults = append(faults, fmt.Errorf("%s holds it, too, and lets it through by  %s", x.held[i].Name(), x.all[i].Line()))
	}
	return errors.Join(faults...)
}

// add adds an exception to a rule that holds the event. It fails if there can't be one, or it was
// tried before.
func (x *exempter) add(set *schema.Set, h answer.Hold, tried []page.Exception) error {
	e := page.Exception{Under: h.Under, Key: h.Key}
	if i := slices.IndexFunc(set.Plan.Events[x.event.Name].Hooks, func(of plan.Hook) bool { return of.Name == h.Hook }); i >= 0 {
		e.Pack = set.Plan.Events[x.event.Name].Hooks[i].Pack
	}
	if i := slices.IndexFunc(set.Hooks, func(l schema.Listed) bool { return l.Name == h.Hook }); i >= 0 {
		e.From = set.Hooks[i].From
	}
	if h.Path {
		e.Key = x.place(h.Key)
	}
	same := func(o page.Exception) bool {
		return o.Pack == e.Pack && o.Key == e.Key && slices.Equal(o.Under, e.Under)
	}
	h.Pos.File = schema.Display(h.Pos.File, x.here)
	switch {
	case len(h.Under) == 0:
		own := page.Line(e.Pack, []string{"hooks", strings.TrimPrefix(h.Hook, e.Pack+"/"), "enabled"}, "false")
		return fmt.Errorf("%s holds it (%v) and has no place for exceptions; change it there, or switch the whole hook off by  %s  in your rules", h.Name(), h.Pos, own)
	case strings.Contains(e.Key, "[redacted: "):
		return fmt.Errorf("%s holds it because of something that the log has redacted; want the event in a file (--event)", h.Name())
	case e.Key == "" || slices.ContainsFunc(tried, same):
		return fmt.Errorf("%s holds it, and no exception would let it through; bcrules docs %[1]s has the lines that switch it off", h.Name())
	case slices.ContainsFunc(x.all, same):
		return nil // another part of the same call
	}
	x.held, x.all = append(x.held, h), append(x.all, e)
	for i := range x.all { // a new key may change the names and events of all tests
		x.all[i].Name, x.all[i].Test = x.test(i)
	}
	return nil
}

// place returns a path as rules write it: relative to the project or the home folder.
func (x *exempter) place(path string) string {
	if rel, err := filepath.Rel(x.of.Project.Root, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	if rel, err := filepath.Rel(x.of.Home, path); err == nil && filepath.IsLocal(rel) && x.of.Home != "" {
		return "~/" + filepath.ToSlash(rel)
	}
	return path
}

// longName is the limit for the name of a test, in bytes.
const longName = 120

// test returns a test of the exception at i and its name. It keeps only the event's name of the
// fields that all events have. If all exceptions are paths, the test has its own folders in them.
func (x *exempter) test(i int) (name, text string) {
	event := string(asTested(x.event.JSON(), x.schema.Events))
	if !slices.ContainsFunc(x.held, func(h answer.Hold) bool { return !h.Path }) {
		event = rehomed(rehomed(event, x.of.Project.Root, "$PROJECT"), x.of.Home, "$HOME")
	}
	cwd := ""
	if rel, err := filepath.Rel(x.of.Project.Root, x.event.Cwd); err == nil && rel != "." && filepath.IsLocal(rel) {
		cwd = fmt.Sprintf("\tevent: cwd: %q\n", "$PROJECT/"+filepath.ToSlash(rel))
	}
	h := x.held[i]
	name = h.Name() + " lets through " + strings.Join(strings.Fields(show.Printable(x.all[i].Key)), " ")
	name = strings.ToValidUTF8(name[:min(len(name), longName)], "")
	text = fmt.Sprintf("\thook: %q\n\trule: %q\n\tevent: %s\n%s\texpect: close({})\n", h.Hook, h.Rule, event, cwd)
	if h.Rule == "" {
		text = strings.Replace(text, "\trule: \"\"\n", "", 1)
	}
	return name, "tests: " + string(files.JSON(name)) + ": {\n" + text + "}"
}
