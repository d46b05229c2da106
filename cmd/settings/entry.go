package settings

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"

	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"
)

// An Entry is one hook that a settings file registers.
type Entry struct {
	Event   string
	Matcher string // "" for all
	Type    string
	Command string
	Args    []string
	Exec    bool    // it has args: started without a shell
	Timeout float64 // seconds, 0 if it has none
	If      string
	Async   bool
	Blocks  bool // the agent refuses the event where it fails
	Pos     plan.Pos
}

// Own reports whether an entry starts this program, wherever it lies: bchook, or
// bcrules with hook as its first argument. A shell line counts if it starts nothing
// else (Line).
func (e Entry) Own() bool {
	program, args := e.Line()
	name := program[strings.LastIndexAny(program, `/\`)+1:]
	name = strings.TrimSuffix(strings.ToLower(name), ".exe")
	return e.Type == "command" && (name == "bchook" || name == "bcrules" && len(args) > 0 && args[0] == "hook")
}

// Managed reports whether an entry is one that Register made or could have made:
// one that asks a single hook of the rules is its user's.
func (e Entry) Managed() bool {
	_, args := e.Line()
	only := func(a string) bool { return strings.HasPrefix(strings.TrimPrefix(a, "-"), "-only") }
	return e.Own() && !slices.ContainsFunc(args, only)
}

// Rules returns what the entry gives as --rules, nil if nothing.
func (e Entry) Rules() []string {
	var all []string
	_, args := e.Line()
	for i, a := range args {
		name, value, joined := strings.Cut(a, "=")
		if strings.TrimPrefix(name, "-") != "-rules" {
			continue
		}
		if !joined && i+1 < len(args) {
			value = args[i+1]
		}
		all = append(all, value)
	}
	return all
}

// By onFailure the agent refuses an event where the command fails, or doesn't start at all:
// Claude Code since 2.1.295. Older ones ignore it, and go on.
const (
	onFailure = "onFailure"
	blocks    = "block"
)

// closedFlag has the hook command refuse where it can't know the rules (package hook).
const closedFlag = "--closed"

func saysClosed(arg string) bool { return arg == closedFlag || arg == closedFlag[1:] }

// closed returns the flag of an entry that is one for closed hooks, nothing for others.
func closed(is bool) []string {
	if is {
		return []string{closedFlag}
	}
	return nil
}

// Closed reports whether the entry stands for closed hooks.
func (e Entry) Closed() bool {
	_, args := e.Line()
	return slices.ContainsFunc(args, saysClosed)
}

// Line returns the program and its arguments. Those of a shell line are its
// words, if all after the first are plain and the first is so but for variables and
// quotes; else there is no telling what it starts, and the program is "".
func (e Entry) Line() (program string, args []string) {
	if e.Exec {
		return e.Command, e.Args
	}
	line := strings.TrimSpace(e.Command)
	end := strings.IndexAny(line+" ", " \t")
	program, sure := line[:end], !strings.ContainsAny(line[:end], shellOperators)
	if len(line) > 1 && (line[0] == '"' || line[0] == '\'') {
		if n := strings.IndexByte(line[1:], line[0]); n > 0 && strings.HasPrefix(line[n+2:]+" ", " ") {
			program, end, sure = line[1:n+1], n+2, true
		}
	}
	if !sure || strings.ContainsAny(line[end:], shellMarks) {
		return "", nil
	}
	return program, strings.Fields(line[end:])
}

const (
	shellOperators = "`&|;<>()\n"
	shellMarks     = "\"'$*?[]{}\\" + shellOperators
)

// Entries returns all hooks that the file registers, in its order. What isn't as
// the agent takes it is left out, and is in Faults.
func (f *File) Entries() []Entry {
	var all []Entry
	f.each(func(p place) { all = append(all, f.entry(p)) })
	return all
}

// Managed returns the entries that are ours to change.
func (f *File) Managed() []Entry {
	if f.form != nil && f.form.Text != "" {
		if bytes.Contains(f.was, []byte(Mark)) {
			return []Entry{{Type: "command", Command: f.form.started(string(f.was))}}
		}
		return nil
	}
	return slices.DeleteFunc(f.Entries(), func(e Entry) bool { return !e.Managed() })
}

// A place is where an entry stands in the tree.
type place struct {
	event  string
	groups *hujson.Array // of the event
	group  int
	hooks  *hujson.Array // of the group
	hook   int
}

func (p place) fields() *hujson.Object { return p.groups.Elements[p.group].Value.(*hujson.Object) }

// each calls visit for all entries.
func (f *File) each(visit func(place)) {
	hooks := f.events()
	if hooks == nil {
		return
	}
	for _, m := range hooks.Members {
		groups, _ := m.Value.Value.(*hujson.Array)
		if f.form != nil && f.form.Flat {
			for i := 0; groups != nil && i < len(groups.Elements); i++ {
				if _, ok := groups.Elements[i].Value.(*hujson.Object); ok {
					visit(place{m.Name.Value.(hujson.Literal).String(), groups, i, groups, i})
				}
			}
			continue
		}
		for i := 0; groups != nil && i < len(groups.Elements); i++ {
			group, _ := groups.Elements[i].Value.(*hujson.Object)
			list := handlers(group)
			for j := 0; list != nil && j < len(list.Elements); j++ {
				if _, ok := list.Elements[j].Value.(*hujson.Object); ok {
					visit(place{m.Name.Value.(hujson.Literal).String(), groups, i, list, j})
				}
			}
		}
	}
}

func handlers(group *hujson.Object) *hujson.Array {
	if group == nil {
		return nil
	}
	v := member(group, "hooks")
	if v == nil {
		return nil
	}
	a, _ := v.Value.(*hujson.Array)
	return a
}

func (f *File) entry(p place) Entry {
	v := p.hooks.Elements[p.hook].Clone()
	plain := v.Clone()
	plain.Standardize()
	h := gjson.ParseBytes(plain.Pack())
	form := cmp.Or(f.form, &Form{Command: "command", Time: "timeout", Unit: 1})
	e := Entry{
		Event: p.event, Type: h.Get("type").String(), Command: h.Get(form.Command).String(),
		Timeout: h.Get(form.Time).Float() / float64(form.Unit), If: h.Get("if").String(),
		Async: h.Get("async").Bool() || h.Get("asyncRewake").Bool(), Blocks: h.Get(onFailure).Str == blocks, Pos: f.pos(v),
	}
	if f.form != nil {
		e.Type = "command" // which need not stand there
	}
	e.Exec = h.Get("args").IsArray()
	for _, a := range h.Get("args").Array() {
		e.Args = append(e.Args, a.String())
	}
	if m := member(p.fields(), "matcher"); m != nil {
		if l, ok := m.Value.(hujson.Literal); ok && l.Kind() == '"' {
			e.Matcher = l.String()
		}
	}
	return e
}

// Faults returns what is not as the agent takes it, each an *engine.Error.
func (f *File) Faults() []error {
	var all []error
	is := func(v hujson.Value, what string, kind hujson.Kind, want string) bool {
		if v.Value.Kind() == kind {
			return true
		}
		all = append(all, f.fault(v, what, want))
		return false
	}
	if f.form != nil {
		return nil // what isn't as the agent takes it is left as it is
	}
	v := member(f.root.Value.(*hujson.Object), "hooks")
	if v == nil || !is(*v, "hooks", '{', "an object of events") {
		return all
	}
	hidden := map[string]bool{} // by a list of the same event after it
	for _, m := range v.Value.(*hujson.Object).Members {
		name := m.Name.Value.(hujson.Literal).String()
		what := "hooks." + name
		if hidden[name] {
			all = append(all, &plan.Error{Pos: f.pos(m.Name), Err: fmt.Errorf("%s: found it twice, want it once: the agent takes the last", what)})
		}
		if !is(m.Value, what, '[', "a list of matchers with hooks") {
			continue
		}
		hidden[name] = len(m.Value.Value.(*hujson.Array).Elements) > 0
		for _, g := range m.Value.Value.(*hujson.Array).Elements {
			if !is(g, what, '{', "an object with hooks") {
				continue
			}
			group := g.Value.(*hujson.Object)
			if m := member(group, "matcher"); m != nil {
				is(*m, what+".matcher", '"', "a string")
			}
			h := member(group, "hooks")
			if h == nil || !is(*h, what+".hooks", '[', "a list of hooks") {
				continue
			}
			for _, one := range h.Value.(*hujson.Array).Elements {
				is(one, what+".hooks", '{', "an object")
			}
		}
	}
	return all
}
