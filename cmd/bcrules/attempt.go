package main

import (
	"encoding/json"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/ui"
	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test"
	"bcrules.dev/schema/test/sandbox"
)

// answer adds, in short, how the rules answer the event, and what each agent gets.
func (t *attempt) answer(set *schema.Set) error {
	for _, s := range set.Plan.Stores {
		s.URL = nil // a trial asks no server
	}
	o := hook.Options{Agent: t.Agent}
	p, err := t.play(set, t.Agent, t.Event)
	if err != nil {
		return err
	}
	defer p.Close()
	x := answerOf(o, set, []byte(p.event), p.Outcome)
	x.Rules, x.Wrote = []string{"rules.cue"}, p.wrote(t.world.Files)
	from := json.NewDecoder(strings.NewReader(strings.ReplaceAll(p.real.Replace(string(files.JSON(x))), quoted(t.dir+string(filepath.Separator)), "")))
	from.UseNumber()
	if err := from.Decode(&t.came.Answer); err != nil {
		return err
	}
	if ev, _, err := heeded([]byte(p.event), o); err == nil {
		e := p.entry(ev, x)
		if t.Name != "" { // names of tests are unique in a folder
			e.Subject = t.Name + ": " + e.Subject
		}
		t.came.Test = testOf(e, t.schema.Events, t.Around)
	}
	sent, err := plan.ReadObject([]byte(t.Event))
	if err != nil {
		return nil // the answer reports it
	}
	ev, _, err := heeded([]byte(t.Event), o)
	if err != nil {
		return nil
	}
	sender := hook.Agents().Sender(sent.Root(), t.Agent) // from what was typed
	agents := t.schema.Agents()
	for _, a := range agents {
		if a.Name == sender {
			t.came.Replies = slices.Insert(t.came.Replies, 0, p.reply(a, ""))
			continue
		}
		if err := t.reply(set, a, ev); err != nil {
			return err
		}
	}
	return nil
}

// reply adds what another agent gets if it has such an event.
func (t *attempt) reply(set *schema.Set, a *schema.Agent, ev *plan.Event) error {
	sent := a.Worded(ev.JSON())
	if sent == nil {
		t.came.Lacking = append(t.came.Lacking, a.Title)
		return nil
	}
	p, err := t.play(set, a.Name, sent.JSON)
	if err != nil {
		return err
	}
	defer p.Close()
	t.came.Replies = append(t.came.Replies, p.reply(a, sent.Event))
	return nil
}

// A play is an event answered in a sandbox.
type play struct {
	test.Outcome
	*sandbox.Box
	event string            // with the sandbox's folders
	real  *strings.Replacer // puts the event's own folders back
}

// play answers an event from an agent; if from is "", the event itself says which.
func (t *attempt) play(set *schema.Set, from, event string) (*play, error) {
	box, err := sandbox.New()
	if err != nil {
		return nil, err
	}
	p := &play{Box: box}
	p.move(event, from)
	if p.Outcome, err = compile.Runner().As(from, "").Play(set.Plan, set.Parts, "", []byte(p.event), t.world, box); err != nil {
		box.Close()
	}
	return p, err
}

// quoted returns a path as it appears in a JSON string.
func quoted(path string) string { return strings.Trim(string(files.JSON(path)), `"`) }

// move moves an event to the sandbox's project.
func (p *play) move(event, from string) {
	cwd := "$PROJECT"
	if ev, _, err := heeded([]byte(event), hook.Options{Agent: from}); err == nil && ev.Cwd != "" {
		cwd = ev.Cwd
	}
	if cwd == "/" { // all paths begin with it, so only the folder itself is replaced
		p.event = rehomed(event, `"/"`, string(files.JSON(p.Project)))
	} else {
		p.event = rehomed(event, quoted(cwd), quoted(p.Project))
	}
	p.real = strings.NewReplacer(quoted(p.Project+"/"), quoted(strings.TrimSuffix(cwd, "/")+"/"), quoted(p.Project), quoted(cwd), p.Project, cwd, quoted(p.Home), "$HOME", p.Home, "$HOME")
}

// rehomed replaces a folder by another wherever a path in a text begins with it, but not inside a
// longer name.
func rehomed(text, from, to string) string {
	inName := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-.~$", r)
	}
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(text, from)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(after)
		if inName(last) || inName(next) {
			b.WriteString(from)
		} else {
			b.WriteString(to)
		}
		text = after
	}
}

// reply returns what an agent gets.
func (p *play) reply(a *schema.Agent, event string) ui.Reply {
	return ui.Reply{Agent: a.Title, Event: event, Stdout: p.real.Replace(string(p.Stdout)), Stderr: p.real.Replace(p.Words), Exit: p.Exit}
}

// entry returns the event's entry for the log, with the names of a test's folders.
func (p *play) entry(ev *plan.Event, x *answer.Answer) *journal.Entry {
	e := &journal.Entry{Event: ev.Name, Tool: hook.ToolOf(ev), Subject: p.Shown(answer.Asks(ev.JSON())),
		Said: p.Trace.Said, Refused: x.Because.Refused,
		Input: json.RawMessage(p.Shown(string(ev.JSON()))), Reply: json.RawMessage(p.Shown(string(x.Reply)))}
	for _, r := range x.Because.Rules {
		e.Hooks = append(e.Hooks, engine.Ran{Hook: r.Hook, Rules: []int{r.Number}})
	}
	return e
}

// wrote returns the files in the sandbox that weren't put there.
func (p *play) wrote(laid []sandbox.File) (all []string) {
	for _, dir := range []string{p.Project, p.Home} {
		filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(dir, name)
			was := slices.ContainsFunc(laid, func(f sandbox.File) bool { return strings.TrimPrefix(f.Path, "~/") == filepath.ToSlash(rel) })
			if err == nil && !d.IsDir() && !was {
				all = append(all, name)
			}
			return nil
		})
	}
	return all
}
