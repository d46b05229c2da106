package convert

import (
	"fmt"
	"regexp"
	"strings"

	"cuelang.org/go/cue/token"
)

// claude reads Claude Code's settings: its permissions, as its documentation and the client itself
// interpret them, and its hooks.
func claude(r *Reading, t *tree, src Source) {
	permissions := t.get("permissions")
	said := len(r.Rules)
	for _, verdict := range []Verdict{deny, ask, allow} {
		for _, one := range permissions.get(verdict.Name).list() {
			text, ok := one.text()
			if !ok {
				r.report(at(src, one.pos()), "permissions."+verdict.Name, "it is no text")
				continue
			}
			permission{"claude", r, src, verdict, text, one.pos()}.read()
		}
	}
	permissions.others([]string{"deny", "ask", "allow"}, func(name string, pos token.Pos, _ *tree) {
		r.report(at(src, pos), "permissions."+name, "rules say nothing of how the client runs; it stays in the settings")
	})
	if len(r.Rules) > said {
		p := at(src, permissions.pos())
		r.report(p, "", "what the client lets pass of itself (commands that only look, known variables before a command, xargs) is left to it: a call that has such beside what is allowed is asked about as before")
		r.report(p, "", "what is refused is also within bash -c and after xargs with flags, where the client asks")
	}
	settingsHooks(r, t.get("hooks"), src)
}

// A permission is one permission in an agent's settings.
type permission struct {
	agent   string
	r       *Reading
	src     Source
	verdict Verdict
	text    string
	pos     token.Pos
}

var permissionForm = regexp.MustCompile(`(?s)^([^()\s]+)(?:\((.*)\))?$`)

// read converts the permission.
func (p permission) read() {
	m := permissionForm.FindStringSubmatch(strings.TrimSpace(p.text))
	if m == nil {
		p.unsaid("it is no tool, nor TOOL(…)")
		return
	}
	tool, of := m[1], m[2]
	param, value, isParam := strings.Cut(of, ":")
	switch {
	case !strings.Contains(p.text, "(") || of == "*" || of == "" && strings.HasSuffix(p.text, "()"):
		p.tool(tool)
	case tool == "Bash" && param == "command" && isParam:
		p.unsaid("the client skips it: what a tool is called on is no parameter")
	case tool == "Bash" && p.verdict != allow && isParam && value != "*" && paramName.MatchString(param) && knownParams[param]:
		p.param(param)
	case tool == "Bash":
		p.command(of)
	case tool == "Read" || tool == "Edit":
		p.path(tool, of)
	case strings.Contains(" Write NotebookEdit MultiEdit Glob NotebookRead ", " "+tool+" "):
		p.unsaid("the client never asks such a rule; it goes by Read(…) and Edit(…)")
	case tool == "WebFetch" && param == "domain":
		p.domain(strings.TrimSpace(value))
	case tool == "Agent" || tool == "Task":
		if isParam {
			p.param(param)
			return
		}
		p.names("Agent", "event.tool_input.subagent_type", starred(of, ".*"), map[string]any{"subagent_type": strings.ReplaceAll(of, "*", "x"), "prompt": "x", "description": "x"})
	case tool == "Skill":
		p.names("Skill", "event.tool_input.skill", commandPattern(strings.TrimPrefix(of, "/")), map[string]any{"skill": bare(of)})
	case isParam && p.verdict != allow && paramName.MatchString(param):
		p.param(param)
	default:
		p.unsaid("what it says of %s is not known to rules", tool)
	}
}

var paramName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// knownParams are the fields of Bash's input that a permission may name.
var knownParams = map[string]bool{"run_in_background": true, "dangerouslyDisableSandbox": true, "timeout": true, "description": true}

func (p permission) unsaid(why string, args ...any) {
	p.r.report(at(p.src, p.pos), p.verdict.Name+" "+p.text, why, args...)
}

// add adds a rule with one item. Permissions that allow under the same condition become one rule,
// since a call is allowed if each of its commands or files is allowed by any of them.
func (p permission) add(hook, match, pattern string, when []string, event map[string]any) {
	p.r.add(Rule{
		Hook: p.agent + "-" + p.verdict.Name + "-" + hook, On: "PreToolUse", Match: match, When: when, Verdict: p.verdict,
		Text:  p.verdict.text("The permissions of " + p.src.File),
		Items: []Item{{From: at(p.src, p.pos), Says: p.verdict.Name + " " + p.text, Pattern: pattern, Event: event}},
	}, true)
}

// tool converts a permission that is only a tool's name.
func (p permission) tool(name string) {
	star := strings.Contains(name, "*")
	server, isMCP := strings.CutPrefix(name, "mcp__")
	if star && p.verdict == allow && (!isMCP || strings.Contains(strings.SplitN(server, "__", 2)[0], "*") || !strings.Contains(server, "__")) {
		p.unsaid("the client skips it: to allow, * may stand after mcp__SERVER__ alone")
		return
	}
	if isMCP && !strings.Contains(server, "__") && !star {
		name += "__*"
	}
	match := name
	switch {
	case name == "*":
		match = ""
	case !wordy.MatchString(name):
		match = starred(name, ".*")
	}
	p.add("tools", match, "", nil, toolEvent(strings.ReplaceAll(name, "*", "x"), nil))
}

var wordy = regexp.MustCompile(`^\w+$`)

// Conditions that compare commands as the client does. To refuse or ask, it looks inside whatever
// runs a command. To allow, it only strips known wrappers, and accepts no variable, redirection,
// subshell, substitution or &.
const (
	refusedCommands = "any(call().commands, worded(patterns, #))"
	allowedCommands = "any(call().commands, worded(patterns, #)) && all(call().commands, .program in wrappers || any(.via, not (# in wrappers)) || worded(patterns, #) && len(keys(.env)) == 0)"
	plainCommands   = "all(call().commands, .depth == len(.via)) && none(call().unknown, .what in ['syntax', 'bound'])"
	execCommands    = "none(call().commands, .program in ['watch', 'setsid', 'ionice', 'flock'] || .program == 'find' && any(.args, # in ['-exec', '-execdir', '-ok', '-okdir', '-delete']))"
	written         = "all(call().writes, .by != 'shell' || .path == '/dev/null') && not fits(['(^|[^&>])&($|[^&>])', '[$`]|<<|[<>][(]'], event.tool_input.command)"
)

var operators = regexp.MustCompile("[&|;<>\n`\"'\\\\]|\\$\\(")

var assigned = regexp.MustCompile(`^\w+=`)

// command converts a permission for commands.
func (p permission) command(of string) {
	if assigned.MatchString(of) {
		p.unsaid("it begins with a variable, and rules compare the words of a command without such")
		return
	}
	if operators.MatchString(of) {
		if strings.Contains(of, "*") {
			p.unsaid("quotes, or what joins commands, stand beside *, and rules compare the words of each command")
			return
		}
		p.r.add(Rule{
			Hook: p.agent + "-" + p.verdict.Name + "-calls", On: "PreToolUse", Match: "Bash", Verdict: p.verdict,
			With: []Value{{"command", of}}, When: []string{"event.tool_input.command == command"},
			Text:  p.verdict.text("The permissions of " + p.src.File),
			Items: []Item{{From: at(p.src, p.pos), Says: p.verdict.Name + " " + p.text, Event: toolEvent("Bash", map[string]any{"command": of})}},
		}, false)
		return
	}
	when := []string{refusedCommands}
	if p.verdict == allow {
		when = []string{allowedCommands, plainCommands, execCommands, written}
	}
	p.add("commands", "Bash", commandPattern(of), when, toolEvent("Bash", map[string]any{"command": bare(of)}))
}

// bare returns a command that a permission's pattern matches.
func bare(of string) string {
	of = strings.TrimSuffix(of, ":*")
	if strings.Count(of, "*") < 2 {
		of = strings.TrimSuffix(of, " *")
	}
	return strings.ReplaceAll(of, "*", "x")
}

// fileTools are the tools that read files, and those that change them.
var fileTools = map[string]string{"Read": "Read|Grep|Glob|LS|NotebookRead", "Edit": "Edit|Write|MultiEdit|NotebookEdit"}

// path converts a permission for files.
func (p permission) path(tool, of string) {
	base, line, home := "cwd()", of, "$PROJECT/"
	switch rest, rooted := strings.CutPrefix(of, "//"); {
	case rooted:
		base, line, home = "'/'", "/"+rest, "/"
	case strings.HasPrefix(of, "~/"):
		base, line, home = "file('~/').path", of[1:], "$HOME/"
	case strings.HasPrefix(of, "/") && p.src.User:
		base, home = "file('~/.claude').path", "$HOME/.claude/"
	case strings.HasPrefix(of, "/"):
		base = "project()"
	case strings.HasPrefix(of, "!") || strings.HasPrefix(of, "../") || strings.Contains(of, "/../"):
		p.unsaid("it leads out of its folder, or takes something out")
		return
	}
	anywhere := p.verdict != allow && oneFolder.MatchString(strings.TrimPrefix(line, "./")) && base == "cwd()"
	pattern := gitignored(line, anywhere)
	seen := fmt.Sprintf("fits(patterns, relative(%s, .path))", base)
	var match, when string
	files := map[string]string{"Read": "call().reads", "Edit": "call().writes"}[tool]
	switch {
	case p.verdict == allow:
		match, when = fileTools[tool], fmt.Sprintf("len(followed(%s, [])) > 0 && all(followed(%[1]s, []), %s)", files, seen)
	case tool == "Read":
		match, when = fileTools["Read"]+"|Edit|Write|MultiEdit|Bash", fmt.Sprintf("any(followed(event.tool_name == 'Bash' ? call().reads : concat(call().reads, call().writes), []), %s)", seen)
	default:
		match, when = fileTools["Edit"]+"|Bash", fmt.Sprintf("any(followed(call().writes, []), %s)", seen)
	}
	event := toolEvent("Read", map[string]any{"file_path": home + sample(pattern)})
	if tool == "Edit" {
		event = toolEvent("Write", map[string]any{"file_path": home + sample(pattern), "content": "x"})
	}
	if sample(pattern) == "" {
		event = nil
	}
	hook := map[string]string{"Read": "reads", "Edit": "edits"}[tool]
	p.add(hook, match, pattern, []string{when}, event)
}

var oneFolder = regexp.MustCompile(`^[^/]+/\*\*$`)

// domain converts a permission for hosts.
func (p permission) domain(of string) {
	of = strings.ToLower(strings.TrimSuffix(of, "."))
	if of == "*" {
		p.tool("WebFetch")
		return
	}
	pattern := starred(of, "[^.]*")
	if rest, ok := strings.CutPrefix(of, "*."); ok {
		pattern = `^.+\.` + strings.TrimPrefix(starred(rest, "[^.]*"), "^")
	}
	quantifier := "any"
	if p.verdict == allow {
		quantifier = "len(call().network) > 0 && all"
	}
	p.add("hosts", "WebFetch", pattern, []string{quantifier + "(call().network, fits(patterns, .name))"},
		toolEvent("WebFetch", map[string]any{"url": "https://" + strings.ReplaceAll(of, "*", "x") + "/", "prompt": "x"}))
}

// names converts a permission for values of a field.
func (p permission) names(tool, field, pattern string, input map[string]any) {
	p.add(strings.ToLower(tool)+"s", tool, pattern, []string{"fits(patterns, " + field + ")"}, toolEvent(tool, input))
}

// param reports a permission for a value of an input field, which rules can't express.
func (p permission) param(param string) {
	param = strings.TrimSpace(param)
	if strings.Contains(" command file_path path notebook_path url ", " "+param+" ") {
		p.unsaid("the client skips it: what a tool is called on is no parameter")
		return
	}
	p.unsaid("rules say of an absent parameter what they say of an empty one, and can't tell a default; a rule on event.tool_input.%s could be near it", param)
}

// toolEvent returns the event of a tool call.
func toolEvent(tool string, input map[string]any) map[string]any {
	e := map[string]any{"hook_event_name": "PreToolUse", "tool_name": tool}
	if input != nil {
		e["tool_input"] = input
	}
	return e
}
