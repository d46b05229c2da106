package agent

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A Call is one event that an agent sent, both as it came and as rules know it.
type Call struct {
	Event *plan.Event

	agent *Agent
	event *Event // nil if it is none of ours
	sent  gjson.Result
	tool  *Tool        // nil if rules call it as the agent does
	input gjson.Result // what the tool is called with, as it came
	ours  gjson.Result // and as rules know it
}

// Fields of an event that tell a tool call, with their names as rules know them.
const (
	toolName   = "tool_name"
	toolInput  = "tool_input"
	toolResult = "tool_response"
	raw        = "raw" // what was sent
)

// Read returns what an agent sent as an event in the words of rules. Called is its name
// with the agent, "" if it says so itself. What is none of ours has that name, and the
// fields that all have. Getenv gives what only the environment says.
func (a *Agent) Read(sent gjson.Result, called string, getenv func(string) string) *Call {
	c := &Call{agent: a, sent: sent}
	if called == "" {
		called = (&Source{Paths: a.Names}).read(sent).Str
	}
	c.event = a.find(called, sent)
	o := files.ReadObject([]byte(sent.Raw))
	o.Set("hook_event_name", files.JSON(called))
	fill(o, a.Fields, sent)
	if c.event != nil {
		o.Set("hook_event_name", files.JSON(c.event.Is))
		fill(o, c.event.Fields, sent)
	}
	c.call(o)
	o.Set(raw, json.RawMessage(sent.Raw))
	c.Event = plan.Of(o.Encode())
	c.Event.Client = plan.Client{Name: a.Client, Version: a.Version.read(sent).String()}
	c.Event.Started = first(a.Project, getenv)
	if c.Event.Client.Version == "" {
		c.Event.Client.Version = first(a.Variant, getenv)
	}
	if c.tool != nil {
		c.ours = c.Event.Field(toolInput)
	}
	return c
}

// find returns the entry of an event, nil if there is none.
func (a *Agent) find(called string, sent gjson.Result) *Event {
	for i := range a.Events {
		if e := &a.Events[i]; e.Name == called && e.When.holds(at(sent)) {
			return e
		}
	}
	return nil
}

// fill sets fields that are there; dots part the names of those in others.
func fill(o *files.Object, fields []Field, from gjson.Result) {
	for i := range fields {
		if v := fields[i].From.read(from); v.Exists() {
			o.SetPath(fields[i].Name, json.RawMessage(v.Raw))
		}
	}
}

// read returns the value that a source gives, none if it is not there.
func (s *Source) read(from gjson.Result) gjson.Result {
	if s.Always != "" {
		return gjson.Parse(s.Always)
	}
	v := gjson.Result{}
	for _, path := range s.Paths {
		if path == "" {
			v = from
		} else {
			v = from.Get(path)
		}
		if v.Exists() && v.Type != gjson.Null && !(v.Type == gjson.String && v.Str == "") {
			break
		}
	}
	switch {
	case s.Parsed && v.Type == gjson.String && gjson.Valid(v.Str):
		return gjson.Parse(v.Str)
	case s.Joined && v.IsArray():
		var lines []string
		for _, item := range v.Array() {
			lines = append(lines, item.String())
		}
		return gjson.ParseBytes(files.JSON(strings.Join(lines, "\n")))
	case v.Type == gjson.String && s.Values[v.Str] != "":
		return gjson.ParseBytes(files.JSON(s.Values[v.Str]))
	}
	return v
}

// call puts the tool call that an event is about in the words of rules.
func (c *Call) call(o *files.Object) {
	name, ok := o.Text(toolName)
	if !ok {
		return
	}
	c.input = gjson.ParseBytes(o.Get(toolInput))
	for i := range c.agent.Tools {
		if t := &c.agent.Tools[i]; t.Name == name && t.When.holds(at(c.input)) {
			c.tool = t
			break
		}
	}
	if c.tool == nil {
		c.tool = &Tool{Name: name, Is: c.agent.Servers.name(name, c.sent)}
	}
	o.Set(toolName, files.JSON(c.tool.Is))
	if c.input.IsObject() {
		o.Set(toolInput, c.renamed(gjson.ParseBytes(o.Get("cwd")).Str))
	}
	if result := gjson.ParseBytes(o.Get(toolResult)); len(c.tool.Result) > 0 && result.Exists() {
		r := files.ReadObject([]byte(result.Raw))
		fill(r, c.tool.Result, result)
		o.Set(toolResult, r.Encode())
	}
}

// renamed returns the input with fields as rules name them, and paths whole.
func (c *Call) renamed(cwd string) json.RawMessage {
	in := files.ReadObject([]byte(c.input.Raw))
	for _, f := range c.tool.Input {
		for _, path := range f.From.Paths {
			if path != f.Name {
				in.DropPath(path)
			}
		}
	}
	fill(in, c.tool.Input, c.input)
	for _, name := range c.agent.Paths {
		if path, ok := in.Text(name); ok && path != "" && !filepath.IsAbs(path) && !strings.HasPrefix(path, "~") && filepath.IsAbs(cwd) {
			in.Set(name, files.JSON(filepath.Join(cwd, path)))
		}
	}
	return in.Encode()
}

// name returns what rules call a tool that may be a server's.
func (s Servers) name(tool string, sent gjson.Result) string {
	if s.Server != "" {
		server, of := sent.Get(s.Server).Str, sent.Get(s.Tool).Str
		if server != "" && of != "" {
			return "mcp__" + server + "__" + of
		}
	}
	if s.Between != "" && !strings.HasPrefix(tool, "mcp__") {
		rest, ok := strings.CutPrefix(tool, s.Before)
		if server, of, parted := strings.Cut(rest, s.Between); ok && parted && server != "" && of != "" {
			return "mcp__" + server + "__" + of
		}
	}
	return tool
}

// reversed returns the input that a rule changed as the agent names its fields: what is
// not changed as it came; of merged ones nothing else.
func (c *Call) reversed(changed gjson.Result, merged bool) json.RawMessage {
	if c.tool == nil || !c.input.IsObject() {
		return json.RawMessage(changed.Raw)
	}
	was, out := files.ReadObject([]byte(c.ours.Raw)), files.ReadObject([]byte(c.input.Raw))
	if merged {
		out = &files.Object{}
	}
	changed.ForEach(func(k, v gjson.Result) bool {
		if bytes.Equal(was.Get(k.Str), []byte(v.Raw)) {
			return true
		}
		path, value := files.PathName(k.Str), json.RawMessage(v.Raw)
		if i := slices.IndexFunc(c.tool.Input, func(f Field) bool { return f.Name == k.Str }); i >= 0 && len(c.tool.Input[i].From.Paths) > 0 {
			path = c.tool.Input[i].From.Paths[0]
			if c.tool.Input[i].From.Joined {
				value = json.RawMessage("[" + v.Raw + "]")
			}
		}
		out.SetPath(path, value)
		return true
	})
	return out.Encode()
}

// first returns the first environment variable that is set, "" if none is.
func first(names []string, getenv func(string) string) string {
	for _, name := range names {
		if v := getenv(name); v != "" {
			return v
		}
	}
	return ""
}
