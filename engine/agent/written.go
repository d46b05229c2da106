package agent

import (
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A call that writes a file of commands is a second call to the hooks that are meant for that
// (plan.Hook.Written): that of a shell which runs what is written. For what the commands do is done by
// whatever runs the file, of which no hook hears.

// WrittenField is the field of the event about the second call that has the file's path.
const WrittenField = "scripted"

// withWritten adds to what is asked the events about files of commands that these write.
func withWritten(asks []engine.Ask, of func(*plan.Event) (*plan.Plan, []*plan.Hook, error)) ([]engine.Ask, error) {
	for _, ask := range asks {
		ev := written(ask.Plan, ask.Event)
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

// written returns the event about the commands in the file that an event's call writes, nil if there
// are none.
func written(p *plan.Plan, ev *plan.Event) *plan.Event {
	if p == nil || ev == nil || p.Events[ev.Name] == nil || p.Events[ev.Name].Tools == nil {
		return nil
	}
	t := p.Events[ev.Name].Tools
	name, _ := ev.Text(t.Field)
	input, does := ev.Field(t.Input), t.Of(name)
	if !input.IsObject() || does.Loose {
		return nil
	}
	file, text, part := "", "", false
	var old []string // lines that were there
	input.ForEach(func(field, v gjson.Result) bool {
		switch verb := does.Verb(field.String()); verb {
		case "content":
			text = v.String()
		case "was":
			old = strings.Split(v.String(), "\n")
		case "write", "edit":
			file, part = v.String(), verb == "edit"
		}
		return true
	})
	if file == "" || text == "" {
		return nil
	}
	code := effects.Written(file, text, part, old)
	if code == "" {
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
