package settings

import (
	"slices"
	"strings"

	"bcrules.dev/cmd/hook"
)

// Entries of other agents, and those that people write, are lines for a POSIX shell. Quoted writes
// them and wordsOf reads them; it doesn't read a line that does more than start a program with
// arguments.

// Quoted returns a word quoted for a POSIX shell.
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

// wordsOf returns the words of a shell line without their quotes, and where the first one ends. The
// first word keeps its variables and patterns as written. If others have some, or the line has
// operators, starts by setting a variable, or has an unclosed quote, nobody can tell what it starts:
// it returns nil.
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

// literal reports whether text in double quotes means what it says, except for variables in a line's
// first word.
func literal(quoted string, first bool) bool {
	return !strings.ContainsAny(quoted, "`\\") && (first && !strings.Contains(quoted, "$(") || !strings.Contains(quoted, "$"))
}

// Tried returns the command line that tries an entry with other rules of the user, in the folder
// own, so that the account's own don't apply. It names the program and the rules as they were
// resolved, and another event, if one is given, where the line names its event.
func (e Entry) Tried(at Start, event, own string) []string {
	line := []string{at.Program}
	_, args := e.Line()
	if len(args) > 0 && args[0] == "hook" {
		line, args = append(line, args[0]), args[1:]
	}
	if _, err := hook.ParseArgs(args); err == nil { // otherwise its fault is the answer
		line = append(line, hook.OwnFlag+"="+own) // before anything that may take a word for its value
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

// rulesFlag names a folder of rules, or a pack.
const rulesFlag = "--rules"

// without returns the arguments without some flags, in any spelling, and their values.
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
