package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// An Edit replaces what was in a file by a text, wherever it stands.
type Edit struct{ Was, Text string }

// Edited applies edits in turn to the text of a file. It returns the commands that they add for
// something else to run later (programs.Written), and the new text. ok is false if an edit doesn't
// fit the text, or makes it too large.
func Edited(file, was string, edits []Edit) (code, text string, ok bool) {
	was = lines(was)
	text = was
	for _, e := range edits {
		old, now := lines(e.Was), lines(e.Text)
		n := strings.Count(text, old)
		if old == "" && text != "" || n == 0 || len(text)+n*(len(now)-len(old)) > programs.MostWritten {
			return "", was, false
		}
		text = strings.ReplaceAll(text, old, now)
	}
	before := map[string]bool{}
	for _, c := range commandsIn(programs.Written(file, was, false, "")) {
		before[c.text] = true
	}
	var all []string
	added := false
	for _, c := range commandsIn(programs.Written(file, text, false, was)) {
		if !before[c.text] || c.sets {
			all, added = append(all, c.text), added || !before[c.text]
		}
	}
	if added {
		code = strings.Join(all, "\n")
	}
	return code, text, true
}

// lines returns a text with Unix line ends.
func lines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// A command is one that isn't composed of others, on as few lines as possible.
type command struct {
	text string
	sets bool // it only gives variables values, without running anything
}

// commandsIn returns the commands in shell code or, if that can't be parsed, in each of its lines
// that can.
func commandsIn(code string) (all []command) {
	if tooDeep(code) >= 0 {
		return []command{{text: code}}
	}
	f, err := syntax.NewParser().Parse(strings.NewReader(code), "")
	if err != nil {
		for line := range strings.Lines(code) {
			if line != code && parses(line) {
				all = append(all, commandsIn(line)...)
			}
		}
		return all
	}
	printer := syntax.NewPrinter(syntax.SingleLine(true))
	syntax.Walk(f, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Stmt)
		if !ok || composed(s) {
			return true
		}
		var b strings.Builder
		printer.Print(&b, s)
		call, _ := s.Cmd.(*syntax.CallExpr)
		all = append(all, command{b.String(), call != nil && len(call.Args) == 0 && !strings.ContainsAny(b.String(), "`(")})
		return false
	})
	return all
}

// composed reports whether a statement consists of others that are commands by themselves. A
// statement that passes data on is one command.
func composed(s *syntax.Stmt) bool {
	switch x := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		return x.Op == syntax.AndStmt || x.Op == syntax.OrStmt
	case *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause, *syntax.CaseClause, *syntax.FuncDecl:
		return len(s.Redirs) == 0
	}
	return false
}

// EditedPart is Edited for a file whose text isn't known. The part may begin and end anywhere, so
// that only whole commands are returned, without the lines that were there before.
func EditedPart(file string, e Edit) string {
	old := strings.Split(e.Was, "\n")
	var all []string
	for line := range strings.Lines(programs.Written(file, e.Text, true, "")) {
		if line = strings.TrimSuffix(line, "\n"); !had(old, line) {
			all = append(all, line)
		}
	}
	if code := strings.Join(all, "\n"); parses(code) {
		return code
	}
	return strings.Join(slices.DeleteFunc(all, func(line string) bool { return !parses(line) }), "\n")
}

// had reports whether an old line ran a command. The line is the command, or before it stand at
// most a key, the dash of a list, and make's own signs. A command in a comment or within another
// command didn't run.
func had(old []string, command string) bool {
	command = strings.TrimSpace(command)
	return slices.ContainsFunc(old, func(line string) bool {
		before, ok := strings.CutSuffix(strings.TrimSpace(line), command)
		before = strings.Trim(before, "-@+ \t")
		return ok && (before == "" || strings.HasSuffix(before, ":") && !strings.ContainsAny(before, " #"))
	})
}

// parses reports whether a text is whole code of a shell.
func parses(code string) bool {
	_, err := syntax.NewParser().Parse(strings.NewReader(code), "")
	return err == nil
}
