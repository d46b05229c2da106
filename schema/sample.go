package schema

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"bcrules.dev/engine/agent"
	"bcrules.dev/engine/files"

	"cuelang.org/go/cue"
)

// A Sample is an event as an agent may send it, to try rules with. It has the fields that are
// always sent and the field that its matcher is compared with; its texts are made up.
type Sample struct {
	Agent string `json:"agent"`
	Title string `json:"title"` // of the agent
	Event string `json:"event"` // the agent's name for it, which JSON contains even if the agent passes it on the command line
	Tool  string `json:"tool"`  // the agent's name for it, "" if there is none
	JSON  string `json:"json"`
}

// sampleTexts are the texts of fields, by what a tool does with them or by the field's name.
var sampleTexts = map[string]string{
	"shell": "git push --force origin main", "powershell": "Remove-Item -Recurse -Force build",
	"patch": "*** Begin Patch\n*** Update File: src/cart.go\n@@\n-total := 0\n+total := 1\n*** End Patch\n",

	"session_id": "3f6b1c52-0d7e-4a38-9c41-5b2e8f7a6d10", "cwd": "/home/dev/shop", "transcript_path": "/home/dev/.claude/projects/shop/3f6b1c52.jsonl",
	"file_path": "/home/dev/shop/src/cart.go", "notebook_path": "/home/dev/shop/notes.ipynb", "filePath": "/home/dev/shop/src/cart.go",
	"content": "package cart\n", "old_string": "total := 0", "new_string": "total := 1", "new_source": "print(1)", "path": "/home/dev/shop/src",
	"pattern": "TODO", "url": "https://example.com/", "query": "go 1.27 release notes", "prompt": "fix the failing test, please",
	"subject": "Mend the test", "skill": "review", "agent_type": "Explore", "reason": "it could not be undone", "error": "exit code 1",
	"message": "Claude needs your permission", "from_model": "sonnet", "to_model": "opus", "stdout": "Everything up-to-date\n", "stderr": "",
}

// Samples returns samples of all events for each agent that has them, the native one first.
// Events about tool calls have one sample for each tool whose effect is known.
func (s *Schema) Samples() []Sample {
	agents := s.Agents()
	type native struct {
		event, tool string
		json        []byte
	}
	var all []native
	for _, event := range s.Events.Names() {
		tools := []string{""}
		if s.Events.OfTools(event) {
			tools = slices.DeleteFunc(s.Events.ToolNames(), func(name string) bool { return s.Events.tools[name].does == nil })
		}
		for _, tool := range tools {
			all = append(all, native{event, tool, s.sample(event, tool)})
		}
	}
	slices.SortStableFunc(all, func(a, b native) int { return cmp.Compare(sampleRank(b.event, b.tool), sampleRank(a.event, a.tool)) })
	slices.SortStableFunc(agents, func(a, b *Agent) int { return cmp.Compare(rankOf(b.Native), rankOf(a.Native)) })
	var samples []Sample
	for _, a := range agents {
		for _, n := range all {
			if w := a.Worded(n.json); w != nil && s.has(a, n.tool, w.Event) {
				samples = append(samples, *w)
			}
		}
	}
	return samples
}

// has reports whether an agent has a tool, as far as the table says: the agent renames it, or has
// an event for it alone. An agent that doesn't rename the shell is assumed to have all tools.
func (s *Schema) has(a *Agent, tool, event string) bool {
	named := func(t agent.Tool) bool { return t.Is == tool }
	shell := func(t agent.Tool) bool {
		return slices.Contains(slices.Collect(maps.Values(s.Events.tools[t.Is].does)), "shell")
	}
	always := func(e agent.Event) bool {
		return e.Name == event && slices.ContainsFunc(e.Fields, func(f agent.Field) bool { return f.Name == ToolField && f.From.Always != "" })
	}
	return tool == "" || slices.ContainsFunc(a.Tools, named) || !slices.ContainsFunc(a.Tools, shell) || slices.ContainsFunc(a.Events, always)
}

// sampleRank ranks the events that most rules use highest.
func sampleRank(event, tool string) int {
	return slices.Index([]string{"Edit", "Write", "Read", "Bash"}, tool) + 10*slices.Index([]string{"SessionStart", "Stop", "UserPromptSubmit", "PostToolUse", "PreToolUse"}, event)
}

func rankOf(first bool) int {
	if first {
		return 1
	}
	return 0
}

// sample returns an event in the vocabulary of rules.
func (s *Schema) sample(event, tool string) []byte {
	o := &files.Object{}
	for name, v := range required(s.Table("common")) {
		o.Set(name, sampleOf(name, "", v))
	}
	o.Set(EventField, files.JSON(event))
	e := s.Events.events[event]
	known := s.Table("#Tools").LookupPath(cue.MakePath(cue.Str(tool)))
	for name, v := range required(s.Table("#Events").LookupPath(cue.MakePath(cue.Str(event), cue.Str("fields")))) {
		switch name {
		case ToolField:
			o.Set(name, files.JSON(tool))
		case InputField:
			in := &files.Object{}
			for name, v := range required(known.LookupPath(cue.ParsePath("input"))) {
				in.Set(name, sampleOf(name, s.Events.tools[tool].does[name], v))
			}
			o.Set(name, in.Encode())
		case responseField:
			o.Set(name, sampleAnswer(known.LookupPath(cue.ParsePath("response"))))
		default:
			o.Set(name, sampleOf(name, "", v))
		}
	}
	switch {
	case len(e.Values) > 0:
		o.Set(e.Matcher, files.JSON(e.Values[0]))
	case e.Matcher != "" && !o.Has(e.Matcher):
		o.Set(e.Matcher, files.JSON(sampleTexts[e.Matcher]))
	}
	return o.Encode()
}

// sampleAnswer returns a possible answer of a tool: the fields with a known text, else a plain
// text.
func sampleAnswer(v cue.Value) json.RawMessage {
	o, any := &files.Object{}, false
	for name, v := range Members(v) {
		if text, ok := sampleTexts[name]; ok && v.IncompleteKind() == cue.StringKind {
			o.Set(name, files.JSON(text))
			any = true
		}
	}
	if !any {
		return files.JSON("done")
	}
	return o.Encode()
}

// required yields the fields of a struct that are always present.
func required(v cue.Value) func(func(string, cue.Value) bool) {
	return func(yield func(string, cue.Value) bool) {
		for fields, err := v.Fields(); err == nil && fields.Next(); {
			if !yield(fields.Selector().Unquoted(), fields.Value()) {
				return
			}
		}
	}
}

// sampleOf returns a value of a field; does is what a tool does with it, if anything.
func sampleOf(name, does string, v cue.Value) json.RawMessage {
	if op, args := v.Expr(); op == cue.OrOp {
		v = args[0]
	}
	if text, err := v.String(); err == nil {
		return files.JSON(text)
	}
	switch v.IncompleteKind() {
	case cue.StringKind:
		return files.JSON(cmp.Or(sampleTexts[does], sampleTexts[name], "a "+name))
	case cue.BoolKind:
		return files.JSON(false)
	case cue.ListKind:
		return json.RawMessage("[]")
	case cue.StructKind:
		return json.RawMessage("{}")
	case cue.IntKind, cue.NumberKind:
		return json.RawMessage("1")
	}
	return files.JSON(sampleTexts[name])
}
