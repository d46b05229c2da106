package convert

import (
	"regexp"
	"strings"

	"cuelang.org/go/cue/token"
)

// cursor reads the permissions of Cursor and of its command line, which use Cursor's own names of
// tools.
func cursor(r *Reading, t *tree, src Source) {
	p := t.get("permissions")
	for _, verdict := range []Verdict{deny, allow} {
		for _, one := range p.get(verdict.Name).list() {
			text, _ := one.text()
			otherPermission{permission{"cursor", r, src, verdict, text, one.pos()}}.cursor()
		}
	}
	for _, one := range t.get("terminalAllowlist").list() {
		if text, ok := one.text(); ok {
			o := otherPermission{permission{"cursor", r, src, allow, text, one.pos()}}
			o.command("^"+exactly(text)+`( [\s\S]*)?$`, text)
		}
	}
	for _, one := range t.get("mcpAllowlist").list() {
		if text, ok := one.text(); ok {
			otherPermission{permission{"cursor", r, src, allow, "Mcp(" + text + ")", one.pos()}}.cursor()
		}
	}
	if v := t.get("autoRun"); v != nil {
		r.report(at(src, v.pos()), "autoRun", "a model reads it")
	}
}

var cursorForm = regexp.MustCompile(`(?s)^(Shell|Read|Write|WebFetch|Mcp)\((.*)\)$`)

// cursor converts one of Cursor's permissions.
func (p otherPermission) cursor() {
	m := cursorForm.FindStringSubmatch(strings.TrimSpace(p.text))
	if m == nil {
		p.unsaid("it is none of Shell(…), Read(…), Write(…), WebFetch(…) and Mcp(…)")
		return
	}
	of := m[2]
	base, args, hasArgs := strings.Cut(of, ":")
	switch m[1] {
	case "Shell":
		pattern := "^" + globbedText(base) + `( [\s\S]*)?$`
		if hasArgs {
			pattern = "^" + globbedText(base) + " ?" + globbedText(args) + "$"
		}
		example := strings.TrimSpace(strings.NewReplacer("**", "x", "*", "x").Replace(base) + " " + strings.NewReplacer("**", "", "*", "").Replace(args))
		p.command(pattern, example)
	case "Read", "Write":
		p.file(m[1], of)
	case "WebFetch":
		p.domain(of)
	case "Mcp":
		server, tool, _ := strings.Cut(of, ":")
		name := "mcp__" + strings.TrimSpace(server) + "__" + strings.TrimSpace(tool)
		p.tools(starred(name, ".*"), strings.ReplaceAll(name, "*", "x"))
	}
}

// globbedText returns a pattern for a glob in which * and ** match anything.
func globbedText(glob string) string {
	return strings.Trim(starred(strings.ReplaceAll(glob, "**", "*"), `[\s\S]*`), "^$")
}

// An otherPermission is a permission of an agent other than Claude Code.
type otherPermission struct{ permission }

// command restricts the permission to commands that match a pattern; each command in a call counts.
func (o otherPermission) command(pattern, example string) {
	when := []string{refusedCommands}
	if o.verdict == allow {
		when = []string{allowedCommands, plainCommands, execCommands, written}
	}
	o.add("commands", "Bash", pattern, when, toolEvent("Bash", map[string]any{"command": example}))
}

// file restricts the permission to files, by their path from the project's folder or their whole
// path.
func (o otherPermission) file(tool, glob string) {
	base, home := "project()", "$PROJECT/"
	switch {
	case strings.HasPrefix(glob, "~/"):
		base, home, glob = "file('~/').path", "$HOME/", glob[2:]
	case strings.HasPrefix(glob, "/"):
		base, home, glob = "'/'", "/", glob[1:]
	}
	pattern := "^" + within + globbed(strings.TrimPrefix(glob, "./")) + "$"
	if strings.HasSuffix(glob, "/**") {
		pattern = strings.TrimSuffix(pattern, ".*$") + ".+$"
	}
	seen := "fits(patterns, relative(" + base + ", .path))"
	files, match := "call().reads", fileTools["Read"]
	event := toolEvent("Read", map[string]any{"file_path": home + sample(pattern)})
	if tool == "Write" {
		files, match = "call().writes", fileTools["Edit"]
		event = toolEvent("Write", map[string]any{"file_path": home + sample(pattern), "content": "x"})
	}
	when := "any(followed(" + files + ", []), " + seen + ")"
	if o.verdict == allow {
		when = "len(followed(" + files + ", [])) > 0 && all(followed(" + files + ", []), " + seen + ")"
	}
	if sample(pattern) == "" {
		event = nil
	}
	o.add(strings.ToLower(tool)+"s", match, pattern, []string{when}, event)
}

// tools restricts the permission to tools, by a pattern or a name.
func (o otherPermission) tools(match, example string) {
	o.add("tools", match, "", nil, toolEvent(example, nil))
}

// gemini reads which tools Gemini's settings exclude, and which they let run without asking.
func gemini(r *Reading, t *tree, src Source) {
	lists := []struct {
		path    []string
		verdict Verdict
	}{{[]string{"tools", "exclude"}, deny}, {[]string{"excludeTools"}, deny}, {[]string{"tools", "allowed"}, allow}, {[]string{"allowedTools"}, allow}}
	for _, l := range lists {
		for _, one := range t.get(l.path...).list() {
			text, _ := one.text()
			name, of, isCall := strings.Cut(strings.TrimSuffix(text, ")"), "(")
			o := otherPermission{permission{"gemini", r, src, l.verdict, text, one.pos()}}
			if isCall && geminiTools[name] == "Bash" {
				o.command("^"+exactly(of)+`( [\s\S]*)?$`, of)
			} else if isCall {
				o.unsaid("what is in parentheses is known of the shell alone")
			} else {
				o.named(name)
			}
		}
	}
	for _, path := range [][]string{{"tools", "core"}, {"coreTools"}, {"mcp", "allowed"}, {"mcp", "excluded"}, {"allowMCPServers"}, {"excludeMCPServers"}} {
		if v := t.get(path...); v != nil {
			r.report(at(src, v.pos()), strings.Join(path, "."), "it says which tools and servers there are at all")
		}
	}
}

// geminiTools maps Gemini's names of tools, and those of their classes, to the names in rules.
var geminiTools = map[string]string{
	"run_shell_command": "Bash", "ShellTool": "Bash", "write_file": "Write", "WriteFileTool": "Write", "replace": "Edit", "EditTool": "Edit",
	"read_file": "Read", "ReadFileTool": "Read", "read_many_files": "Read", "ReadManyFilesTool": "Read", "glob": "Glob", "GlobTool": "Glob", "list_directory": "LS", "LSTool": "LS",
	"search_file_content": "Grep", "grep_search": "Grep", "GrepTool": "Grep", "web_fetch": "WebFetch", "WebFetchTool": "WebFetch", "google_web_search": "WebSearch", "WebSearchTool": "WebSearch",
}

// named restricts the permission to a tool by Gemini's name.
func (o otherPermission) named(name string) {
	switch known := geminiTools[name]; {
	case known != "":
		o.tools(known, known)
	case name == "*":
		o.tools("", "Bash")
	case strings.HasPrefix(name, "mcp_"):
		name = "mcp__" + strings.TrimPrefix(strings.TrimPrefix(name, "mcp_"), "_")
		o.tools(starred(name, ".*"), strings.ReplaceAll(name, "*", "x"))
	default:
		o.unsaid("rules have no such tool")
	}
}

// geminiPolicy reads Gemini's policies: among the rules that match a call, the one with the highest
// priority counts.
func geminiPolicy(r *Reading, t *tree, src Source) {
	first := map[bool]string{}
	for _, one := range t.get("rule").list() {
		from := at(src, one.pos())
		verdict, ok := map[string]Verdict{"allow": allow, "deny": deny, "ask_user": ask}[one.str("decision")]
		names := strings.Join(one.texts("toolName"), " ")
		what := strings.TrimSpace(names + " " + strings.Join(one.texts("commandPrefix"), ", ") + one.str("commandRegex"))
		unknown := ""
		one.others([]string{"decision", "toolName", "commandPrefix", "commandRegex", "priority", "mcpName", "denyMessage", "allowRedirection", "description", "name"}, func(name string, _ token.Pos, _ *tree) { unknown = name })
		switch {
		case !ok:
			r.report(from, what, "found decision %q, want allow, deny or ask_user", one.str("decision"))
			continue
		case unknown != "":
			r.report(from, what, "%s is nothing that rules know", unknown)
			continue
		}
		if verdict == allow {
			first[true] = one.str("priority")
		}
		o := otherPermission{permission{"gemini", r, src, verdict, what, one.pos()}}
		switch prefixes, server := one.texts("commandPrefix"), one.str("mcpName"); {
		case len(prefixes) > 0:
			for _, p := range prefixes {
				o.command("^"+exactly(strings.TrimSpace(p))+`( [\s\S]*)?$`, strings.TrimSpace(p))
			}
		case one.str("commandRegex") != "":
			if pattern := "^(?:" + one.str("commandRegex") + ")"; r.fits(from, what, pattern) {
				o.command(pattern, sample(pattern))
			}
		case server != "":
			for _, name := range append(one.texts("toolName"), []string{"*"}[min(len(one.texts("toolName")), 1):]...) {
				full := "mcp__" + server + "__" + name
				o.tools(starred(full, ".*"), strings.ReplaceAll(full, "*", "x"))
			}
		default:
			for _, name := range one.texts("toolName") {
				o.named(name)
			}
		}
	}
	if first[true] != "" {
		r.report(Place{src.File, 1}, "", "of Gemini's rules the one of the highest priority counts; here deny counts before ask, and that before allow")
	}
}
