package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// Written returns the commands that a file gets and that something else runs later (programs.Written),
// without lines that were there before. Of a part of a file, which may begin and end anywhere, it
// returns the lines that are commands by themselves.
func Written(file, text string, part bool, old []string) string {
	code := programs.Written(file, text, part)
	if code == "" || !part {
		return code
	}
	var lines []string
	for line := range strings.Lines(code) {
		if line = strings.TrimSuffix(line, "\n"); !had(old, line) {
			lines = append(lines, line)
		}
	}
	if code = strings.Join(lines, "\n"); parses(code) {
		return code
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return !parses(line) }), "\n")
}

// had reports whether a line that was there is a command, or has it after no more than a key, the dash
// of a list and what make takes for itself. What was a comment, or said by another command, was not run.
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
