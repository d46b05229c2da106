package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/bounded"
	"bcrules.dev/cmd/doctor"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const initHelp = `Makes the agent (Claude Code) start bchook at the events for which some rule is in
force here, and at no others: an entry for each event, with the matcher of its
hooks, and with --closed if one of them is closed ("bcrules help hook"). If all are
closed, "onFailure": "block" makes the agent refuse even if bchook doesn't start. If
there are no rules yet, it offers the packs of this program, and writes a rule file
that imports those you choose, packs.cue: in .claude/bcrules, or with --user in your
own rules. "bcrules docs PACK" says what a pack does.

   bcrules init                             asks which packs, if it has to
   bcrules init --pack guard --pack lessons takes these
   bcrules init --user --pack guard         in all your projects

Entries go to settings of your own, or to shared ones:

                  .claude/settings.local.json of the repository: for you alone
   --user         ~/.claude/settings.json: for all your projects
   --shared       .claude/settings.json here: for all who work on the project. It
                  has nothing of this machine in it: each finds bchook on the PATH
   --plugin DIR   hooks/hooks.json of a plugin, which finds bchook in its own
                  folder or else on the PATH
   --managed      settings of the administrator's, for the organisation's rules and all
                  users of the machine ("bcrules help organisation"); with --timer COMMAND also
                  units of systemd or launchd that run that command of bcfleet

With --agent it registers "bchook --agent NAME" with the named agents only, each in
its own file and form: of the project, or with --user in your home. It says what
can't work there, and what is left to do. "bcrules events --agent NAME" shows what
works. Without --agent, at a terminal, init asks about agents whose folders it finds
in your home.

   bcrules init --agent codex --agent gemini --user

Everything else in the file stays as it is. What would keep the agent from reading
it, such as a comment in Claude Code's, is removed with your consent; the original
stays beside it as FILE.….orig, which git ignores by .git/info/exclude until
uninstall, unless git tracks the file itself. If a value keeps the agent from
reading the file, such as "model": null or a hook that it can't load, init says
which and changes nothing: you must fix it.

At a terminal it shows what the rules forbid the agent and what it would write
where, and asks once (--yes: not at all); elsewhere it writes at once. With
--dry-run it shows everything and writes nothing. If a later step fails, it undoes
what it wrote. What it wrote itself becomes trusted, and nothing else. At the end
each registered command line is tried, as by "bcrules doctor". If it finds
permissions and rules of other programs, it mentions "bcrules convert".

Rules that settings of the project already name (--rules) stay if they are your
word: you gave them to init, or trust them. After adding rules for other events or
tools, run it again: it only changes its own entries. "bcrules uninstall" removes
them. If fewer closed hooks would be registered than before, a person must be at a
terminal, or --unattended be given ("bcrules help uninstall").

Exit code 0: registered, or nothing to do; 1: the rules have faults, or there are
none, or what is registered doesn't answer, or a wrong command line; 2: the settings
can't be read or changed, and nothing was.`

func initCmd() *cli.Command {
	return &cli.Command{
		Name:        "init",
		Usage:       "register bchook in the agent's settings, and take packs",
		UsageText:   "bcrules init [--pack NAME]… [--user|--shared|--plugin DIR|--managed] [--agent NAME]… [--rules DIR]… [--timer COMMAND]… [--yes|--dry-run] [--unattended]",
		Description: initHelp,
		Flags: append([]cli.Flag{&cli.StringSliceFlag{Name: "pack", Usage: "add the pack called `NAME` to the rules"}},
			append(placeFlags(), &cli.StringSliceFlag{Name: "rules", Usage: "answer by the rules in folder `DIR`, wherever the agent runs"},
				agentFlag("register with the agent called `NAME`, in its own file, and with no other"), dryRunFlag(),
				unattendedFlag(), managedFlag(), timerFlag(), &cli.BoolFlag{Name: "yes", Usage: "write without a question"})...),
		Action: register,
	}
}

// register registers bchook with the agents that flags choose, completely or not at all: it finds
// what may prevent it before it writes, and undoes what it wrote if a later step fails.
func register(c *cli.Context) error {
	err := wholly(c, func(back *rollback.Rollback) error {
		if c.Bool("managed") {
			return registerManaged(c, back)
		}
		if c.IsSet("timer") {
			return usageError(c, errors.New("found --timer without --managed, want both: bcfleet works for the administrator"), false)
		}
		if c.IsSet("agent") {
			return registerAgents(c, back)
		}
		return registerNative(c, back)
	})
	if err != nil || c.IsSet("agent") || c.Bool("managed") || c.Bool("dry-run") {
		return err
	}
	mentionConvert(c, c.Bool("user"))
	return offerAgents(c)
}

// registerNative registers bchook with the native agent, at the place that flags choose.
func registerNative(c *cli.Context, back *rollback.Rollback) error {
	here, place, file, err := placed(c)
	if err != nil {
		return err
	}
	program, err := programAt(place, c.StringSlice("rules"), here)
	if err != nil {
		return err
	}
	given, err := file.Answering(program.Rules, func(rules []string) bool { return believed(rules, c.App.ErrWriter) })
	if err != nil {
		return err
	}
	packs, err := choose(c, place, given, here)
	if err != nil {
		return err
	}
	set := layers.Find(given, here, os.Getenv)
	if own := set.Alone(); len(given) == 0 && os.Getenv(layers.Variable) == "" && len(own.Layers) > 0 && place.Kind == "user" && !reads(here, place) {
		set = own // the project has entries in its own file
	}
	rules, err := rulesToRegister(c, packs, set)
	if err != nil {
		return err
	}
	program.Own = ownFolder(place, packs.among(set.Layers))
	all := rules.Plan
	if len(given) == 0 {
		there, trusted := readers(place, set)
		all = serving(compile.Kept(), all, append(there, trusted...), c.App.ErrWriter)
	}
	wanted, left := registrations(all, place)
	r := show.Registered{Here: here, Place: place, File: file, Agent: compile.Schema().Native(), Set: rules, On: wanted, Left: left, Packs: packs.all()}
	at, on, err := settings.Enabled(here, doctor.Plugin)
	if err != nil {
		return err
	}
	if on = on && place.Kind != "plugin"; on {
		r.Also = []string{fmt.Sprintf("%s:%d:%d: the plugin %s is on and starts bchook with rules of its own; nothing is registered, as both would run: remove it, and import its pack with init --pack guard", schema.Display(at.File, here), at.Line, at.Col, doctor.Plugin)}
	} else if err := registered(c, r, program); err != nil {
		return err
	}
	return carried(c, packs, given, r, !on, back)
}

// carried shows what will be registered, writes it after confirmation, and tries it if wanted.
func carried(c *cli.Context, packs choice, given []string, r show.Registered, try bool, back *rollback.Rollback) error {
	p := proposal{packs, []*settings.File{r.File}, r.Set, r.Here}
	asks := p.shown(c)
	if c.Bool("dry-run") {
		return nil
	}
	if err := p.confirmed(c, asks, back); err != nil {
		return err
	}
	r.Seen = asks
	if err := enact(c, packs, given, &r, back); err != nil {
		return err
	}
	return tried(c, r, r.Set.Plan, try)
}

// tried prints what is registered, after trying it if wanted.
func tried(c *cli.Context, r show.Registered, p *plan.Plan, try bool) error {
	if !try {
		r.Write(c.App.Writer)
		return nil
	}
	check, err := sing(c, r, p)
	if err != nil {
		return err
	}
	if !check.Fault() {
		r.Write(c.App.Writer)
	}
	writeFindings(c.App.Writer, check)
	writeCanaries(c.App.Writer, check)
	if check.Fault() {
		return exitCode(exitFaults)
	}
	return nil
}

// enact writes the planned files, and adds to the report what is only known then.
func enact(c *cli.Context, packs choice, given []string, r *show.Registered, back *rollback.Rollback) error {
	if err := packs.join(c, r.Here, back); err != nil {
		return err
	}
	set := layers.Find(given, r.Here, os.Getenv)
	notice, faults, err := compile.Ready(set)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return fmt.Errorf("found rules that don't compile with what is trusted here: %s", strings.Join(faults, "\n"))
	}
	if r.Layers = set.Layers; len(packs.fresh) > 0 {
		r.Wrote = packs.file.Path
	}
	if r.Before, err = saved(c, r.File, r.Here, back); err != nil {
		return err
	}
	if notice != "" {
		show.Note(c.App.ErrWriter, notice)
	}
	others, err := alike(r.Here, r.Place)
	r.Also = append(r.Also, others...)
	if text := unignored(r.Place); text != "" {
		r.Also = append(r.Also, text)
	}
	if r.Place.Kind == "shared" {
		r.Also = append(r.Also, fmt.Sprintf("the agent reads %s only in the folder where it starts: hooks run in sessions that start in %s, not in a folder below", r.File.Name, r.Place.Root))
	}
	return err
}

// ownFolder returns the folder of the user's rules if it is a layer and a variable names it instead
// of the account's own; "" if not, or if others have the settings, too.
func ownFolder(place settings.Place, all []string) string {
	user := layers.User(os.Getenv)
	if place.Kind != "user" && place.Kind != "local" || !slices.Contains(all, user) || user == host.Bcrules(host.AccountConfig()) {
		return ""
	}
	return user
}

// programAt returns what entries at a place start, with the given rules, if any.
func programAt(place settings.Place, rules []string, here string) (settings.Program, error) {
	program, err := place.Bchook()
	if err == nil && len(rules) > 0 {
		for _, layer := range layers.Find(rules, here, os.Getenv).Layers {
			named := place.Contract(layer)
			if place.Kind == "shared" && filepath.IsAbs(named) {
				return program, fmt.Errorf("found rules in %s, want a pack or a folder of the project: others don't have them there", layer)
			}
			program.Rules = append(program.Rules, named)
		}
	}
	return program, err
}

// rulesToRegister returns the rules as they will be, trusted or not, so that the registration
// needn't change once they are trusted. If they have faults, it prints these and fails.
func rulesToRegister(c *cli.Context, packs choice, set layers.Set) (*schema.Set, error) {
	s := compile.Kept()
	packs.suppose(s)
	rules, err := bounded.Rules.Compile(s, packs.among(set.Layers), c.App.ErrWriter)
	if err == nil {
		return rules, nil
	}
	faults, err := compile.Faults(err, "")
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(c.App.ErrWriter, "the rules have faults; nothing was registered:")
	for _, f := range faults {
		fmt.Fprintln(c.App.ErrWriter, f)
	}
	return nil, exitCode(exitFaults)
}

// believed reports whether rules that somebody else may have named are trusted as they are read.
func believed(rules []string, stderr io.Writer) bool {
	s := compile.Kept()
	set, _ := bounded.Rules.Compile(s, rules, stderr) // registering them reports the faults
	return !set.Plan.Untrusted
}

// sing tries what is registered.
func sing(c *cli.Context, r show.Registered, p *plan.Plan) (*doctor.Check, error) {
	s := compile.Kept()
	in := &doctor.Installation{Sites: []doctor.Site{{Place: r.Place, File: r.File}}, Plan: p, Of: plansOf(s, r.Here, c.App.ErrWriter), Events: s.Events.List(s.Library.Actions), Tools: s.Events.ToolNames()}
	return in.Sing()
}

// registrations returns what to register for a plan at a place, and the events left out there.
func registrations(plan *plan.Plan, place settings.Place) (wanted []settings.Registration, left []string) {
	s := compile.Schema()
	for _, e := range s.Events.List(s.Library.Actions) {
		a := plan.Events[e.Name]
		switch {
		case a == nil || len(a.Hooks) == 0:
		case place.Kind == "plugin" && !e.Plugin:
			left = append(left, e.Name)
		default:
			wanted = append(wanted, settings.Registration{Event: e.Name, Matcher: settings.Matcher(a), Timeout: e.Waits(plan), Closed: plan.Refuses(e.Name), Blocks: plan.Blocks(e.Name)})
		}
	}
	return wanted, left
}
