package schema

import (
	"encoding/json"
	"slices"
	"strings"

	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// Worded translates an event from the vocabulary of rules to the JSON that the agent would send, by
// reading the agent's table entry backwards; nil if the agent has no such event or tool. It checks
// that the agent's JSON reads back as the same event, tool and input.
func (a *Agent) Worded(event []byte) *Sample {
	ev := gjson.ParseBytes(event)
	name, tool := ev.Get(EventField).Str, ev.Get(ToolField).Str
	if a.Native {
		return &Sample{Agent: a.Name, Title: a.Title, Event: name, Tool: tool, JSON: string(event)}
	}
	tools := []*agent.Tool{{Name: tool, Is: tool}}
	for i := len(a.Tools) - 1; i >= 0; i-- {
		if t := &a.Tools[i]; t.Is == tool {
			tools = append([]*agent.Tool{t}, tools...)
		}
	}
	for i := range a.Events {
		e := &a.Events[i]
		if e.Is != name {
			continue
		}
		for _, t := range tools {
			w := wording{agent: a, event: e, tool: t, of: ev}
			if sent := w.sent(); w.readsBack(sent) {
				s := &Sample{Agent: a.Name, Title: a.Title, Event: e.Name, JSON: string(sent)}
				if tool != "" {
					s.Tool = t.Name
				}
				return s
			}
		}
	}
	return nil
}

// A wording translates an event to an agent's vocabulary.
type wording struct {
	agent *Agent
	event *agent.Event
	tool  *agent.Tool
	of    gjson.Result // in the vocabulary of rules
	out   files.Object
}

// sent returns the JSON that the agent sends.
func (w *wording) sent() []byte {
	w.out.Set(w.agent.Names[0], files.JSON(w.event.Name))
	from := map[string]agent.Source{}
	for _, fields := range [][]agent.Field{w.agent.Fields, w.event.Fields} {
		for _, f := range fields {
			from[f.Name] = f.From
		}
	}
	parts := map[string]bool{} // fields whose parts are sent separately
	for _, f := range w.event.Fields {
		if whole, _, ok := strings.Cut(f.Name, "."); ok {
			parts[whole] = true
			w.put(&w.out, f.From, w.value(f.Name))
		}
	}
	w.of.ForEach(func(k, _ gjson.Result) bool {
		if src, ok := from[k.Str]; ok {
			w.put(&w.out, src, w.value(k.Str))
		} else if k.Str != EventField && k.Str != "raw" && !parts[k.Str] {
			w.out.Set(k.Str, w.value(k.Str))
		}
		return true
	})
	fit(&w.out, w.event.When)
	for _, sign := range w.agent.Signs {
		if fits(&w.out, sign.Test) {
			fit(&w.out, sign.Test)
			break
		}
	}
	return withLists(gjson.ParseBytes(w.out.Encode()))
}

// value returns the value of an event's field by its path. In tool calls it uses the agent's names.
func (w *wording) value(path string) json.RawMessage {
	switch path {
	case ToolField:
		return files.JSON(w.tool.Name)
	case InputField:
		in := w.renamed(w.of.Get(path), w.tool.Input)
		fit(in, w.tool.When)
		return in.Encode()
	case responseField:
		if answer := w.of.Get(path); answer.IsObject() && len(w.tool.Result) > 0 {
			return w.renamed(answer, w.tool.Result).Encode()
		}
	}
	return json.RawMessage(w.of.Get(path).Raw)
}

// renamed returns an object with its fields renamed to the agent's names.
func (w *wording) renamed(of gjson.Result, fields []agent.Field) *files.Object {
	o := files.ReadObject([]byte(of.Raw))
	for _, f := range fields {
		if v := of.Get(f.Name); v.Exists() {
			o.DropPath(f.Name)
			w.put(o, f.From, json.RawMessage(v.Raw))
		}
	}
	return o
}

// put stores a value at the path and in the form in which a source reads it.
func (w *wording) put(o *files.Object, src agent.Source, value json.RawMessage) {
	if len(src.Paths) == 0 || src.Paths[0] == "" || len(value) == 0 {
		return // the value is constant, or the whole event
	}
	v := gjson.ParseBytes(value)
	for theirs, ours := range src.Values {
		if v.Str == ours {
			value = files.JSON(theirs)
		}
	}
	if src.Joined || src.Words {
		value = json.RawMessage("[" + string(value) + "]")
	}
	o.SetPath(strings.NewReplacer("{0}", "0", "{1}", "1").Replace(src.Paths[0]), value)
}

// fits reports whether an object can meet a test without changing its texts.
func fits(o *files.Object, t agent.Test) bool {
	return !slices.ContainsFunc(t.Is, func(one agent.Texts) bool {
		had, ok := o.Text(one.Path)
		return ok && !slices.Contains(one.Of, had)
	})
}

// fit changes an object so that it meets a test.
func fit(o *files.Object, t agent.Test) {
	for _, path := range t.Lacks {
		o.DropPath(path)
	}
	for _, one := range t.Is {
		if had, _ := o.Text(one.Path); !slices.Contains(one.Of, had) {
			o.SetPath(one.Path, files.JSON(one.Of[0]))
		}
	}
	for _, path := range t.Has {
		if o.GetPath(path) == nil {
			o.SetPath(path, files.JSON("1"))
		}
	}
}

// withLists encodes JSON; an object whose only field is 0 becomes a list.
func withLists(v gjson.Result) []byte {
	switch {
	case v.IsArray():
		var items []string
		for _, item := range v.Array() {
			items = append(items, string(withLists(item)))
		}
		return []byte("[" + strings.Join(items, ",") + "]")
	case !v.IsObject():
		return []byte(v.Raw)
	}
	o, n := &files.Object{}, 0
	v.ForEach(func(k, item gjson.Result) bool {
		n++
		o.Set(k.Str, withLists(item))
		return true
	})
	if only := o.Get("0"); n == 1 && only != nil {
		return []byte("[" + string(only) + "]")
	}
	return o.Encode()
}

// readsBack reports whether the JSON that is sent reads as the same event.
func (w *wording) readsBack(sent []byte) bool {
	call := w.agent.Read(gjson.ParseBytes(sent), w.event.Name, func(string) string { return "" })
	if call.Event.Name != w.of.Get(EventField).Str || call.Event.Field(ToolField).Str != w.of.Get(ToolField).Str {
		return false
	}
	same := true
	w.of.Get(InputField).ForEach(func(k, v gjson.Result) bool {
		same = same && call.Event.Field(InputField).Get(k.Str).String() == v.String()
		return same
	})
	return same
}
