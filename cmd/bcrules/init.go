package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine"
	"bcrules.dev/rules"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const initHelp = `Lets the agent (Claude Code) start bchook at the events that some rule in force
here is on, and at no others: an entry an event, with the matcher of what its hooks
match. Entries go to one of

   --project      .claude/settings.json here, where you start the agent (default)
   --local        .claude/settings.local.json of the repository: for you alone
   --user         ~/.claude/settings.json: for all your projects
   --plugin DIR   hooks/hooks.json of a plugin, which finds bchook in its own
                  folder or else on the PATH

All else in the file stays as it is. What changes is shown first; with --dry-run
nothing is written. After rules were put on other events or tools, run it again:
only its own entries change. "bcrules uninstall" takes them away again.

Exit code 0: registered, or nothing to do; 1: the rules have faults; 2: the
settings can't be read or changed, and nothing was.`

func initCmd() *cli.Command {
	return &cli.Command{
		Name:        "init",
		Usage:       "register bchook in the agent's settings",
		UsageText:   "bcrules init [--project|--local|--user|--plugin DIR] [--rules DIR] [--dry-run]",
		Description: initHelp,
		Flags: append(placeFlags(), &cli.StringFlag{Name: "rules", Usage: "answer by the rules in folder `DIR`, wherever the agent runs"},
			dryRunFlag()),
		Action: func(c *cli.Context) error {
			here, place, file, err := placed(c)
			if err != nil {
				return err
			}
			program, err := bchook(place)
			if err != nil {
				return err
			}
			if c.IsSet("rules") {
				dir, err := filepath.Abs(c.String("rules"))
				if err != nil {
					return err
				}
				program.Rules = []string{place.Contract(dir)}
			}
			set := hook.Rules(answering(place, program.Rules, file), here, os.Getenv)
			compile := keep
			if c.Bool("dry-run") {
				compile = func(set string) (*engine.Plan, []string, error) { return planOf(set, "") }
			}
			plan, faults, err := compile(set)
			if len(faults) > 0 {
				fmt.Fprintln(c.App.ErrWriter, "the rules have faults; nothing was registered:")
				for _, f := range faults {
					fmt.Fprintln(c.App.ErrWriter, f)
				}
				return exitCode(exitFaults)
			}
			if err != nil {
				return err
			}
			wanted, left, err := registrations(plan, place)
			if err != nil {
				return err
			}
			if err := file.Register(program, wanted); err != nil {
				return err
			}
			kept := ""
			if file.Changed() {
				writeDiff(c.App.Writer, file)
				if c.Bool("dry-run") {
					return nil
				}
				backups, err := settings.OpenBackups()
				if err == nil {
					err = backups.Save(file)
				}
				if err != nil {
					return err
				}
				kept = backups.Copy(file)
			}
			r := report{here: here, place: place, file: file, set: set, plan: plan, on: wanted, left: left, kept: kept}
			r.write(c.App.Writer)
			return nil
		},
	}
}

// planOf compiles a rule set and keeps nothing; faults are lines, files named as
// seen from folder here.
func planOf(set, here string) (plan *engine.Plan, faults []string, err error) {
	s, err := newSchema()
	if err != nil {
		return nil, nil, err
	}
	compiled, err := s.Compile(set)
	if err != nil {
		faults, err = lines(err, here)
	}
	return compiled.Plan, faults, err
}

func placeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "project", Usage: "in .claude/settings.json of this folder (default)"},
		&cli.BoolFlag{Name: "local", Usage: "in .claude/settings.local.json of this repository"},
		&cli.BoolFlag{Name: "user", Usage: "in ~/.claude/settings.json"},
		&cli.StringFlag{Name: "plugin", Usage: "in hooks/hooks.json of the plugin in `DIR`"},
	}
}

func dryRunFlag() *cli.BoolFlag {
	return &cli.BoolFlag{Name: "dry-run", Usage: "show what would change, and change nothing"}
}

// placed reads the settings file that the flags choose.
func placed(c *cli.Context) (here string, place settings.Place, file *settings.File, err error) {
	if here, err = os.Getwd(); err != nil {
		return
	}
	var chosen []string
	for _, name := range []string{"project", "local", "user", "plugin"} {
		if c.IsSet(name) {
			chosen = append(chosen, name)
		}
	}
	switch {
	case len(chosen) > 1:
		err = usageError(c, fmt.Errorf("found --%s, want one of them", strings.Join(chosen, " and --")), false)
		return
	case c.NArg() > 0:
		err = unwanted(c)
		return
	case len(chosen) == 0:
		chosen = []string{"project"}
	}
	if chosen[0] == "plugin" {
		place, err = settings.Plugin(c.String("plugin"))
	} else {
		var all []settings.Place
		if all, err = settings.Places(here); err == nil {
			i := slices.IndexFunc(all, func(p settings.Place) bool { return p.Kind == chosen[0] })
			place = all[max(i, 0)] // here is the user's own folder
		}
	}
	if err == nil {
		file, err = settings.Read(schema.Display(place.File, here))
	}
	return
}

// bchook is the bchook beside this program, as a place names it.
func bchook(place settings.Place) (settings.Program, error) {
	self, err := os.Executable()
	if err != nil {
		return settings.Program{}, err
	}
	name := "bchook" + filepath.Ext(strings.ToLower(filepath.Base(self)))
	beside, err := exec.LookPath(filepath.Join(filepath.Dir(self), name))
	if err != nil {
		return settings.Program{}, fmt.Errorf("found no %s in %s, want it beside bcrules: make install puts them there", name, filepath.Dir(self))
	}
	path := beside
	// A name on the PATH outlives the folder of one version that it leads to.
	if known, err := exec.LookPath("bchook"); err == nil && same(known, beside) && filepath.IsAbs(known) {
		path = known
	}
	if place.Kind == "plugin" {
		if path = place.Contract(beside); path == beside {
			path = "bchook"
		}
	}
	return settings.Program{Path: path}, nil
}

func same(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// answering returns the folder whose rules answer, "" for those that hold where
// the agent runs: what is to be given to the program, or else what it is given now.
func answering(place settings.Place, given []string, file *settings.File) string {
	if given == nil {
		for _, e := range file.Managed() {
			given = append(given, e.Rules()...)
		}
	}
	if len(given) == 0 {
		return ""
	}
	return place.Expand(given[0])
}

// registrations returns what is to be registered for a plan at a place, and the
// events that are left out there.
func registrations(plan *engine.Plan, place settings.Place) (wanted []settings.Registration, left []string, err error) {
	s, err := newSchema()
	if err != nil {
		return nil, nil, err
	}
	for _, e := range s.Events() {
		a := plan.Events[e.Name]
		switch {
		case a == nil || len(a.Hooks) == 0:
		case place.Kind == "plugin" && !e.Plugin:
			left = append(left, e.Name)
		default:
			wanted = append(wanted, settings.Registration{Event: e.Name, Matcher: settings.Matcher(a), Timeout: e.Timeout})
		}
	}
	return wanted, left, nil
}

// writeDiff shows what is to change in a file.
func writeDiff(w io.Writer, f *settings.File) {
	dress(w)
	for _, line := range strings.SplitAfter(f.Diff(), "\n") {
		text := strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "+"):
			line = strings.Replace(line, text, good.Sprint(text), 1)
		case strings.HasPrefix(line, "-"):
			line = strings.Replace(line, text, bad.Sprint(text), 1)
		}
		io.WriteString(w, line)
	}
}

// A report is what init says when it is done.
type report struct {
	here  string
	place settings.Place
	file  *settings.File
	set   string
	plan  *engine.Plan
	on    []settings.Registration
	left  []string // events that a plugin can't have
	kept  string   // where the file is kept as it was, "" if it was not changed
}

func (r report) write(w io.Writer) {
	dress(w)
	entries := r.file.Managed()
	if r.kept == "" {
		fmt.Fprintf(w, "%s needs no change.\n", r.file.Name)
	}
	var names []string
	var rows [][]string
	for _, on := range r.on {
		var hooks []string
		for _, h := range r.plan.Events[on.Event].Hooks {
			hooks = append(hooks, h.Name)
		}
		names = append(names, hooks...)
		rows = append(rows, []string{"  " + on.Event, cmp.Or(on.Matcher, "-"), strings.Join(hooks, ", ")})
	}
	slices.Sort(names)
	fmt.Fprintf(w, "\nOn: %s by the rules of %s\n%s\n", bold.Sprintf("%s at %s", count(len(slices.Compact(names)), "hook"), count(len(r.on), "event")),
		schema.Display(r.set, r.here), columns(rows))
	for _, event := range r.left {
		fmt.Fprintf(w, "%s is left out: agents that don't know it yet would drop all hooks of the plugin\n", event)
	}
	if at, off := r.disabled(); off {
		fmt.Fprintln(w, bad.Sprintf("%s: disableAllHooks is true: the agent starts no hook until it is gone", at))
	}
	rows = nil
	for _, line := range [][]string{
		{"see a block", r.block(entries)},
		{"check", "bcrules doctor" + r.flag(r.place.Kind == "plugin")},
		{"edit", r.rules()},
		{"undo", "bcrules uninstall" + r.flag(true)},
		{"before", r.before()},
	} {
		if line[1] != "" {
			rows = append(rows, []string{bold.Sprint(line[0]), line[1]})
		}
	}
	io.WriteString(w, columns(rows))
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// flag is what chooses the place on a command line.
func (r report) flag(wanted bool) string {
	switch {
	case !wanted || r.place.Kind == "project":
		return ""
	case r.place.Kind == "plugin":
		return " --plugin " + quoted(schema.Display(r.place.Root, r.here))
	}
	return " --" + r.place.Kind
}

// block is a command line that shows the registered program block an event, by a
// rule of one line: those in force may need more than an event for it.
func (r report) block(entries []settings.Entry) string {
	if len(entries) == 0 {
		return ""
	}
	return `(cd "$(mktemp -d)" && printf 'package r\nhooks: no: {on: "Stop", rules: [{do: block: "not yet"}]}\n' >r.cue && ` +
		`echo '{"hook_event_name": "Stop"}' | ` + quoted(r.place.Expand(entries[0].Command)) + ` --rules .)`
}

// rules says where rules are edited.
func (r report) rules() string {
	if name, ok := strings.CutPrefix(r.set, rules.Path+"/"); ok {
		return fmt.Sprintf("*.cue in .claude/bcrules: import \"%s/%s\" there and narrow it", rules.Path, name)
	}
	return filepath.Join(schema.Display(r.set, r.here), "*.cue") + ", then bcrules vet"
}

func (r report) before() string {
	switch {
	case r.kept == "":
		return ""
	case r.file.Was() == nil:
		return "there was no " + r.file.Name
	}
	return r.kept
}

// disabled returns where one of the files that the agent reads here switches all
// hooks off.
func (r report) disabled() (engine.Pos, bool) {
	all, err := settings.Places(r.here)
	if err != nil {
		return engine.Pos{}, false
	}
	for _, p := range all {
		f, err := settings.Read(schema.Display(p.File, r.here))
		if err != nil {
			continue
		}
		if at, off := f.Disabled(); off {
			return at, true
		}
	}
	return engine.Pos{}, false
}

// quoted is a word for a POSIX shell.
func quoted(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@:") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
