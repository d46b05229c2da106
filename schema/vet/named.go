package vet

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"bcrules.dev/schema"

	"github.com/expr-lang/expr/ast"
)

// knownFiles are files and folders that programs look for by name, as programs spell them. In a
// path, a name that is near to a known one is meant for it only in the known folder.
var knownFiles = []string{
	"CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENT.md", "GEMINI.md", "SKILL.md",
	".claude/settings.json", ".claude/settings.local.json", ".claude/agents", ".claude/commands", ".claude/skills", ".claude/hooks", ".claude/rules", ".claude/bcrules",
	"package.json", "package-lock.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "yarn.lock", "tsconfig.json", "composer.json", "composer.lock",
	"go.mod", "go.sum", "go.work", "Cargo.toml", "Cargo.lock", "pyproject.toml", "poetry.lock", "requirements.txt", "Gemfile.lock", "pom.xml", "build.gradle",
	"CODEOWNERS", "CONTRIBUTING.md", "CHANGELOG.md", ".gitignore", ".gitattributes", ".gitmodules", ".editorconfig", ".dockerignore", "docker-compose.yml", "docker-compose.yaml",
	".github/workflows", ".github/CODEOWNERS", ".git/HEAD", ".git/config", ".git/hooks", ".vscode/settings.json", ".mcp.json",
}

// misnamed finds paths in an expression whose last name differs from that of a known file by a
// letter, or by the case of letters, unless a rule writes such a file.
func (s *Subject) misnamed(x expression, n ast.Node) finding {
	for _, t := range x.paths(s, n) {
		is := nearFile(t.Value)
		if is == "" || s.writesFile(t.Value) {
			continue
		}
		f := x.value(t, "found %s, and the name that is known is %s", t.Value, is)
		f.mild = true
		return f.instead(t.Value, is)
	}
	return finding{}
}

// paths returns the texts in a node that are paths or ends of paths: arguments of facts that take
// paths, and texts that paths are compared with.
func (x expression) paths(s *Subject, n ast.Node) (all []*ast.StringNode) {
	switch n := n.(type) {
	case *ast.CallNode:
		_, fact, ok := x.factOf(n)
		for i, arg := range n.Arguments {
			if ok && (i == fact.Place() || fact.Takes(i) == "place" || fact.Takes(i) == "glob") {
				all = append(all, textsIn(arg)...)
			}
		}
	case *ast.BinaryNode:
		if !slices.Contains([]string{"==", "!=", "in", "endsWith"}, n.Operator) {
			return nil
		}
		is := x.described(n.Left, x.items()).form
		root, of, _ := x.trail(n.Left)
		if is.Is("path") || is.Is("glob-path") || is.Is("name") || is.Is("rel") || is.Is("local") ||
			root == "event" && s.Schema.Events.Traits(x.binding.Event, x.binding.Agenda.Matcher, x.match()).Absolute[strings.Join(of, ".")] {
			return textsIn(n.Right)
		}
	}
	return all
}

// nearFile returns the path of the known file that a path may be meant for, "" for none.
func nearFile(text string) string {
	if strings.ContainsAny(text, "*?{$") {
		return ""
	}
	dir, name := path.Split(strings.TrimSuffix(text, "/"))
	near := ""
	for _, known := range knownFiles {
		of, is := path.Split(known)
		if of != "" && dir != of && !strings.HasSuffix(dir, "/"+of) || of == "" && strings.HasPrefix(dir, "~") {
			continue
		}
		if name == is {
			return ""
		}
		folded := strings.EqualFold(name, is) && name != strings.ToLower(name)
		if folded || misspelt(name, is, of != "") {
			near = dir + is
		}
	}
	return near
}

// misspelt reports whether a name differs from another by one letter, or by two that have changed
// places. An s at the end of a word makes another name, unless both are in a folder of known names.
func misspelt(name, is string, beside bool) bool {
	if len(is) < 6 || name == is || strings.EqualFold(name, is) {
		return false
	}
	start := 0
	for start < min(len(name), len(is)) && name[start] == is[start] {
		start++
	}
	a, b := name[start:], is[start:]
	switch {
	case len(a) == len(b):
		return len(a) > 1 && (a[1:] == b[1:] || a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]) && start > 0
	case len(a) == len(b)+1:
		return a[1:] == b && (beside || a[0] != 's')
	case len(a)+1 == len(b):
		return b[1:] == a && (beside || b[0] != 's')
	}
	return false
}

// writesFile reports whether a rule of the scope writes the file of this path.
func (s *Subject) writesFile(name string) bool {
	for _, h := range s.Hooks {
		for _, rule := range h.Rules {
			for _, step := range rule.Steps {
				if slices.ContainsFunc(s.Schema.Library.Actions[step.Action].Writes, func(arg string) bool {
					to, _ := step.Field(arg).String()
					return path.Clean(to) == path.Clean(name)
				}) {
					return true
				}
			}
		}
	}
	return false
}

// readsNear finds a fact that reads a file which no rule writes, if an action writes a file of
// almost the same name which nobody reads.
func (s *Subject) readsNear(x expression, call *ast.CallNode, all []writing) finding {
	name, fact, ok := x.factOf(call)
	at := fact.Place()
	if !ok || fact.Reads == "" || at >= len(call.Arguments) || len(textsIn(call.Arguments[at])) != 1 {
		return finding{}
	}
	t := textsIn(call.Arguments[at])[0]
	read := path.Clean(t.Value)
	if slices.ContainsFunc(all, func(w writing) bool { return shaped(path.Clean(w.path)).MatchString(read) }) {
		return finding{}
	}
	for _, w := range all {
		wrote := path.Clean(w.path)
		same := path.Dir(wrote) == path.Dir(read) && misspelt(path.Base(read), path.Base(wrote), true) ||
			path.Base(wrote) == path.Base(read) && path.Dir(wrote) != path.Dir(read) && misspelt(path.Dir(read), path.Dir(wrote), true)
		if same && !strings.Contains(wrote, "${") && !s.mentions(wrote) {
			f := x.value(t, "%s: found %s, which nothing here writes, and %s writes %s, which nothing reads; want one name", name, t.Value, w.Action, w.path)
			f.mild = true
			return f.instead(t.Value, w.path)
		}
	}
	return finding{}
}

// countedIn returns the file of a number that a node asks for, and the number's name in it; an
// absent number is 0. ok is false for other nodes.
func (x expression) countedIn(n ast.Node) (file, name string, ok bool) {
	of, own := x.resolved(n)
	for range maxLets {
		if f, ok := of.(*ast.BuiltinNode); ok && f.Name == "int" {
			of, own = own.resolved(f.Arguments[0])
		} else if b, ok := of.(*ast.BinaryNode); ok && b.Operator == "??" {
			if none, ok := number(b.Right); !ok || none != 0 {
				return "", "", false
			}
			of, own = own.resolved(b.Left)
		}
	}
	m, ok := of.(*ast.MemberNode)
	if !ok {
		return "", "", false
	}
	field, named := m.Property.(*ast.StringNode)
	read, own := own.resolved(m.Node)
	call, asks := read.(*ast.CallNode)
	if !named || !asks {
		return "", "", false
	}
	_, fact, ok := own.factOf(call)
	at := fact.Place()
	if !ok || fact.Absent == "" || at >= len(call.Arguments) || len(textsIn(call.Arguments[at])) != 1 {
		return "", "", false
	}
	return path.Clean(textsIn(call.Arguments[at])[0].Value), field.Value, true
}

// neverRaised finds a condition that asks whether a number in a file is greater, if actions set
// that number to the same value each time.
func (x expression) neverRaised(n *ast.BinaryNode, all []writing) finding {
	want, counts := number(n.Right)
	if !counts || want < 2 || !slices.Contains([]string{">", ">=", "=="}, n.Operator) {
		return finding{}
	}
	file, name, ok := x.countedIn(n.Left)
	var set schema.Node
	to := -1.0
	for _, w := range all {
		if !ok || path.Clean(w.path) != file {
			continue
		}
		if len(w.action.Dotted) == 0 {
			return finding{} // it may set anything
		}
		for dotted, value := range w.Field(w.action.Dotted[0]).Members() {
			if dotted != name && !strings.Contains(dotted, "${") && !strings.HasPrefix(dotted, name+".") {
				continue
			}
			v, err := value.Float64()
			if err != nil || dotted != name || v > want || n.Operator != ">" && v == want {
				return finding{}
			}
			if v > to {
				set, to = value, v
			}
		}
	}
	if to < 0 {
		return finding{}
	}
	return finding{at: set.Written(), check: checkNever, mild: true, text: fmt.Sprintf(
		`found %s: %v each time, and the condition %s wants more: it never holds; want  "${int(old() ?? 0) + 1}"`, name, to, oneLine(n))}
}
