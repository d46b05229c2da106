package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

// Registered is what init says when it is done.
type registered struct {
	here   string
	place  settings.Place
	file   *settings.File
	layers []string
	plan   *plan.Plan
	on     []settings.Registration
	left   []string // events that a plugin can't have
	kept   string   // where the file is kept as it was, if it was there; "" if it was not changed
}

func (r registered) write(w io.Writer) {
	screenOf(w)
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
		displayed(r.layers, r.here), columns(rows))
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

// flag is what chooses the place on a command line.
func (r registered) flag(wanted bool) string {
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
func (r registered) block(entries []settings.Entry) string {
	if len(entries) == 0 {
		return ""
	}
	return `(cd "$(mktemp -d)" && printf 'package r\nhooks: no: {on: "Stop", rules: [{do: block: "not yet"}]}\n' >r.cue && ` +
		`echo '{"hook_event_name": "Stop"}' | ` + quoted(r.place.Expand(entries[0].Command)) + ` --rules .)`
}

// rules says where rules are edited.
func (r registered) rules() string {
	own := r.layers[len(r.layers)-1]
	if strings.HasPrefix(own, rules.Path+"/") {
		return fmt.Sprintf("bcrules new hook NAME adds one in .claude/bcrules; rules.cue there imports %q to narrow it", own)
	}
	return filepath.Join(schema.Display(own, r.here), "*.cue") + ", then bcrules vet and bcrules test"
}

func (r registered) before() string {
	switch {
	case r.kept == "":
		return ""
	case absent(r.kept):
		return "there was no " + r.file.Name
	}
	return r.kept
}

// disabled returns where one of the files that the agent reads here switches all
// hooks off.
func (r registered) disabled() (plan.Pos, bool) {
	all, err := settings.Places(r.here)
	if err != nil {
		return plan.Pos{}, false
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
	return plan.Pos{}, false
}

// quoted is a word for a POSIX shell.
func quoted(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@:") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
