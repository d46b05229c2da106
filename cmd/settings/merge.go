package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine/files"

	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"
)

// A Program is what entries start.
type Program struct {
	Path  string
	Rules []string // values of --rules; if nil, entries keep their arguments
	Own   string   // folder of the user's rules whose closed hooks are registered, "" for the account's own
	// Managed makes it answer by the organisation's rules only.
	Managed bool
}

// A Registration is an event at which the program is to start.
type Registration struct {
	Event   string
	Matcher string // "" for all
	Timeout int    // seconds
	Closed  bool   // the event has closed hooks, which the entry must say
	Blocks  bool   // it has only those, so the agent is to refuse the event if the program doesn't start
}

// most is the longest timeout in seconds that an entry may keep.
const most = 600

// Register makes the file start the program at these events and no others. It changes managed
// entries in place, removes those of other events, and appends missing ones. An entry keeps its
// fields other than command, args, matcher, timeout and onFailure, and a longer timeout.
func (f *File) Register(p Program, wanted []Registration) error {
	if faults := f.Faults(); len(faults) > 0 {
		return faults[0]
	}
	if err := f.Out(); err != nil {
		return err
	}
	f.given = p.Rules
	if f.form.Text != "" {
		if f.was != nil && !bytes.Contains(f.was, []byte(Mark)) {
			return fmt.Errorf("%s: found somebody else's file, want none: it would be overwritten", f.Name)
		}
		f.is = []byte(f.form.text(p.Line(f.form, wanted...), wanted[0].Event))
		return nil
	}
	gjson.ParseBytes(f.form.Top).ForEach(func(k, v gjson.Result) bool {
		if len(wanted) > 0 && index(f.root.Value, k.Str) < 0 {
			f.insert(f.root.Value, k.Str, json.RawMessage(v.Raw), 1)
		}
		return true
	})
	var placed []string
	f.dropEntries(nil, func(at place) bool {
		i := slices.IndexFunc(wanted, func(r Registration) bool { return r.Event == at.event })
		if i < 0 || slices.Contains(placed, at.event) {
			return true
		}
		if r := wanted[i]; f.entry(at).Matcher != r.Matcher {
			if len(elements(at.hooks)) > 1 { // others share the matcher
				return true
			}
			f.setMatcher(at.common(), r.Matcher)
		}
		placed = append(placed, at.event)
		f.update(at, p, wanted[i])
		return false
	})
	for _, r := range wanted {
		if !slices.Contains(placed, r.Event) {
			f.extend(p, r)
		}
	}
	return f.take()
}

// Unregister removes all managed entries, and what then is empty unless was has it: the file before
// they came, nil if that is unknown.
func (f *File) Unregister(was *File) error {
	if f.form.Text != "" {
		f.is = nil
		return nil
	}
	f.dropEntries(was, func(place) bool { return true })
	return f.take()
}

// dropEntries removes the managed entries for which doomed is true, and what then is empty.
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
	var stays hujson.ValueTrimmed
	if was != nil {
		stays = was.events()
	}
	for _, p := range slices.Backward(gone) {
		remove(p.hooks, p.hook)
		if len(elements(p.hooks)) == 0 && p.hooks != p.groups {
			remove(p.groups, p.group)
		}
	}
	for _, p := range gone {
		i := slices.IndexFunc(members(hooks), func(m hujson.ObjectMember) bool { return m.Value.Value == p.groups })
		if i >= 0 && len(elements(p.groups)) == 0 && index(stays, p.event) < 0 {
			remove(hooks, i)
		}
	}
	if len(gone) > 0 && len(members(hooks)) == 0 && stays == nil && f.form.At != "" {
		remove(f.root.Value, index(f.root.Value, f.form.At))
	}
}

// update brings the entry at a place up to date.
func (f *File) update(at place, p Program, r Registration) {
	e, fields := f.entry(at), at.fields()
	if program, args := e.Line(); f.form != &native {
		f.set(fields, f.form.Command, shell(p.Line(f.form, r)))
	} else if !e.Exec || program != p.Path || e.Closed() != r.Closed || r.Closed && e.RulesAt() != p.Own || p.Rules != nil && !slices.Equal(e.Rules(), p.Rules) || p.Managed && !slices.Contains(args, hook.ManagedFlag) {
		if len(args) > 0 && args[0] == "hook" {
			args = args[1:]
		}
		if p.Rules != nil || p.Managed {
			args = p.args(r.Closed)
		} else {
			args = slices.Concat(Program{Own: p.Own}.args(r.Closed), slices.DeleteFunc(without(args, hook.OwnFlag), saysClosed))
		}
		f.set(fields, "command", p.Path)
		f.set(fields, "args", append([]string{}, args...))
	}
	if f.form.Time != "" && (e.Timeout < float64(r.Timeout) || e.Timeout > most) {
		f.set(fields, f.form.Time, r.Timeout*f.form.Unit)
	}
	if i := index(fields, onFailure); r.Blocks {
		f.set(fields, onFailure, blocks)
	} else if i >= 0 && f.form == &native {
		remove(fields, i)
	}
}

// saysClosed reports whether an argument is the flag for closed hooks.
func saysClosed(arg string) bool { return hook.SaysClosed([]string{arg}) }

// args returns the arguments of an entry.
func (p Program) args(isClosed bool) []string {
	args := []string{}
	if p.Managed {
		args = append(args, hook.ManagedFlag)
	}
	if isClosed {
		args = append(args, hook.ClosedFlag)
		if p.Own != "" {
			args = append(args, hook.OwnFlag+"="+p.Own)
		}
	}
	for _, dir := range p.Rules {
		args = append(args, rulesFlag, dir)
	}
	return args
}

// set sets a field of an entry.
func (f *File) set(fields hujson.ValueTrimmed, name string, value any) {
	i, want := index(fields, name), files.JSON(value)
	if i < 0 {
		f.insert(fields, name, want, f.depth(4))
		return
	}
	v := &members(fields)[i].Value
	old := v.Clone()
	if old.Minimize(); !bytes.Equal(old.Pack(), want) {
		tree, _ := hujson.Parse(want) // of ours, so it parses
		v.Value = tree.Value
	}
}

// setMatcher sets the matcher of a group, as its first field if it had none.
func (f *File) setMatcher(group hujson.ValueTrimmed, matcher string) {
	switch i := index(group, "matcher"); {
	case matcher == "" && i >= 0:
		remove(group, i)
	case matcher != "":
		f.set(group, "matcher", matcher)
		if all := members(group); i < 0 {
			last := all[len(all)-1]
			copy(all[1:], all)
			all[0] = last
			first, next := &all[0].Name.BeforeExtra, &all[1].Name.BeforeExtra
			*first, *next = *next, *first
		}
	}
}

// extend registers a new event.
func (f *File) extend(p Program, r Registration) {
	group, hooks := f.form.group(p, r), f.events()
	if groups := member(hooks, r.Event).Value; groups != nil {
		f.insert(groups, "-", group, f.depth(3))
		return
	}
	if hooks != nil {
		f.insert(hooks, r.Event, list(group), f.depth(2))
		return
	}
	var events files.Object
	events.Set(r.Event, list(group))
	f.insert(f.root.Value, f.form.At, events.Encode(), 1)
}

// depth returns how deep a value lies that is native levels deep in settings.json.
func (f *File) depth(native int) int {
	if f.form.At == "" {
		return max(native-1, 1)
	}
	return native
}
