package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// A Program is what entries start.
type Program struct {
	Path  string
	Rules []string // given as --rules; if nil, entries keep the arguments they have
}

// A Registration is one event that the program is to be started at.
type Registration struct {
	Event   string
	Matcher string // "" for all
	Timeout int    // seconds
	Closed  bool   // closed hooks are on it, so that the entry says so
	Blocks  bool   // and no others, so that the agent is to refuse where the program doesn't start
}

// most is the longest time in seconds that an entry's own timeout is kept with.
const most = 600

// Register makes the file start the program at these events, and at no others. It
// changes managed entries where they stand, takes away those of other events, and
// adds what is missing at the ends. What an entry has beside command, args,
// matcher, timeout and onFailure stays, and so does a longer timeout.
func (f *File) Register(p Program, wanted []Registration) error {
	if faults := f.Faults(); len(faults) > 0 {
		return faults[0]
	}
	if f.form != nil && f.form.Text != "" {
		if f.was != nil && !bytes.Contains(f.was, []byte(Mark)) {
			return fmt.Errorf("%s: found a file of somebody else's, want none: it would be replaced", f.Name)
		}
		f.is = content(f.form.text(p.Line(f.form, wanted...), wanted[0].Event))
		return nil
	}
	if f.form != nil && len(wanted) > 0 {
		f.beside()
	}
	var placed []string
	f.dropEntries(nil, func(at place) bool {
		i := slices.IndexFunc(wanted, func(r Registration) bool { return r.Event == at.event })
		if i < 0 || slices.Contains(placed, at.event) {
			return true
		}
		if r := wanted[i]; f.entry(at).Matcher != r.Matcher {
			if len(at.hooks.Elements) > 1 { // the matcher is not ours alone
				return true
			}
			f.setMatcher(at.fields(), r.Matcher)
		}
		placed = append(placed, at.event)
		if f.form != nil {
			f.renew(at, p, wanted[i])
		} else {
			f.update(at, p, wanted[i])
		}
		return false
	})
	for _, r := range wanted {
		if !slices.Contains(placed, r.Event) {
			f.extend(p, r)
		}
	}
	return f.take()
}

// Unregister takes all managed entries out, and what they alone were in, unless
// was, the file before they came, has it; nil if that is not known.
func (f *File) Unregister(was *File) error {
	if f.form != nil && f.form.Text != "" {
		f.is = nil
		return nil
	}
	f.dropEntries(was, func(place) bool { return true })
	return f.take()
}

// dropEntries drops the managed entries that doomed says of, and what becomes
// empty by that.
func (f *File) dropEntries(was *File, doomed func(place) bool) {
	hooks := f.events()
	if hooks == nil {
		return
	}
	var gone []place
	f.each(func(p place) {
		if f.entry(p).Managed() && doomed(p) {
			gone = append(gone, p)
		}
	})
	var stays *hujson.Object
	if was != nil {
		stays = was.events()
	}
	for _, p := range slices.Backward(gone) {
		drop(array{p.hooks}, p.hook)
		if len(p.hooks.Elements) == 0 && p.hooks != p.groups {
			drop(array{p.groups}, p.group)
		}
	}
	for _, p := range gone {
		i := slices.IndexFunc(hooks.Members, func(m hujson.ObjectMember) bool { return m.Value.Value == p.groups })
		if i >= 0 && len(p.groups.Elements) == 0 && (stays == nil || member(stays, p.event) == nil) {
			drop(object{hooks}, i)
		}
	}
	if root := f.root.Value.(*hujson.Object); len(gone) > 0 && len(hooks.Members) == 0 && stays == nil && root != hooks {
		drop(object{root}, slices.IndexFunc(root.Members, func(m hujson.ObjectMember) bool { return m.Value.Value == hooks }))
	}
}

// update renews the entry at a place.
func (f *File) update(at place, p Program, r Registration) {
	e, fields := f.entry(at), at.hooks.Elements[at.hook].Value.(*hujson.Object)
	program, args := e.Line()
	if !e.Exec || program != p.Path || e.Closed() != r.Closed || p.Rules != nil && !slices.Equal(e.Rules(), p.Rules) {
		if len(args) > 0 && args[0] == "hook" {
			args = args[1:]
		}
		if p.Rules != nil {
			args = p.args(r.Closed)
		} else {
			args = slices.Concat(closed(r.Closed), slices.DeleteFunc(slices.Clone(args), saysClosed))
		}
		f.set(fields, "command", p.Path)
		f.set(fields, "args", append([]string{}, args...))
	}
	if e.Timeout < float64(r.Timeout) || e.Timeout > most {
		f.set(fields, "timeout", r.Timeout)
	}
	i := slices.IndexFunc(fields.Members, func(m hujson.ObjectMember) bool { return m.Name.Value.(hujson.Literal).String() == onFailure })
	switch {
	case r.Blocks:
		f.set(fields, onFailure, blocks)
	case i >= 0:
		drop(object{fields}, i)
	}
}

// args are the arguments of an entry, which is one for closed hooks or not.
func (p Program) args(isClosed bool) []string {
	args := append([]string{}, closed(isClosed)...)
	for _, dir := range p.Rules {
		args = append(args, "--rules", dir)
	}
	return args
}

// set gives a member of an entry a value.
func (f *File) set(fields *hujson.Object, name string, value any) {
	if v := member(fields, name); v != nil {
		old, want := v.Clone(), f.value(value, nil)
		old.Minimize()
		if !bytes.Equal(old.Pack(), want.Pack()) {
			v.Value = want.Value
		}
		return
	}
	f.add(fields, f.layout(4), name, value)
}

// setMatcher gives a group a matcher, before all others if it had none.
func (f *File) setMatcher(group *hujson.Object, matcher string) {
	i := slices.IndexFunc(group.Members, func(m hujson.ObjectMember) bool { return m.Name.Value.(hujson.Literal).String() == "matcher" })
	switch {
	case matcher == "" && i >= 0:
		drop(object{group}, i)
	case i >= 0:
		group.Members[i].Value.Value = hujson.String(matcher)
	case matcher != "":
		m := hujson.ObjectMember{Name: hujson.Value{Value: hujson.String("matcher")}, Value: hujson.Value{BeforeExtra: hujson.Extra(" "), Value: hujson.String(matcher)}}
		m.Name.BeforeExtra = trailingSpace(group.Members[0].Name.BeforeExtra)
		if len(m.Name.BeforeExtra) == 0 {
			group.Members[0].Name.BeforeExtra = hujson.Extra(" ")
		}
		group.Members = slices.Insert(group.Members, 0, m)
	}
}

type group struct {
	Matcher string    `json:"matcher,omitempty"`
	Hooks   []handler `json:"hooks"`
}

type handler struct {
	Type    string   `json:"type"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
	Timeout int      `json:"timeout"`
	Failing string   `json:"onFailure,omitempty"`
}

// extend registers one event more.
func (f *File) extend(p Program, r Registration) {
	h := handler{Type: "command", Command: p.Path, Args: p.args(r.Closed), Timeout: r.Timeout}
	if r.Blocks {
		h.Failing = blocks
	}
	var g any = group{r.Matcher, []handler{h}}
	if f.form != nil {
		g = f.form.group(p, r)
	}
	hooks := f.events()
	if hooks == nil {
		at := "hooks"
		if f.form != nil {
			at = f.form.At
		}
		f.add(f.root.Value.(*hujson.Object), f.layout(1), at, map[string][]any{r.Event: {g}})
		return
	}
	v := member(hooks, r.Event)
	if v == nil {
		f.add(hooks, f.layout(2), r.Event, []any{g})
		return
	}
	groups, l := v.Value.(*hujson.Array), f.layout(3)
	lines := add(array{groups}, l, func() { groups.Elements = append(groups.Elements, hujson.Value{}) })
	groups.Elements[len(groups.Elements)-1].Value = f.value(g, style(lines, l)).Value
}

func (f *File) layout(depth int) layout {
	if f.form != nil && f.form.At == "" {
		depth = max(depth-1, 1)
	}
	return layout{f.newline(), f.indent(), depth}
}

// style is the layout of a value whose neighbours have lines of their own, nil
// for one line.
func style(lines bool, l layout) *layout {
	if !lines {
		return nil
	}
	return &l
}

// add gives an object a member at its end.
func (f *File) add(to *hujson.Object, l layout, name string, value any) {
	lines := add(object{to}, l, func() {
		to.Members = append(to.Members, hujson.ObjectMember{Name: hujson.Value{Value: hujson.String(name)}, Value: hujson.Value{BeforeExtra: hujson.Extra(" ")}})
	})
	m := &to.Members[len(to.Members)-1]
	m.Value.Value = f.value(value, style(lines, l)).Value
}

// value returns a value as text would give it: in lines, or in one if l is nil.
func (f *File) value(v any, l *layout) hujson.Value {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if l != nil {
		e.SetIndent(strings.Repeat(l.unit, l.depth), l.unit)
	}
	err := e.Encode(v)
	text := strings.TrimSuffix(b.String(), "\n")
	if l != nil {
		text = strings.ReplaceAll(text, "\n", l.newline)
	}
	tree, err2 := hujson.Parse([]byte(text))
	if err := errors.Join(err, err2); err != nil {
		panic(err) // strings and numbers of ours
	}
	return tree
}
