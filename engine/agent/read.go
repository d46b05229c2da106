package agent

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A Call is an event from an agent, both as sent and as rules see it.
type Call struct {
	Event *plan.Event
	// More are the further events if the call is for several files, in their order.
	More []*plan.Event
	// Patch says that Event combines all of More: hooks for any call needn't be asked about it.
	Patch bool

	agent *Agent
	event *Event // nil if rules know no such event
	sent  gjson.Result
	tool  *Tool        // nil if rules use the agent's name for it
	input gjson.Result // the tool's input as sent
}

// Fields of an event about tool calls, by the rules' names.
const (
	eventName  = "hook_event_name"
	toolName   = "tool_name"
	toolInput  = "tool_input"
	toolResult = "tool_response"
	toolCalls  = "tool_calls" // a list of objects with these fields
	raw        = "raw"        // the original event
)

// Read translates an event from an agent to the vocabulary of rules. called is the agent's name for
// it, "" if the event says so itself. An unknown event keeps that name, and gets the fields that all
// have. getenv provides what only the environment says.
func (a *Agent) Read(sent gjson.Result, called string, getenv func(string) string) *Call {
	c := &Call{agent: a, sent: sent}
	if called == "" {
		called = (&Source{Paths: a.Names}).read(sent, 0).Str
	}
	c.event = a.find(called, sent)
	o := files.ReadObject([]byte(sent.Raw))
	o.Set(eventName, files.JSON(called))
	fill(o, a.Fields, sent, 0)
	if c.event != nil {
		o.Set(eventName, files.JSON(c.event.Is))
		fill(o, c.event.Fields, sent, 0)
	}
	c.call(o)
	o.Set(raw, json.RawMessage(sent.Raw))
	c.Event = c.made(o, getenv)
	if c.event != nil && c.tool != nil && c.input.IsObject() {
		c.several(o, getenv)
	}
	return c
}

// Known reports whether rules know the event.
func (c *Call) Known() bool { return c.event != nil }

// Sends reports whether an object itself says that it is an event of the agent.
func (a *Agent) Sends(sent gjson.Result) bool {
	return a.find((&Source{Paths: a.Names}).read(sent, 0).Str, sent) != nil
}

// made returns an object as an event.
func (c *Call) made(o *files.Object, getenv func(string) string) *plan.Event {
	ev, a := plan.Of(o.Encode()), c.agent
	ev.Client = plan.Client{Name: a.Client, Version: a.Version.read(c.sent, 0).String()}
	ev.Started = first(a.Project, getenv)
	if a.Roots != "" {
		for _, root := range c.sent.Get(a.Roots).Array() {
			ev.Roots = append(ev.Roots, root.Str)
		}
	}
	if ev.Client.Version == "" {
		ev.Client.Version = versionIn(a.Client, first(a.Variant, getenv))
	}
	return ev
}

// find returns the entry of an event, nil if there is none.
func (a *Agent) find(called string, sent gjson.Result) *Event {
	for i := range a.Events {
		e := &a.Events[i]
		if e.Name != called {
			continue
		}
		if now(&e.stored, e.code); e.When.holds(at(sent)) {
			return e
		}
	}
	return nil
}

// fill sets the fields that exist; dots in a name separate nested fields.
func fill(o *files.Object, fields []Field, from gjson.Result, n int) {
	for i := range fields {
		if v := fields[i].From.read(from, n); v.Exists() {
			o.SetPath(fields[i].Name, json.RawMessage(v.Raw))
		}
	}
}

// read returns the value of a source, if it exists; n is the number for its paths.
func (s *Source) read(from gjson.Result, n int) gjson.Result {
	if s.Always != "" {
		return gjson.Parse(s.Always)
	}
	v := gjson.Result{}
	for _, path := range s.Paths {
		if path == "" {
			v = from
		} else {
			v = files.ValueAt(from, numbered(path, n))
		}
		if v.Exists() && v.Type != gjson.Null && !(v.Type == gjson.String && v.Str == "") {
			break
		}
	}
	switch {
	case s.Parsed && v.Type == gjson.String && files.Valid([]byte(v.Str)):
		return gjson.Parse(v.Str)
	case s.Joined && v.IsArray():
		if all, ok := texts(v, s.Lines); ok {
			return gjson.ParseBytes(files.JSON(strings.Join(all, "\n")))
		}
	case s.Words && v.IsArray():
		if all, ok := texts(v, nil); ok {
			return gjson.ParseBytes(files.JSON(programs.Line(all)))
		}
	case s.Counts && v.Type == gjson.Number:
		return gjson.Parse(strconv.FormatBool(v.Num > 0))
	case v.Type == gjson.String && s.Values[v.Str] != "":
		return gjson.ParseBytes(files.JSON(s.Values[v.Str]))
	}
	return v
}

// texts returns the items of a list as texts. An object with a program and its arguments in two
// fields becomes a command line. It isn't ok if an item isn't a text; the list then stays, which
// isn't a text either.
func texts(v gjson.Result, fields []string) (all []string, ok bool) {
	for _, item := range v.Array() {
		text := item.Str
		if len(fields) == 2 && item.Get(fields[0]).Type == gjson.String {
			words, known := texts(item.Get(fields[1]), nil)
			if given := item.Get(fields[1]); given.Exists() && !given.IsArray() || !known && len(given.Array()) > 0 {
				return nil, false
			}
			if text = item.Get(fields[0]).Str; len(words) > 0 {
				text = programs.Line(append([]string{text}, words...))
			}
		} else if item.Type != gjson.String {
			return nil, false
		}
		all = append(all, text)
	}
	return all, len(all) > 0
}

// call translates the tool calls of an event: a single one, or a list of parallel ones.
func (c *Call) call(o *files.Object) {
	cwd := folder(o)
	c.tool, c.input = c.named(o, cwd)
	calls := gjson.ParseBytes(o.Get(toolCalls))
	if !calls.IsArray() {
		return
	}
	var all []json.RawMessage
	for _, one := range calls.Array() {
		call := files.ReadObject([]byte(one.Raw))
		c.named(call, cwd)
		all = append(all, call.Encode())
	}
	o.Set(toolCalls, files.JSON(all))
}

// named translates a tool call. It returns the entry of the agent's tool, nil if there is none, and
// the input as sent.
func (c *Call) named(o *files.Object, cwd string) (*Tool, gjson.Result) {
	name, ok := o.Text(toolName)
	if !ok {
		return nil, gjson.Result{}
	}
	input := gjson.ParseBytes(o.Get(toolInput))
	tool := choose(c.agent.Tools, name, input)
	if tool == nil {
		tool = &Tool{Name: name, Is: c.agent.Servers.name(name, c.sent)}
	} else if c.agent.Folds {
		input = gjson.ParseBytes(folded(input))
	}
	o.Set(toolName, files.JSON(tool.Is))
	if input.IsObject() {
		o.Set(toolInput, c.renamed(tool, input, 0, cwd))
	}
	if result := gjson.ParseBytes(o.Get(toolResult)); len(tool.Result) > 0 && result.Exists() {
		r := files.ReadObject([]byte(result.Raw))
		fill(r, tool.Result, result, 0)
		o.Set(toolResult, r.Encode())
	}
	return tool, input
}

// folder returns the folder of an event or, if it doesn't say, that of this process, as agents start
// hooks in theirs.
func folder(o *files.Object) string {
	cwd, _ := o.Text("cwd")
	if !filepath.IsAbs(cwd) {
		cwd, _ = os.Getwd()
	}
	return cwd
}

// choose returns the entry of a tool for an input, nil if there is none.
func choose(tools []Tool, name string, input gjson.Result) *Tool {
	for i := range tools {
		t := &tools[i]
		if t.Name != name {
			continue
		}
		if now(&t.stored, t.code); t.When.holds(at(input)) {
			return t
		}
	}
	return nil
}

// renamed returns the input with the rules' names for fields, and absolute paths.
func (c *Call) renamed(t *Tool, input gjson.Result, n int, cwd string) json.RawMessage {
	in := files.ReadObject([]byte(input.Raw))
	for _, f := range t.Input {
		for _, path := range f.From.Paths {
			if path != f.Name {
				drop(in, path)
			}
		}
	}
	fill(in, t.Input, input, n)
	for _, name := range c.agent.Paths {
		if path, ok := in.Text(name); ok && path != "" && !filepath.IsAbs(path) && !strings.HasPrefix(path, "~") && filepath.IsAbs(cwd) {
			in.Set(name, files.JSON(filepath.Join(cwd, path)))
		}
	}
	return in.Encode()
}

// name returns the rules' name for a tool that may be a server's.
func (s Servers) name(tool string, sent gjson.Result) string {
	if s.Server != "" {
		server, of := files.ValueAt(sent, s.Server).Str, strings.TrimPrefix(files.ValueAt(sent, s.Tool).Str, s.Before)
		if server != "" && of != "" {
			return served(server, of)
		}
	}
	rest, ok := strings.CutPrefix(tool, s.Before)
	switch {
	case s.Said != "" && files.ValueAt(sent, s.Said).Bool() && !strings.HasPrefix(tool, mcp):
		return served("", tool)
	case !ok || s.Before+s.Between == "" || strings.HasPrefix(tool, mcp):
	case s.Between == "":
		return served("", rest)
	default:
		if server, of, parted := strings.Cut(rest, s.Between); parted && server != "" && of != "" {
			return served(server, of)
		}
	}
	return tool
}

// mcp is the prefix that the tools of servers have in rules.
const mcp = "mcp__"

// served returns the rules' name for a server's tool; the server is "" if unknown.
func served(server, tool string) string { return mcp + server + "__" + tool }

// first returns the value of the first environment variable that is set, "" if none is.
func first(names []string, getenv func(string) string) string {
	for _, name := range names {
		if v := getenv(name); v != "" {
			return v
		}
	}
	return ""
}

// versionIn returns the version in an environment variable: its whole value, or what follows the
// program's name, with dashes for dots, as in NAME_1-2-3_MORE; "" if that is another program's.
func versionIn(client, text string) string {
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		return text
	}
	rest, ok := strings.CutPrefix(text, client+"_")
	if !ok {
		return ""
	}
	version, _, _ := strings.Cut(rest, "_")
	return strings.ReplaceAll(version, "-", ".")
}
