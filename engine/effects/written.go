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
		if line = strings.TrimSuffix(line, "\n"); !slices.Contains(old, line) && !had(old, line) {
			lines = append(lines, line)
		}
	}
	if code = strings.Join(lines, "\n"); parses(code) {
		return code
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return !parses(line) }), "\n")
}

// had reports whether a line that was there has a command in it, as a step of a build has.
func had(old []string, command string) bool {
	command = strings.TrimSpace(command)
	return command != "" && slices.ContainsFunc(old, func(line string) bool { return strings.HasSuffix(strings.TrimSpace(line), command) })
}

// parses reports whether a text is whole code of a shell.
func parses(code string) bool {
	_, err := syntax.NewParser().Parse(strings.NewReader(code), "")
	return err == nil
}
