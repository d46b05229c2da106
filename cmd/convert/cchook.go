package convert

import (
	"fmt"
	"regexp"
	"strings"

	"cuelang.org/go/cue/token"
)

// cchook reads cchook's config: hooks by event, each with a matcher, conditions and actions.
func cchook(r *Reading, t *tree, src Source) {
	r.report(Place{src.File, 1}, "", "a matcher stands there for each tool whose name contains it, here for the tool of that name; and where hooks of several rules decide, the last one counts there, here deny before ask and that before allow")
	t.fields(func(event string, _ token.Pos, hooks *tree) {
		for _, hook := range hooks.list() {
			c := cchooked{r: r, event: event, from: at(src, hook.pos())}
			c.read(hook)
		}
	})
}

// A cchooked is a hook of cchook during its conversion.
type cchooked struct {
	r     *Reading
	event string
	from  Place
	with  []Value
	when  []string
	sent  map[string]any // a tool's input, or the event's fields, for the test
	known bool           // a test can be written
}

func (c *cchooked) read(hook *tree) {
	c.sent, c.known = map[string]any{}, true
	match := hook.str("matcher")
	for _, one := range hook.get("conditions").list() {
		if why := c.condition(one.str("type"), one.str("value")); why != "" {
			c.r.report(c.from, c.event+" "+one.str("type"), "%s; the hook is left out", why)
			return
		}
	}
	if match != "" {
		for name := range strings.SplitSeq(match, "|") {
			if !wordy.MatchString(strings.TrimSpace(name)) {
				c.r.report(c.from, c.event+" "+match, "its matcher stands for all names that contain it")
				return
			}
		}
	}
	for field, tool := range map[string]string{"command": "Bash", "url": "WebFetch", "file_path": "Edit|Write"} {
		if c.sent[field] != nil && match == "" {
			match = tool
		}
	}
	for _, action := range hook.get("actions").list() {
		c.action(match, action)
	}
}

// condition adds a condition, or returns why it can't be converted.
func (c *cchooked) condition(kind, value string) (why string) {
	key := fmt.Sprintf("is%d", len(c.with)+1)
	is := func(format, field string, sent any) {
		c.with = append(c.with, Value{key, value})
		c.when = append(c.when, fmt.Sprintf(format, field, key))
		if field = field[strings.LastIndex(field, ".")+1:]; sent != nil {
			c.sent[field] = sent
		}
	}
	if strings.Contains(kind, "_exists") {
		return c.exists(kind, value, key)
	}
	switch kind {
	case "file_extension":
		is("%s endsWith %s", "event.tool_input.file_path", "x"+value)
	case "command_contains":
		is("%s contains %s", "event.tool_input.command", value)
	case "command_starts_with":
		is("%s startsWith %s", "event.tool_input.command", value)
	case "url_starts_with":
		is("%s startsWith %s", "event.tool_input.url", value)
	case "cwd_is", "cwd_is_not", "cwd_contains", "cwd_not_contains":
		is(map[string]string{"cwd_is": "%s == %s", "cwd_is_not": "%s != %s", "cwd_contains": "%s contains %s", "cwd_not_contains": "not (%s contains %s)"}[kind], "event.cwd", nil)
		c.known = c.known && strings.Contains(kind, "not")
	case "permission_mode_is":
		is("%s == %s", "event.permission_mode", nil)
		c.known = false
	case "prompt_regex":
		if !c.r.fits(c.from, c.event+" "+kind, value) {
			return "rules have no such pattern"
		}
		c.with = append(c.with, Value{key, []string{value}})
		c.when = append(c.when, "fits("+key+", event.prompt)")
		c.sent["prompt"] = sample(value)
	default:
		return "rules have nothing like it"
	}
	return ""
}

// exists adds a condition on a file or folder, or returns why it can't be converted.
func (c *cchooked) exists(kind, value, key string) (why string) {
	is, not := "not .dir", ""
	if strings.Contains(kind, "_not_") {
		not = "not "
	}
	if strings.HasPrefix(kind, "dir") {
		is = ".dir"
	}
	when := not + "any([file(" + key + ")], .exists && " + is + ")"
	if strings.HasSuffix(kind, "recursive") {
		if strings.Contains(value, "/") || is == ".dir" {
			return "rules find files by name, and no folders"
		}
		when = not + "(len(glob('**/' + " + key + ")) > 0)"
	}
	c.with, c.when, c.known = append(c.with, Value{key, value}), append(c.when, when), c.known && not != ""
	return ""
}

// action adds a rule for an action.
func (c *cchooked) action(match string, action *tree) {
	n := Rule{Hook: "cchook-" + strings.ToLower(c.event), On: c.event, Match: match, With: c.with, When: c.when}
	text, said := templated(action.str("message"))
	what := c.event + " " + cut(action.str("message")+action.str("command"))
	item := Item{From: c.from, Says: what}
	if c.known {
		item.Event = eventOf(c.event, match)
	}
	if item.Event != nil {
		if item.Event["tool_name"] != nil {
			item.Event["tool_input"] = c.sent
		} else {
			for name, value := range c.sent {
				item.Event[name] = value
			}
		}
	}
	switch {
	case action.str("type") == "command":
		command := action.str("command")
		if strings.Contains(command, "{.") {
			c.r.report(c.from, what, "its command has {.…} in it; in a rule a program takes such as an argument of its own: run: run: [\"…\", \"${event.…}\"]")
			return
		}
		n.Hook += fmt.Sprintf("-%d", len(c.r.Rules)+1)
		n.Verdict, n.Do, n.Timeout = ran, running(len(c.r.Rules), c.event, command, "60s"), "70s"
		item.Wants = started(command)
		c.r.report(c.from, what, "it is run; that cchook refuses where it fails otherwise than by exit code 2 is lost")
	case action.str("type") != "output" || text == "" || !said || action.str("continue") == "false" || action.str("behavior") != "":
		c.r.report(c.from, what, "it has nothing that a rule says: a message, with {.NAME} at most")
		return
	default:
		n.Verdict = c.verdict(action)
		if reason, ok := templated(action.str("reason")); ok && reason != "" && n.Verdict == block {
			text = reason
		}
		if n.Verdict == (Verdict{}) {
			c.r.report(c.from, what, "what it says reaches nobody at %s", c.event)
			return
		}
		n.Do = strings.Replace(n.Verdict.do, "%", quote(text), 1)
		if extra, ok := templated(action.str("additional_context")); ok && extra != "" {
			n.Do = "[{" + n.Do + "}, {inject: context: " + quote(extra) + "}]"
		}
	}
	n.Items = []Item{item}
	c.r.add(n, false)
}

// verdict returns the verdict of an output.
func (c *cchooked) verdict(action *tree) Verdict {
	switch c.event {
	case "PreToolUse":
		return map[string]Verdict{"": deny, "deny": deny, "ask": ask, "allow": allow}[action.str("permission_decision")]
	case "Stop", "SubagentStop", "PostToolUse", "UserPromptSubmit":
		if action.str("decision") == "block" {
			return block
		}
	}
	switch c.event {
	case "PostToolUse", "UserPromptSubmit", "SessionStart", "SubagentStart":
		return context
	case "Stop", "SubagentStop", "PreCompact", "SessionEnd":
		return message
	}
	return Verdict{}
}

var jq = regexp.MustCompile(`\{(\.[^{}]*)\}`)
var plainJQ = regexp.MustCompile(`^(\.[a-z_][a-z0-9_]*)+$`)

// templated converts a text to a template; false if the text uses more than plain fields.
func templated(text string) (string, bool) {
	ok := true
	text = jq.ReplaceAllStringFunc(template(text), func(part string) string {
		path := part[1 : len(part)-1]
		ok = ok && plainJQ.MatchString(path)
		return "${event" + path + "}"
	})
	return text, ok
}
