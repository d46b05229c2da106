package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

const explainHelp = `Answers one event as "bcrules hook" would, by the same code, and says how: which
hooks and rules were considered and why they held or not, with the value of each
part of a condition; which facts were asked, what they said and how long it took;
what was done; and the reply. Nothing is done in truth: what actions write goes to
a scratch folder, and no program is started.

The event is read from FILE, or from stdin:

   echo '{"hook_event_name": "PreToolUse", "tool_name": "Bash",
          "tool_input": {"command": "git push -f"}}' | bcrules explain

Facts look at the folder that the event names as its cwd, or else this one. Rules of
a project are explained as they are, also where they are not trusted and so do
nothing ("bcrules help trust").

Exit code 0: explained; 1: the event can't be read, or the rules have faults (the
last good ones then hold, as for the hook); 2: it could not be carried out.`

func explainCmd() *cli.Command {
	return &cli.Command{
		Name:        "explain",
		Usage:       "say how an event is answered, and why",
		UsageText:   "bcrules explain [--event FILE|-] [--rules DIR]… [--only NAME] [--json]",
		Description: explainHelp,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "event", Value: "-", Usage: "read the event from `FILE`; - is stdin"},
			rulesFlag(),
			&cli.StringFlag{Name: "only", Usage: "answer by the hook called `NAME` alone"},
			&cli.BoolFlag{Name: "json", Usage: "write one JSON object, with all values whole"},
		},
		Action: func(c *cli.Context) error {
			here, err := os.Getwd()
			if err != nil {
				return err
			}
			data, err := eventData(c.String("event"), c.App.Reader)
			if err != nil {
				return err
			}
			x, err := explained(hook.Options{Rules: c.StringSlice("rules"), Only: c.String("only")}, data)
			if err != nil {
				return err
			}
			remind(c.App.ErrWriter, x.set)
			if c.Bool("json") {
				err = show.JSON(c.App.Writer, x)
			} else {
				x.write(c.App.Writer, here)
			}
			if err == nil && (x.Fault != "" || len(x.Faults) > 0) {
				return exitCode(exitFaults)
			}
			return err
		},
	}
}

// eventData returns what the file holds; - is stdin, if that is no terminal.
func eventData(name string, stdin io.Reader) ([]byte, error) {
	if name != "-" {
		return os.ReadFile(name)
	}
	if f, ok := stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return nil, errors.New("found no event, want one on stdin or in --event FILE")
	}
	return io.ReadAll(stdin)
}

// An explanation is how an event is answered, for people and for tools.
type explanation struct {
	Event  string              `json:"event"`            // its name
	Fault  string              `json:"fault,omitempty"`  // why it can't be read
	Rules  []string            `json:"rules"`            // layers: folders or packs
	Faults []string            `json:"faults,omitempty"` // of the rules
	Hooks  []*engine.HookTrace `json:"hooks"`            // that the event is for, in order
	Others []passed            `json:"others"`           // on the event, but not for it
	Wrote  []string            `json:"wrote"`            // files that actions would change
	Said   []string            `json:"stderr"`           // log entries and what goes to stderr
	Reply  json.RawMessage     `json:"reply"`            // a string if it is a text
	Exit   int                 `json:"exit"`

	trace *engine.Trace
	set   layers.Set
}

// A passed hook is on the event and was passed over.
type passed struct {
	Name string   `json:"name"`
	Pos  plan.Pos `json:"pos"`
	Why  string   `json:"why"`
}

// explained answers an event without doing anything.
func explained(o hook.Options, data []byte) (*explanation, error) {
	var reply, said bytes.Buffer
	ev, fault := plan.ReadEvent(data)
	x := &explanation{trace: &engine.Trace{}, set: layers.Find(o.Rules, host.New(ev).Dir, os.Getenv)}
	x.Rules = x.set.Layers
	s, err := compile.Schema()
	if err != nil {
		return nil, err
	}
	set, faults := s.Compile(x.Rules...)
	x.trace.Parts = set.Parts
	o.Trace = x.trace
	x.Exit = compile.Command().Run(o, bytes.NewReader(data), &reply, &said)
	x.Reply, x.Hooks, x.Wrote = bytes.TrimSpace(reply.Bytes()), o.Trace.Hooks, o.Trace.Changed
	if !json.Valid(x.Reply) {
		x.Reply = files.JSON(reply.String())
	}
	x.Said = strings.FieldsFunc(said.String(), func(r rune) bool { return r == '\n' })
	if fault != nil {
		x.Fault = fault.Error()
	} else {
		x.Event = ev.Name
	}
	if faults != nil {
		x.Faults, err = compile.Faults(faults, "")
		return x, err
	}
	if ev != nil {
		x.Others = passedOver(set.Plan, ev, o.Only)
	}
	return x, nil
}

// passedOver returns the hooks on an event that are not for it.
func passedOver(p *plan.Plan, ev *plan.Event, only string) []passed {
	a := p.Events[ev.Name]
	if a == nil {
		return nil
	}
	matched := p.Match(ev, "")
	var all []passed
	for i := range a.Hooks {
		h := &a.Hooks[i]
		switch {
		case !slices.Contains(matched, h):
			all = append(all, passed{h.Name, h.Pos, fmt.Sprintf("match %s does not hold for %s %q", h.Match, a.Matcher.Field, a.Matcher.Subject(ev))})
		case only != "" && h.Name != only:
			all = append(all, passed{h.Name, h.Pos, "left out by --only " + only})
		}
	}
	return all
}

func (x *explanation) write(w io.Writer, here string) {
	show.On(w)
	section := func(what string) { fmt.Fprintln(w, "\n"+show.Bold.Sprint(what)) }
	fmt.Fprintf(w, "%s by the rules of %s\n", show.Bold.Sprint(cmp.Or(x.Event, "No event")), show.Layers(x.Rules, here))
	if x.Fault != "" {
		fmt.Fprintln(w, show.Bad.Sprint(x.Fault))
	}
	if len(x.Faults) > 0 {
		section("Faults of the rules; the last good ones hold, if there are any")
		for _, f := range x.Faults {
			fmt.Fprintln(w, show.Bad.Sprint(f))
		}
	}
	if len(x.Hooks) > 0 {
		section("Hooks")
		show.Trace(w, x.trace, here)
	} else {
		section("No hook is for this event")
	}
	if len(x.Others) > 0 {
		section("Passed over")
		for _, o := range x.Others {
			o.Pos.File = schema.Display(o.Pos.File, here)
			fmt.Fprintf(w, "%s: %s  %s\n", o.Name, o.Why, show.Faint.Sprint(o.Pos))
		}
	}
	if len(x.Wrote) > 0 {
		section("Files it would change")
		for _, name := range x.Wrote {
			fmt.Fprintln(w, schema.Display(name, here))
		}
	}
	if len(x.Said) > 0 {
		section("On stderr")
		fmt.Fprintln(w, strings.Join(x.Said, "\n"))
	}
	section(fmt.Sprintf("Reply, exit code %d", x.Exit))
	var b bytes.Buffer
	if plain := files.Text(x.Reply); plain != "" {
		b.WriteString(strings.TrimSuffix(plain, "\n"))
	} else if json.Indent(&b, x.Reply, "", "  ") != nil {
		b.Write(x.Reply)
	}
	fmt.Fprintln(w, text.FgCyan.Sprint(b.String()))
}
