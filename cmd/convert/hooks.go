package convert

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/token"
)

// settingsHooks reads the hooks of Claude Code's settings. A script stays as it is; a rule runs it
// and refuses what the script refuses.
func settingsHooks(r *Reading, hooks *tree, src Source) {
	hooks.fields(func(event string, _ token.Pos, groups *tree) {
		for _, group := range groups.list() {
			for _, hook := range group.get("hooks").list() {
				settingsHook(r, event, group.str("matcher"), hook, at(src, hook.pos()))
			}
		}
	})
}

func settingsHook(r *Reading, event, matcher string, hook *tree, from Place) {
	command, what := hook.str("command"), event+" hook"
	switch {
	case hook.str("type") != "command" || command == "":
		r.report(from, what, "found a hook of type %s, want a command", strconv.Quote(hook.str("type")))
		return
	case strings.Contains(command, "bchook") || strings.Contains(command, "bcrules"):
		return
	case hook.get("if") != nil || hook.get("args") != nil || hook.str("async") == "true" || hook.str("once") == "true":
		r.report(from, what+" "+cut(command), "it has if, args, async or once, which say more than its command; it stays in the settings")
		return
	case strings.Contains(command, "CLAUDE_PLUGIN_ROOT"):
		r.report(from, what+" "+cut(command), "a plugin starts it")
		return
	}
	if matcher == "*" {
		matcher = ""
	}
	seconds := 60
	if n, err := strconv.Atoi(hook.str("timeout")); err == nil && n > 0 && n < 600 {
		seconds = n
	}
	timeout := fmt.Sprintf("%ds", seconds)
	r.add(Rule{
		Hook: fmt.Sprintf("claude-%s-%d", strings.ToLower(event), len(r.Rules)+1), On: event, Match: matcher, Verdict: ran, Do: running(len(r.Rules), event, command, timeout), Timeout: fmt.Sprintf("%ds", seconds+10),
		Items: []Item{{From: from, Says: event + " " + command, Event: eventOf(event, matcher), Wants: started(command)}},
	}, false)
	r.report(from, what+" "+cut(command), "it is run as it is, and twice as long as it stands in the settings, too. What it prints as JSON beside a decision is lost; what it looks for could be a rule")
}

// started returns a test's expectation that a command is run.
func started(command string) string {
	return "programs: [\"sh\"]\n\tstarted: [[\"sh\", \"-c\", " + quote(command) + "]]"
}

// refusing maps events at which exit code 2 refuses to the action for it; telling lists events
// whose output becomes context.
var (
	refusing = map[string]string{"PreToolUse": "deny", "PostToolUse": "block", "UserPromptSubmit": "block", "Stop": "block", "SubagentStop": "block"}
	telling  = []string{"UserPromptSubmit", "SessionStart"}
)

// running returns actions that run a shell command and follow its output.
func running(n int, event, command, timeout string) string {
	var b strings.Builder
	name := fmt.Sprintf("script%d", n+1) // names of steps are per hook, not per rule
	fmt.Fprintf(&b, "[\n{run: {run: [\"sh\", \"-c\", %s], stdin: \"${compact(event)}\", timeout: %s}, as: %s},\n", quote(template(command)), quote(timeout), quote(name))
	if verb := refusing[event]; verb != "" {
		fmt.Fprintf(&b, "{when: \"script().value.code == 2\", %s: \"${script().value.err == '' ? 'refused by a script' : script().value.err}\"},\n", verb)
	}
	out := "parsed(script().value.out, 'json').value?"
	if event == "PreToolUse" {
		for _, verdict := range []Verdict{deny, ask, allow} {
			said := `"${` + out + `.hookSpecificOutput?.permissionDecisionReason ?? '` + verdict.Name + ` by a script'}"`
			fmt.Fprintf(&b, "{when: \"%s.hookSpecificOutput?.permissionDecision == '%s'\", %s},\n", out, verdict.Name, strings.Replace(verdict.do, "%", said, 1))
		}
	} else if refusing[event] != "" {
		fmt.Fprintf(&b, "{when: \"%s.decision == 'block'\", block: \"${%[1]s.reason ?? 'refused by a script'}\"},\n", out)
	}
	if slices.Contains(telling, event) {
		b.WriteString("{when: \"script().value.code == 0 && script().value.out != '' && not (script().value.out startsWith '{')\", inject: context: \"${script().value.out}\"},\n")
		fmt.Fprintf(&b, "{when: \"(%s.hookSpecificOutput?.additionalContext ?? '') != ''\", inject: context: \"${%[1]s.hookSpecificOutput?.additionalContext}\"},\n", out)
	}
	text := strings.ReplaceAll(b.String(), "script()", name+"()") + "]"
	if !strings.Contains(text, name+"()") {
		text = strings.Replace(text, ", as: "+quote(name), "", 1)
	}
	return text
}

// eventOf returns an event that matches the first name in a matcher, nil if it has none.
func eventOf(event, matcher string) map[string]any {
	e := map[string]any{"hook_event_name": event}
	name, _, _ := strings.Cut(strings.ReplaceAll(matcher, ",", "|"), "|")
	name = strings.TrimSpace(name)
	if name != "" && !wordy.MatchString(name) {
		return nil
	}
	switch event {
	case "PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest":
		if e["tool_name"] = name; name == "" {
			e["tool_name"] = "Bash"
		}
		if e["tool_name"] == "Bash" {
			e["tool_input"] = map[string]any{"command": "ls"}
		}
	case "SessionStart":
		e["source"] = "startup"
		if name != "" {
			e["source"] = name
		}
	case "UserPromptSubmit":
		e["prompt"] = "x"
	case "PreCompact", "PostCompact":
		if name != "" {
			e["trigger"] = name
		}
	case "Stop", "SubagentStop", "SessionEnd":
	default:
		if name != "" {
			return nil
		}
	}
	return e
}
