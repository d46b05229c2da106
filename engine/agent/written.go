package agent

import (
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A call that writes a file of commands counts as two calls. Hooks that want to know
// (plan.Hook.Written) are also asked about a shell that runs the commands: whatever runs the file
// later does so without a hook's knowledge.

// WrittenField is the field with the file's path, in the event about the second call.
const WrittenField = "scripted"

// withWritten adds events about the files of commands that the asked events write. read returns a
// file of at most that many bytes; nil reads none.
func withWritten(asks []engine.Ask, of func(*plan.Event) (*plan.Plan, []*plan.Hook, error), read func(string, int64) (string, error)) ([]engine.Ask, error) {
	texts := left{read, map[string]string{}}
	for _, ask := range asks {
		ev := texts.written(ask.Plan, ask.Event)
		if ev == nil {
			continue
		}
		p, hooks, err := of(ev)
		if err != nil {
			return nil, err
		}
		var own []*plan.Hook
		for _, h := range hooks {
			if h.Written {
				own = append(own, h)
			}
		}
		if len(own) > 0 {
			asks = append(asks, engine.Ask{Plan: p, Event: ev, Hooks: own})
		}
	}
	return asks, nil
}

// A left holds files as earlier calls leave them.
type left struct {
	read  func(path string, most int64) (string, error)
	texts map[string]string // by path
}

// written returns the event about the commands in the file that an event's call writes. It is nil
// if there are none, or if no hook asks about such files.
func (l left) written(p *plan.Plan, ev *plan.Event) *plan.Event {
	if p == nil || ev == nil || p.Events[ev.Name] == nil || p.Events[ev.Name].Tools == nil || !p.Events[ev.Name].AsksWritten() {
		return nil
	}
	t := p.Events[ev.Name].Tools
	name, _ := ev.Text(t.Field)
	input, does := ev.Field(t.Input), t.Of(name)
	if !input.IsObject() || does.Loose {
		return nil
	}
	file, code := "", ""
	input.ForEach(func(field, v gjson.Result) bool {
		switch does.Verb(field.String()) {
		case "write":
			file = v.String()
			l.texts[file] = editsOf(does, input)[0].Text
			code = programs.Written(file, l.texts[file], false, "")
		case "edit":
			file = v.String()
			code = l.edited(file, editsOf(does, input))
		}
		return true
	})
	if file == "" || code == "" {
		return nil
	}
	tools, field := t.With("shell")
	if field == "" {
		return nil
	}
	o, in := files.ReadObject([]byte(ev.Root().Raw)), files.Object{}
	in.Set(field, files.JSON(code))
	o.Set(t.Field, files.JSON(tools[0]))
	o.Set(t.Input, in.Encode())
	o.Set(WrittenField, files.JSON(file))
	now := ev.As(o.Encode())
	now.From = ev
	return now
}

// editsOf returns the edits of a call, from the fields of an object and of the objects in its
// lists.
func editsOf(does plan.Use, in gjson.Result) []effects.Edit {
	all := make([]effects.Edit, 1)
	in.ForEach(func(field, v gjson.Result) bool {
		switch does.Verb(field.String()) {
		case "content":
			all[0].Text = v.String()
		case "was":
			all[0].Was = v.String()
		}
		for _, one := range v.Array() {
			if v.IsArray() && one.IsObject() {
				all = append(all, editsOf(does, one)...)
			}
		}
		return true
	})
	return all
}

// edited returns the commands that edits add to a file. If the file can't be read or the edits
// don't fit it, only the new texts count.
func (l left) edited(file string, edits []effects.Edit) string {
	edits = slices.DeleteFunc(edits, func(e effects.Edit) bool { return e == effects.Edit{} })
	was, known := l.texts[file]
	if !known && l.read != nil && len(edits) > 0 {
		text, err := l.read(file, programs.MostWritten)
		was, known = text, err == nil
	}
	if known {
		code, now, fits := effects.Edited(file, was, edits)
		if l.texts[file] = now; fits {
			return code
		}
	}
	var all []string
	for _, e := range edits {
		all = append(all, effects.EditedPart(file, e))
	}
	return strings.Trim(strings.Join(all, "\n"), "\n")
}
