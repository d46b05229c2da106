package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/cmd/convert"
	"bcrules.dev/cmd/log"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/transcript"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

const suggestHelp = `Says what to learn from the decisions log for the rules that answer here: what they
asked about and a person allowed each time, with the exception to make; what they
refused again and again, with a rule that tells the agent beforehand; and which of
your rules never held, as in "bcrules stats". With --transcripts it also reads what
Claude Code has kept of its sessions in this project: calls that ran after a
question, and commands that a person stopped, with a rule that asks about them.
Rules are printed with their tests, which they pass, and never written.

Whether a call ran is known if the rules are on PostToolUse, or from transcripts.

Exit code 0: said; 1: a wrong command line; 2: it could not be carried out.`

func suggestCmd() *cli.Command {
	return &cli.Command{
		Name:        "suggest",
		Usage:       "suggest rules and exceptions from what hooks decided and people did",
		UsageText:   "bcrules suggest [--rules DIR] [--since 1d|TIME] [--times N] [--transcripts]",
		Description: suggestHelp,
		Before:      flagsOnly,
		Flags: []cli.Flag{rulesFlag(), sinceFlag(),
			&cli.IntFlag{Name: "times", Value: 3, Usage: "only what happened at least `N` times"},
			&cli.BoolFlag{Name: "transcripts", Usage: "also read what Claude Code has kept of its sessions in this project"},
		},
		Action: suggest,
	}
}

func suggest(c *cli.Context) error {
	p, rules, here, err := inForce(c)
	if err != nil {
		return err
	}
	since, err := sinceOf(c)
	if err != nil {
		return usageError(c, err, false)
	}
	in := host.Here(os.Getenv)
	file, err := journal.Open(in.Folders())
	if err != nil {
		return err
	}
	var habits log.Habits
	var stats log.Stats
	r := log.NewReader(file, log.Filter{Rules: rules, Since: since})
	defer r.Close()
	err = r.Read(func(_ []byte, e *journal.Entry) error {
		habits.Add(e)
		stats.Add(e)
		return nil
	})
	skipped(c, "suggest", r.Bad)
	if err != nil {
		return err
	}
	s := suggester{c: c}
	if c.Bool("transcripts") {
		s.sessions(in, habits.Ran)
	}
	s.habits(habits.Often(c.Int("times")))
	if stats.Events > 0 {
		for _, never := range stats.Report(p, func(file string) bool { return chosen(c, file) }).Never {
			never.Pos.File = schema.Display(never.Pos.File, here)
			s.say("%v: %s %s never held in %s: if it is for what can't happen here, remove it", never.Pos, never.Hook, cmp.Or(never.ID, fmt.Sprintf("rule %d", never.Rule)), show.Count(stats.Events, "event"))
		}
	}
	return s.print()
}

// A suggester collects suggestions.
type suggester struct {
	c    *cli.Context
	said []string
	r    convert.Reading
}

func (s *suggester) say(text string, args ...any) {
	s.said = append(s.said, fmt.Sprintf(text, args...))
}

// habits suggests answers to what is decided again and again.
func (s *suggester) habits(all []log.Habit) {
	for _, h := range all {
		from := convert.Item{From: convert.Place{File: "log " + h.Last.Time.UTC().Format("2006-01-02T15:04:05Z")}, Says: fmt.Sprintf("%s %s refused %s, %d times", h.Hook, h.Rule, h.Subject, h.Times)}
		switch {
		case !h.Asked:
			s.add(convert.Told(h.Subject, h.Reason, from))
		case len(h.Last.Input) > 0 && h.Last.Call != "":
			s.say("%s %s asked about %s %d times, and it was let through each time: bcrules except %s", h.Hook, h.Rule, h.Subject, h.Times, h.Last.Call)
		default:
			s.say("%s %s asked about %s %d times, and it was let through each time: bcrules except makes an exception of the event, which the log keeps where the rules say  log: inputs: true", h.Hook, h.Rule, h.Subject, h.Times)
		}
	}
}

// print prints the suggestions.
func (s *suggester) print() error {
	w := s.c.App.Writer
	for _, one := range s.said {
		fmt.Fprintln(w, one)
	}
	if len(s.r.Rules) == 0 {
		if len(s.said) == 0 {
			fmt.Fprintln(w, "nothing to suggest")
		}
		return nil
	}
	convert.Sort(s.r.Rules)
	rules, tests, err := provedRules(s.c, &s.r, schema.DefaultPackage)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "-- suggested.cue --\n%s\n-- suggested_test.cue --\n%s", rules, tests)
	return nil
}

// How many transcripts are read, newest first, and how many bytes of each and of a line.
const (
	mostSessions   = 30
	mostTranscript = 64 << 20
	mostLine       = 4 << 20
)

var (
	slug    = regexp.MustCompile(`[^A-Za-z0-9]`)
	stopped = regexp.MustCompile(`^(The user doesn't want to (proceed|take this action)|\[Request interrupted by user for tool use)`)
)

// sessions reads the transcripts of a project, and calls ran with the ids of calls that ran.
func (s *suggester) sessions(in *host.Project, ran func(call string)) {
	dir := os.Getenv("CLAUDE_CONFIG_DIR")
	if dir == "" {
		dir = filepath.Join(in.Folders().Home, ".claude")
	}
	dir = filepath.Join(dir, "projects", slug.ReplaceAllString(in.Root, "-"))
	entries, err := os.ReadDir(dir)
	if err != nil {
		s.say("found no transcripts of this project: %v", err)
		return
	}
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".jsonl" })
	age := func(e os.DirEntry) int64 {
		info, err := e.Info()
		if err != nil {
			return 0
		}
		return info.ModTime().Unix()
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return cmp.Compare(age(b), age(a)) })
	for _, e := range entries[:min(len(entries), mostSessions)] {
		f, err := os.Open(filepath.Join(dir, e.Name()))
		if err == nil {
			s.session(e.Name(), io.LimitReader(f, mostTranscript), ran)
			f.Close()
		}
	}
}

// session reads a transcript.
func (s *suggester) session(name string, r io.Reader, ran func(call string)) {
	commands := map[string]string{} // by id of the call
	for line, err := range files.NewLines(r, mostLine).All(true) {
		entry, ok := transcript.Parse(line)
		if err != nil || !ok {
			continue
		}
		for _, b := range entry.Blocks() {
			switch b.Get("type").Str {
			case "tool_use":
				commands[b.Get("id").Str] = b.Get("input.command").Str
			case "tool_result":
				id, text := b.Get("tool_use_id").Str, b.Get("content").String()
				switch command := commands[id]; {
				case !b.Get("is_error").Bool():
					ran(id)
				case stopped.MatchString(strings.TrimSpace(text)) && command != "":
					s.stopped(command, fmt.Sprintf("%s: stopped %s", name, command))
				}
			}
		}
	}
}

// stopped suggests asking about a command, once for all with the same beginning.
func (s *suggester) stopped(command, says string) {
	rule, ok := convert.Stopped(command, convert.Item{From: convert.Place{File: "transcript"}, Says: says})
	if ok {
		s.add(rule)
	}
}

// add adds a rule, unless one says the same.
func (s *suggester) add(rule convert.Rule) {
	if !slices.ContainsFunc(s.r.Rules, func(o convert.Rule) bool { return o.Text == rule.Text }) {
		s.r.Rules = append(s.r.Rules, rule)
	}
}
