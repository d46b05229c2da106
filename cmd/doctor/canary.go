package doctor

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// A Canary is an event given to a registered command line, to try it.
type Canary struct {
	Event   string   `json:"event"`
	Command []string `json:"command"`
	OK      bool     `json:"ok"`
	MS      float64  `json:"ms"`
	silent  bool     // it didn't answer in time
}

// canaryTime limits one canary; one that takes longer than slow is reported.
const (
	canaryTime = 30 * time.Second
	slow       = time.Second
)

// song is the message of canary rules, said at events that honour messages.
const song = "bcrules canary"

// canaries tries each registered command line, once for each event, until it doesn't answer one in
// time. They use canary rules, so that none of the user's rules does anything; a command line that
// names its rules gets an event that none of them is on. Settings, their program and rules may have
// come with the project, so only a program that belongs to the user (settings.File.Start) is
// started.
func (in *Installation) canaries() ([]Canary, error) {
	dir, err := host.NewTemp("bcrules-doctor-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	c := cage{dir: dir, in: in}
	if err := c.furnish(); err != nil {
		return nil, err
	}
	all := []Canary{}
	var seen, silent []string // what was tried, and lines that are tried no more
	for _, r := range in.entries() {
		line := strings.Join(r.line(), "\x00")
		key := line + "\x00" + r.Event
		if in.event(r.Event) == nil || slices.Contains(seen, key) || slices.Contains(silent, line) {
			continue
		}
		seen = append(seen, key)
		at := r.site.File.Start(r.Entry)
		if why, faulty := Untried(at, in.Of); why != "" {
			silent = append(silent, line)
			in.warn("untried", r.Pos, "not tried: "+why, "see what it is, then by hand what it answers: "+c.hint(r))
		} else if faulty != "" {
			silent = append(silent, line)
			in.fault("canary", r.Pos, r.Event+", a canary: found "+faulty, "bcrules vet "+strings.Join(at.Named(), " "))
		}
		if slices.Contains(silent, line) || at.Program == "" {
			continue
		}
		k := c.try(r, at, len(all) == 0)
		if k.silent {
			silent = append(silent, line)
		}
		all = append(all, k)
	}
	return all, nil
}

// A cage is a temporary folder in which canaries are run.
type cage struct {
	dir string
	in  *Installation
}

func (c cage) path(name string) string { return filepath.Join(c.dir, name) }

// rules is the folder of the user's rules in the cage's home. Such rules need no trust.
const rules = "home/bcrules"

// furnish makes an empty project, a home, and rules for all events. The project is a repository of
// its own, because the temporary folder may be inside another one.
func (c cage) furnish() error {
	var b strings.Builder
	b.WriteString("package canary\n\nhooks: canary: {on: [")
	for _, e := range c.in.Events {
		if sings(e.Actions) {
			fmt.Fprintf(&b, "%q, ", e.Name)
		}
	}
	fmt.Fprintf(&b, "], rules: [{do: inject: message: %q}]}\n", song)
	for _, name := range []string{"project", "project/.git", "home", rules} {
		if err := os.Mkdir(c.path(name), 0o700); err != nil {
			return err
		}
	}
	file := filepath.Join(c.path(rules), "canary.cue")
	rested := time.Now().Add(-time.Hour) // a plan of newer files would not be trusted, and so made at each event
	return errors.Join(os.WriteFile(file, []byte(b.String()), 0o600), os.Chtimes(file, rested, rested))
}

// sings reports whether an event honours the canary rules' message.
func sings(actions []string) bool {
	return slices.Contains(actions, sung)
}

// sung is the canary rules' action.
const sung = "inject message"

// try gives an event to a command line, within the agent's timeout. The first one compiles the
// canary rules. A command line with its own rules is run once before, as they have no plan in the
// cage yet and compiling may take longer than an agent waits.
func (c cage) try(r registered, at settings.Start, first bool) Canary {
	event, want := c.score(r, at)
	limit := canaryTime
	if r.Timeout > 0 {
		limit = min(limit, time.Duration(r.Timeout*float64(time.Second)))
	}
	if len(at.Rules) > 0 {
		c.sing(r, at, event, canaryTime)
	}
	s := c.sing(r, at, event, limit)
	k := Canary{Event: r.Event, Command: s.line, MS: float64(s.took.Microseconds()) / 1000}
	on := fmt.Sprintf("%s, a canary: ", r.Event)
	switch {
	case s.silent:
		k.silent = true
		c.in.fault("canary", r.Pos, on+fmt.Sprintf("found no answer in %s; its other events are not tried", limit), "run it by hand: "+c.hint(r))
	case event == Nobodys && Refused(s.err, s.stderr):
		k.OK = true
	case s.err != nil:
		c.in.fault("canary", r.Pos, on+fmt.Sprintf("found %v%s, want exit code 0", s.err, tail(s.stderr)), "run it by hand: "+c.hint(r))
	case s.said != want && s.said != "" && (!json.Valid([]byte(s.said)) || !strings.HasPrefix(s.said, "{")):
		c.in.fault("canary", r.Pos, on+fmt.Sprintf("found %.80q on stdout, want one JSON object and nothing else%s", s.said, tail(s.stderr)), "run it by hand: "+c.hint(r))
	case s.said != want:
		c.in.fault("canary", r.Pos, on+fmt.Sprintf("found the answer %.200s, want %s%s", cmp.Or(s.said, "nothing"), cmp.Or(want, "nothing"), tail(s.stderr)), "make install")
	case s.took > slow && !first:
		c.in.warn("slow", r.Pos, on+fmt.Sprintf("found an answer after %s, want one in a few milliseconds", s.took.Round(time.Millisecond)), "see what the machine or the file system is busy with")
		k.OK = true
	default:
		k.OK = true
	}
	return k
}

// A take is the result of giving an event to a command line.
type take struct {
	line         []string
	said, stderr string
	err          error
	took         time.Duration
	silent       bool // it didn't end in time
}

// sing gives an event to a command line, and waits for at most limit.
func (c cage) sing(r registered, at settings.Start, event string, limit time.Duration) take {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	line := r.expanded(r.Tried(at, "", c.path(rules)))
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.path("project"), c.env(r), bytes.NewReader(c.event(r, event))
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	began := time.Now()
	err := cmd.Run()
	return take{line, strings.TrimSpace(stdout.String()), stderr.String(), err, time.Since(began), ctx.Err() != nil}
}

// score returns the event to try a command line with, and the expected answer, "" for none. A
// command line with its own rules gets an event that no rule is on, else one that the agent doesn't
// have, which closed hooks refuse.
func (c cage) score(r registered, at settings.Start) (event, want string) {
	if len(at.Rules) > 0 {
		return c.idle(at.Rules), ""
	}
	e := c.in.event(r.Event)
	_, args := r.Line()
	switch {
	case !sings(e.Actions), slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, "-only") }):
		return r.Event, ""
	case slices.Contains(e.Plain, sung):
		return r.Event, song
	}
	return r.Event, string(files.JSON(map[string]string{"systemMessage": song}))
}

// Untried says why an entry isn't tried, "" if it is: somebody else may have named its program or
// untrusted rules. faulty says that its rules have faults, so that nobody knows which events they
// will be on.
func Untried(at settings.Start, of func(rules []string) (*plan.Plan, bool)) (why, faulty string) {
	if at.Why != "" || len(at.Named()) == 0 {
		return at.Why, ""
	}
	switch p, faults := of(at.Named()); {
	case p.Untrusted && at.Doubt != "":
		return at.Doubt, ""
	case faults:
		return "", fmt.Sprintf("rules with faults in %s, want some that compile: no event is answered by them", strings.Join(at.Named(), " and "))
	}
	return "", ""
}

// idle returns an event that none of the rules in folders is on.
func (c cage) idle(rules []string) string {
	p, _ := c.in.Of(rules)
	for _, e := range c.in.Events {
		if !p.Asks(e.Name) {
			return e.Name
		}
	}
	return Nobodys
}

// Nobodys is the name of an event that no agent has.
const Nobodys = "Canary"

// Refused reports whether a command refused an event that no agent has or that has no name, as
// closed hooks do.
func Refused(err error, stderr string) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == engine.ExitRefused && refusing.MatchString(stderr)
}

// refusing matches the message of such a refusal, by one hook or by several.
var refusing = regexp.MustCompile("refuses?: event: found ")

// event returns an event in the form in which the agent sends it.
func (c cage) event(r registered, name string) []byte {
	event := map[string]any{"session_id": "canary", "transcript_path": c.path("transcript.jsonl"), "cwd": c.path("project"), "hook_event_name": name}
	if e := c.in.event(name); e != nil && e.Matcher != "" {
		event[e.Matcher] = "canary"
		if a := c.in.Plan.Events[name]; a != nil && name == r.Event {
			if names, ok := a.Matcher.Names(r.Matcher); ok && len(names) > 0 {
				event[e.Matcher] = names[0]
			}
		}
	}
	return append(files.JSON(event), '\n')
}

// env returns the environment of a canary, with its own home, so that it leaves nothing behind. A
// shell line keeps the user's home, as it may need it to find the program.
func (c cage) env(r registered) []string {
	home := c.path("home")
	env := append(os.Environ(), "BCRULES_RULES=", "XDG_CACHE_HOME="+home, "XDG_CONFIG_HOME="+home, "LocalAppData="+home, "AppData="+home,
		"CLAUDE_PROJECT_DIR="+c.path("project"))
	if r.site.Kind == "plugin" {
		env = append(env, "CLAUDE_PLUGIN_ROOT="+r.site.Root)
	}
	if r.Exec {
		env = append(env, "HOME="+home)
	}
	return env
}

// hint returns a command line to try by hand.
func (c cage) hint(r registered) string {
	return `echo '{"hook_event_name": "Stop"}' | ` + strings.Join(r.line(), " ")
}

// tail returns the last line of a program's stderr, for a finding.
func tail(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return fmt.Sprintf(" (%.200s)", last)
	}
	return ""
}
