package settings

import (
	"slices"
	"strings"

	"bcrules.dev/cmd/hook"
)

// Entries of other agents, and those that people write, are lines for a POSIX shell. What is
// written here by Quoted is read by wordsOf; a line that does more than start a program with
// words isn't read at all.

// Quoted is a word for a POSIX shell.
func Quoted(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@:") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// shell returns a command line for a POSIX shell.
func shell(line []string) string {
	var words []string
	for _, word := range line {
		words = append(words, Quoted(word))
	}
	return strings.Join(words, " ")
}

const (
	shellOperators = "`&|;<>()\n"
	shellMarks     = "$*?[]{}\\" + shellOperators
)

// wordsOf returns the words of a line for a shell without their quotes, and where the first one
// ends in it. In that one variables and patterns stay as they are written; where others have
// some, or the line has operators, begins by setting a variable, or has a quote that isn't
// closed, there is no telling what it starts: it returns nil.
func wordsOf(line string) (words []string, first int) {
	var word strings.Builder
	within := false
	for i := 0; i < len(line); {
		c, n := line[i], 1
		switch {
		case c == ' ' || c == '\t':
			if within {
				words, within = append(words, word.String()), false
				word.Reset()
			}
			i++
			continue
		case c == '\'' || c == '"':
			if n = strings.IndexByte(line[i+1:], c) + 2; n < 2 || c == '"' && !literal(line[i+1:i+n-1], len(words) == 0) {
				return nil, 0
			}
			word.WriteString(line[i+1 : i+n-1])
		case strings.HasPrefix(line[i:], `\'`):
			n = 2
			word.WriteByte('\'')
		case c == '=' && len(words) == 0 && !strings.Contains(word.String(), "/"),
			strings.IndexByte(shellOperators, c) >= 0, len(words) > 0 && strings.IndexByte(shellMarks, c) >= 0:
			return nil, 0
		default:
			word.WriteByte(c)
		}
		i, within = i+n, true
		if len(words) == 0 {
			first = i
		}
	}
	if within {
		words = append(words, word.String())
	}
	return words, first
}

// literal reports whether what stands in double quotes is what it says; of a line's first word,
// but for variables.
func literal(quoted string, first bool) bool {
	return !strings.ContainsAny(quoted, "`\\") && (first && !strings.Contains(quoted, "$(") || !strings.Contains(quoted, "$"))
}

// Tried returns the command line by which an entry is tried at a home that has other rules, in
// a folder of its own, which it names as the user's: else those of the account would hold. It
// names the program and rules as they were looked at, and is told another event, if one is given,
// where it says which it is.
func (e Entry) Tried(at Start, event, own string) []string {
	line := []string{at.Program}
	_, args := e.Line()
	if len(args) > 0 && args[0] == "hook" {
		line, args = append(line, args[0]), args[1:]
	}
	if _, err := hook.ParseArgs(args); err == nil { // else that is what it answers
		line = append(line, hook.OwnFlag+"="+own) // before what may take a word for its value
		for _, dir := range at.Rules {
			line = append(line, rulesFlag, dir)
		}
		args = without(args, hook.OwnFlag, rulesFlag)
	}
	for i := range args {
		if event != "" && i > 0 && args[i-1] == eventFlag {
			args[i] = event
		}
	}
	line = append(line, args...)
	if e.Exec {
		return line
	}
	return []string{"sh", "-c", shell(line)}
}

// rulesFlag is the flag that names a folder of rules, or a pack.
const rulesFlag = "--rules"

// without returns arguments without some flags, however they are written, and their values.
func without(args []string, flags ...string) (all []string) {
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(args[i], "=")
		is := slices.ContainsFunc(flags, func(flag string) bool { return name == flag || name == flag[1:] })
		switch {
		case !is:
			all = append(all, args[i])
		case !joined:
			i++ // its value
		}
	}
	return all
}
