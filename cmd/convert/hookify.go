package convert

import (
	"cmp"
	"fmt"
	"path"
	"strings"
)

// hookify reads a rule of the plugin hookify: front matter with conditions, and a message.
func hookify(r *Reading, t *tree, src Source) {
	from, name := Place{src.File, 1}, t.str("name")
	name = cmp.Or(name, path.Base(src.File))
	if t.str("enabled") == "false" || t.str("enabled") == "False" {
		r.report(from, name, "it is switched off")
		return
	}
	if t.get("tool_matcher") != nil {
		r.report(from, name, "it has a tool_matcher")
		return
	}
	h := hookified{r: r, from: from, name: name, text: "**[" + name + "]**\n" + t.body, blocks: t.str("action") == "block"}
	h.conditions(t)
	if len(h.all) == 0 {
		r.report(from, name, "it has no condition, and never holds")
		return
	}
	switch event := t.str("event"); event {
	case "bash":
		r.report(from, name, "hookify says it before a call and after it, the rule before it")
		h.on("PreToolUse", "Bash", map[string]string{"command": "event.tool_input.command"})
	case "file":
		h.files()
	case "prompt":
		h.on("UserPromptSubmit", "", map[string]string{"user_prompt": "event.prompt", "prompt": "event.prompt"})
	case "stop":
		h.on("Stop", "", map[string]string{"transcript": "read(event.transcript_path)"})
	default:
		switch f := h.all[0].field; {
		case f == "command":
			h.on("PreToolUse", "Bash", map[string]string{"command": "event.tool_input.command"})
		case f == "file_path" || f == "new_text" || f == "old_text" || f == "content":
			h.files()
		default:
			r.report(from, name, "it is for all events, and which of them have %s isn't said", f)
		}
	}
}

// A hookified is a rule of hookify during its conversion.
type hookified struct {
	r      *Reading
	from   Place
	name   string
	text   string
	blocks bool
	all    []hookifyCondition
}

type hookifyCondition struct{ field, operator, pattern string }

// conditions reads the conditions, or the pattern that abbreviates a single one.
func (h *hookified) conditions(t *tree) {
	for _, c := range t.get("conditions").list() {
		op := cmp.Or(c.str("operator"), "regex_match")
		h.all = append(h.all, hookifyCondition{c.str("field"), op, c.str("pattern")})
	}
	if pattern := t.str("pattern"); len(h.all) == 0 && pattern != "" {
		field := t.str("field")
		if field == "" {
			field = map[string]string{"bash": "command", "file": "new_text"}[t.str("event")]
		}
		field = cmp.Or(field, "content")
		h.all = []hookifyCondition{{field, "regex_match", pattern}}
	}
}

// files adds the rule for the tools that write files, as each has its own fields.
func (h *hookified) files() {
	edit := map[string]string{"file_path": "event.tool_input.file_path", "new_text": "event.tool_input.new_string", "new_string": "event.tool_input.new_string",
		"content": "event.tool_input.new_string", "old_text": "event.tool_input.old_string", "old_string": "event.tool_input.old_string"}
	write := map[string]string{"file_path": "event.tool_input.file_path", "new_text": "event.tool_input.content", "content": "event.tool_input.content"}
	h.on("PreToolUse", "Edit", edit)
	for _, c := range h.all {
		if strings.HasPrefix(c.field, "new_") {
			h.r.report(h.from, h.name, "of a file that is written whole hookify sees no %s, though its documentation says so, as the rule does", c.field)
		}
		if write[c.field] == "" && edit[c.field] != "" { // only edits have the old content
			return
		}
	}
	h.on("PreToolUse", "Write", write)
}

// on adds the rule for an event; fields maps hookify's fields to expressions.
func (h *hookified) on(event, match string, fields map[string]string) {
	n := Rule{Hook: "hookify-" + strings.ToLower(event+match), On: event, Match: match, Text: h.text, Verdict: message}
	if refusal := map[string]Verdict{"PreToolUse": deny, "Stop": block}[event]; h.blocks && refusal.Name != "" {
		n.Verdict = refusal
	}
	sent := map[string]any{}
	known := true
	for i, c := range h.all {
		field := fields[c.field]
		if field == "" {
			h.r.report(h.from, h.name, "%s has no %s, so that it never holds", event+" "+match, c.field)
			return
		}
		key := fmt.Sprintf("is%d", i+1)
		shown, ok := c.pattern, true
		switch c.operator {
		case "regex_match":
			pattern := "(?i)" + strings.TrimPrefix(c.pattern, "(?i)")
			if !h.r.fits(h.from, h.name, pattern) {
				return
			}
			n.With = append(n.With, Value{key, []string{pattern}})
			n.When = append(n.When, fmt.Sprintf("fits(%s, %s)", key, field))
			shown = sample(pattern)
			ok = shown != ""
		default:
			if comparing[c.operator] == "" {
				h.r.report(h.from, h.name, "found operator %q, which hookify doesn't know: it never holds", c.operator)
				return
			}
			n.With = append(n.With, Value{key, c.pattern})
			n.When = append(n.When, fmt.Sprintf(comparing[c.operator], field, key))
			if c.operator == "not_contains" {
				shown = ""
			}
		}
		last := field[strings.LastIndex(field, ".")+1:]
		if old, has := sent[last]; has && old != "" || !ok || strings.Contains(field, "(") {
			known = shown == "" && ok && !strings.Contains(field, "(") && known
		} else {
			sent[last] = shown
		}
	}
	item := Item{From: h.from, Says: h.name}
	if known {
		item.Event = h.event(event, match, sent)
	}
	n.Items = []Item{item}
	h.r.add(n, false)
}

// comparing maps hookify's operators, except patterns, to expressions.
var comparing = map[string]string{"contains": "%s contains %s", "equals": "%s == %s", "not_contains": "not (%s contains %s)", "starts_with": "%s startsWith %s", "ends_with": "%s endsWith %s"}

// event returns an event with some fields.
func (h *hookified) event(event, match string, sent map[string]any) map[string]any {
	if match == "" {
		sent["hook_event_name"] = event
		return sent
	}
	for _, field := range map[string][]string{"Bash": {"command"}, "Write": {"file_path", "content"}, "Edit": {"file_path", "old_string", "new_string"}}[match] {
		if sent[field] == nil {
			sent[field] = "x"
		}
	}
	return toolEvent(match, sent)
}
