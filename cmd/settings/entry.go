package settings

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine/plan"

	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"
)

// An Entry is a hook that a settings file registers.
type Entry struct {
	Event   string
	Matcher string // "" for all
	Type    string
	Command string
	Args    []string
	Exec    bool    // it has args and starts without a shell
	Timeout float64 // seconds, 0 if it has none
	If      string
	Async   bool
	Blocks  bool // the agent refuses the event if it fails
	Pos     plan.Pos
}

// Own reports whether an entry starts this program, wherever it is installed: bchook, or bcrules
// with hook as its first argument. A shell line counts if it starts nothing else (Line).
func (e Entry) Own() bool {
	program, args := e.Line()
	name := program[strings.LastIndexAny(program, `/\`)+1:]
	name = strings.TrimSuffix(strings.ToLower(name), ".exe")
	return e.Type == "command" && (name == "bchook" || name == "bcrules" && len(args) > 0 && args[0] == "hook")
}

// options returns the options on the entry's command line.
func (e Entry) options() hook.Options {
	_, args := e.Line()
	o, _ := hook.ParseArgs(args)
	return o
}

// Managed reports whether Register made an entry, or could have. An entry that runs a single hook of
// the rules belongs to the user.
func (e Entry) Managed() bool { return e.Own() && e.options().Only == "" }

// Rules returns the entry's values of --rules, nil if it has none.
func (e Entry) Rules() []string { return e.options().Rules }

// Closed reports whether the entry is for closed hooks.
func (e Entry) Closed() bool { return e.options().Closed }

// RulesAt returns the folder of the user's rules that the entry names, "" for the account's own.
func (e Entry) RulesAt() string { return e.options().Own }

// With onFailure the agent refuses an event if the command fails or doesn't start: Claude Code since
// 2.1.295. Older versions ignore it and go on.
const (
	onFailure = "onFailure"
	blocks    = "block"
)

// Line returns the program and its arguments. Those of a shell line are its words; the program is ""
// if nobody can tell what the line starts (wordsOf).
func (e Entry) Line() (program string, args []string) {
	if e.Exec {
		return e.Command, e.Args
	}
	words, _ := wordsOf(strings.TrimSpace(e.Command))
	if len(words) == 0 {
		return "", nil
	}
	return words[0], words[1:]
}

// Entries returns all hooks that the file registers, in order. It skips what the agent doesn't
// accept, which Faults returns.
func (f *File) Entries() []Entry {
	var all []Entry
	f.each(func(p place) { all = append(all, f.entry(p)) })
	return all
}

// Managed returns the entries that we may change.
func (f *File) Managed() []Entry {
	if f.form.Text != "" {
		if bytes.Contains(f.was, []byte(Mark)) {
			return []Entry{{Type: "command", Command: f.form.started(string(f.was))}}
		}
		return nil
	}
	return slices.DeleteFunc(f.Entries(), func(e Entry) bool { return !e.Managed() })
}

// Ours reports whether the file, as it was read, has anything of ours: an entry, or the content that
// we last wrote.
func (f *File) Ours() bool {
	if f.was == nil {
		return false
	}
	all, err := f.managedIn(f.was)
	n := f.note()
	return err != nil || len(all) > 0 || n != nil && n.Written == checksum(f.was)
}

// Opens reports whether the changed file drops or narrows an entry for closed hooks that it had when
// it was read.
func (f *File) Opens() bool {
	was, _ := f.managedIn(f.was) // no agent reads what can't be parsed
	is, _ := f.managedIn(f.is)
	return slices.ContainsFunc(was, func(old Entry) bool {
		return old.Closed() && !slices.ContainsFunc(is, func(e Entry) bool { return e.Closed() && e.holds(old) })
	})
}

// holds reports whether an entry covers all that another covers, with the same rules.
func (e Entry) holds(old Entry) bool {
	return spans(e.Matcher, old.Matcher) && e.Event == old.Event && (e.If == old.If || e.If == "") && (!e.Async || old.Async) &&
		slices.Equal(e.Rules(), old.Rules()) && e.RulesAt() == old.RulesAt()
}

// spans reports whether a matcher matches all that another does, as far as their words say. A
// matcher for all names but some may only leave out names that the other leaves out, too.
func spans(matcher, old string) bool {
	if matcher == "" || matcher == "*" || matcher == old {
		return true
	}
	among := func(list, all string) bool {
		return !slices.ContainsFunc(strings.Split(list, "|"), func(name string) bool { return !slices.Contains(strings.Split(all, "|"), name) })
	}
	less, is := allBut(matcher)
	was, wasBut := allBut(old)
	switch {
	case is && wasBut:
		return among(less, was)
	case is:
		return old != "" && !strings.ContainsAny(old, `*.^$()[]?+\`) && !slices.ContainsFunc(strings.Split(old, "|"), func(name string) bool { return among(name, less) })
	}
	return !strings.Contains(matcher+old, "(?") && among(old, matcher)
}

// allBut returns the names, joined by |, that a matcher for all other names leaves out, in the form
// that init writes or in that of rules.
func allBut(matcher string) (names string, is bool) {
	if names, is = plan.Unlisted(matcher); is {
		return names, true
	}
	names, ok := strings.CutPrefix(matcher, "^(?!")
	names, ends := strings.CutSuffix(names, "$).*")
	names = strings.ReplaceAll(names, "$)(?!", "|")
	return names, ok && ends && !strings.ContainsAny(names, "()")
}

// managedIn returns the entries that we may change if the file had another text.
func (f *File) managedIn(text []byte) ([]Entry, error) {
	other := &File{Name: f.Name, path: f.path, was: text, form: f.form}
	if err := other.parse(); err != nil {
		return nil, err
	}
	return other.Managed(), nil
}

// A place is the position of an entry in the tree.
type place struct {
	event  string
	groups hujson.ValueTrimmed // of the event
	group  int
	hooks  hujson.ValueTrimmed // of the group; the same as groups if the form is flat
	hook   int
}

// fields returns the fields of the entry, common those of its group.
func (p place) fields() hujson.ValueTrimmed { return elements(p.hooks)[p.hook].Value }
func (p place) common() hujson.ValueTrimmed { return elements(p.groups)[p.group].Value }

// each calls visit for every entry.
func (f *File) each(visit func(place)) {
	for _, m := range members(f.events()) {
		for i, group := range elements(m.Value.Value) {
			p := place{named(m), m.Value.Value, i, m.Value.Value, i}
			from, to := i, i+1
			if !f.form.Flat {
				p.hooks = member(group.Value, "hooks").Value
				from, to = 0, len(elements(p.hooks))
			}
			for p.hook = from; p.hook < to; p.hook++ {
				if _, is := p.fields().(*hujson.Object); is {
					visit(p)
				}
			}
		}
	}
}

func (f *File) entry(p place) Entry {
	v := elements(p.hooks)[p.hook]
	plain := v.Clone()
	plain.Standardize()
	h := gjson.ParseBytes(plain.Pack())
	e := Entry{
		Event: p.event, Type: h.Get("type").String(), Command: h.Get(f.form.Command).String(),
		Timeout: h.Get(f.form.Time).Float() / float64(f.form.Unit), If: h.Get("if").String(),
		Async: h.Get("async").Bool() || h.Get("asyncRewake").Bool(), Blocks: h.Get(onFailure).Str == blocks, Pos: f.pos(v),
	}
	if f.form != &native {
		e.Type = "command" // the file may leave it out
	}
	e.Exec = h.Get("args").IsArray()
	for _, a := range h.Get("args").Array() {
		e.Args = append(e.Args, a.String())
	}
	if l, ok := member(p.common(), "matcher").Value.(hujson.Literal); ok && l.Kind() == '"' {
		e.Matcher = l.String()
	}
	return e
}

// Faults returns what the agent doesn't accept in the file, each a *plan.Error.
func (f *File) Faults() []error {
	var all []error
	is := func(v hujson.Value, what string, kind hujson.Kind, want string) {
		if v.Value != nil && v.Value.Kind() != kind {
			all = append(all, f.fault(v, what, want))
		}
	}
	if f.form != &native {
		return nil // another agent's file: we leave it as it is
	}
	hooks := member(f.root.Value, "hooks")
	is(hooks, "hooks", '{', "an object of events")
	hidden := map[string]bool{} // by a later list of the same event
	for _, m := range members(hooks.Value) {
		what := "hooks." + named(m)
		if hidden[what] {
			all = append(all, &plan.Error{Pos: f.pos(m.Name), Err: fmt.Errorf("%s: found it twice, want it once: the agent takes the last", what)})
		}
		is(m.Value, what, '[', "a list of matchers with hooks")
		groups := elements(m.Value.Value)
		hidden[what] = len(groups) > 0
		for _, g := range groups {
			is(g, what, '{', "an object with hooks")
			is(member(g.Value, "matcher"), what+".matcher", '"', "a string")
			list := member(g.Value, "hooks")
			is(list, what+".hooks", '[', "a list of hooks")
			for _, one := range elements(list.Value) {
				is(one, what+".hooks", '{', "an object")
			}
		}
	}
	return all
}
