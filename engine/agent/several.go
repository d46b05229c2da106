package agent

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// To rules, a call for several files is several calls: one for each file of a patch, or one for
// each item of a list in the input. Paths number the items (numbered).

// numbered fills in the number n, from 0, in a path: {0} counts from 0, {1} from 1.
func numbered(path string, n int) string {
	if !strings.Contains(path, "{") {
		return path
	}
	return strings.NewReplacer("{0}", strconv.Itoa(n), "{1}", strconv.Itoa(n+1)).Replace(path)
}

// drop removes the value at a path, and all those that a numbered path means.
func drop(in *files.Object, path string) {
	list, _, counts := strings.Cut(path, "{")
	if !counts {
		in.DropPath(path)
		return
	}
	if items, ok := strings.CutSuffix(list, "."); ok {
		in.DropPath(items)
		return
	}
	for n := 0; in.GetPath(numbered(path, n)) != nil; n++ {
		in.DropPath(numbered(path, n))
	}
}

// counted reports whether the numbered paths of a tool's input have an nth item.
func (t *Tool) counted(input gjson.Result, n int) bool {
	for _, f := range t.Input {
		for _, path := range f.From.Paths {
			if strings.Contains(path, "{") && files.ValueAt(input, numbered(path, n)).Exists() {
				return true
			}
		}
	}
	return false
}

// several adds the further calls, of which the object is the first.
func (c *Call) several(o *files.Object, getenv func(string) string) {
	cwd := folder(o)
	for n := 1; c.tool.counted(c.input, n); n++ {
		o.Set(toolInput, c.renamed(c.tool, c.input, n, cwd))
		c.More = append(c.More, c.made(o, getenv))
	}
	if c.tool.Patch == "" {
		return
	}
	for _, file := range patched(files.ValueAt(gjson.ParseBytes(o.Get(toolInput)), c.tool.Patch).Str) {
		t := choose(c.tool.Files, "", file)
		if t == nil {
			continue
		}
		in := files.ReadObject(c.renamed(t, file, 0, cwd))
		in.DropPath("how")
		o.Set(toolName, files.JSON(t.Is))
		o.Set(toolInput, in.Encode())
		c.More = append(c.More, c.made(o, getenv))
	}
	c.Patch = len(c.More) > 0
}

// Asks returns what to ask hooks about: an event, and the further events of the call if the event
// was read from one. The function of returns a plan and its hooks for an event; Asks fails if of
// does. read returns a file that is edited, as host.Host's Text does.
func (c *Call) Asks(ev *plan.Event, of func(*plan.Event) (*plan.Plan, []*plan.Hook, error), read func(path string, most int64) (string, error)) (all []engine.Ask, err error) {
	events := []*plan.Event{ev}
	if c != nil && ev == c.Event {
		events = append(events, c.More...)
	}
	for _, ev := range events {
		p, hooks, err := of(ev)
		if err != nil {
			return nil, err
		}
		all = append(all, engine.Ask{Plan: p, Event: ev, Hooks: hooks})
	}
	if len(all) > 1 && c.Patch {
		all[0].Hooks = slices.DeleteFunc(all[0].Hooks, (*plan.Hook).Any)
	}
	return withWritten(all, of, read)
}

// reversed returns the input with the rules' changes under the agent's names for fields. The rest is
// as sent, or left out if merged. It returns nil if the change can't be expressed, such as that of
// one file in a patch.
func (c *Call) reversed(changes []engine.Part, merged bool) json.RawMessage {
	if c.tool == nil || !c.input.IsObject() {
		return changes[0].Raw
	}
	out, any := files.ReadObject([]byte(c.input.Raw)), false
	if merged {
		out = &files.Object{}
	}
	for _, change := range changes {
		n, input := slices.Index(c.More, change.Event)+1, gjson.ParseBytes(change.Raw)
		if n > 0 && c.Patch || !input.IsObject() {
			continue
		}
		any = true
		was := c.Event
		if n > 0 {
			was = c.More[n-1]
		}
		c.change(out, files.ReadObject([]byte(was.Field(toolInput).Raw)), input, n)
	}
	if !any {
		return nil
	}
	return out.Encode()
}

// change sets in an input the fields that changed in the nth call.
func (c *Call) change(out, was *files.Object, changed gjson.Result, n int) {
	changed.ForEach(func(k, v gjson.Result) bool {
		if bytes.Equal(was.Get(k.Str), []byte(v.Raw)) {
			return true
		}
		path, value := files.PathName(k.Str), json.RawMessage(v.Raw)
		if i := slices.IndexFunc(c.tool.Input, func(f Field) bool { return f.Name == k.Str }); i >= 0 && len(c.tool.Input[i].From.Paths) > 0 {
			path = c.sentAt(c.tool.Input[i].From.Paths, n)
			switch from := c.tool.Input[i].From; {
			case from.Joined:
				value = json.RawMessage("[" + v.Raw + "]")
			case from.Words:
				value = json.RawMessage(`["sh","-c",` + v.Raw + "]")
			}
		}
		if list, field, ok := strings.Cut(path, ".{0}"); ok {
			path, value = list, c.item(out, list, strings.TrimPrefix(field, "."), value, n)
		}
		out.SetPath(numbered(path, n), value)
		return true
	})
}

// sentAt returns the path at which a field of the nth call was sent: the first that exists, or else
// the first.
func (c *Call) sentAt(paths []string, n int) string {
	for _, path := range paths {
		if files.ValueAt(c.input, numbered(path, n)).Exists() {
			return path
		}
	}
	return paths[0]
}

// item returns a list of the input with the nth item changed, in one field or completely.
func (c *Call) item(out *files.Object, list, field string, value json.RawMessage, n int) json.RawMessage {
	now := out.GetPath(list)
	if now == nil {
		now = json.RawMessage(files.ValueAt(c.input, list).Raw)
	}
	var items []string
	for i, item := range gjson.ParseBytes(now).Array() {
		raw := item.Raw
		if i == n && field == "" {
			raw = string(value)
		} else if i == n {
			o := files.ReadObject([]byte(raw))
			o.SetPath(field, value)
			raw = string(o.Encode())
		}
		items = append(items, raw)
	}
	return json.RawMessage("[" + strings.Join(items, ",") + "]")
}
