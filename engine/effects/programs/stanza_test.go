package programs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A place is where a stanza is, for a fault.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// texts are the files of trades, in the same order.
var texts = [...]string{"builtin.txt", "files.txt", "text.txt", "git.txt", "code.txt", "shell.txt", "net.txt", "archive.txt", "system.txt", "cloud.txt"}

// TestStanzas checks what the package comment says of stanzas.
func TestStanzas(t *testing.T) {
	seen := map[string]place{}
	for i, text := range trades {
		before, at := "", place{texts[i], 1}
		rest := *text
		for rest != "" {
			end := next(rest)
			head := firstLine(rest)
			body := rest[len(head)+1 : end]
			name := nameOf(head)
			switch {
			case strings.HasPrefix(head, "#"):
				if before != "" {
					t.Errorf("%s: found a comment, want it at the head of the file", at)
				}
				if body != "" {
					t.Errorf("%s: found an indented line after a comment, want none", at)
				}
			case name <= before:
				t.Errorf("%s: %s stands after %s, want them sorted", at, name, before)
			default:
				before = name
			}
			if other, ok := seen[name]; ok && head[0] != '#' {
				t.Errorf("%s: %s is there already, at %s", at, name, other)
			}
			seen[name] = at
			if head[0] != '#' {
				checkHead(t, text, at, head, body)
				checkBody(t, text, at, body)
			}
			at.line += 1 + strings.Count(body, "\n")
			rest = rest[end:]
		}
	}
}

func checkHead(t *testing.T, trade *string, at place, head, body string) {
	name := nameOf(head)
	if _, other, ok := strings.Cut(head, " = "); ok {
		if findIn(trade, other) == nil || body != "" {
			t.Errorf("%s: %s is as %s, want one of this file, and no lines", at, name, other)
		}
		return
	}
	if p := find(name); p == nil || p.name != name {
		t.Errorf("%s: %s is not found", at, name)
	}
	if _, list, ok := strings.Cut(head, " ("); ok {
		for word := range strings.SplitSeq(strings.TrimSuffix(list, ")"), " ") {
			if !slices.Contains(syntaxes[:], word) {
				t.Errorf("%s: found %q in parentheses, want words of %q", at, word, syntaxes)
			}
		}
	}
	if i := strings.LastIndex(name, " "); i >= 0 {
		if outer := findIn(trade, name[:i]); outer == nil || outer.syntax&subcommands == 0 {
			t.Errorf("%s: found %s, but %s is not in this file with (subcommands)", at, name, name[:i])
		}
	}
}

func checkBody(t *testing.T, trade *string, at place, body string) {
	for key, value := range lines(body) {
		at.line++
		words := strings.Fields(value)
		switch key {
		case "operands":
			checkSlots(t, at, value)
		case "with":
			flags, operands, ok := strings.Cut(value, ": ")
			if !ok || flags == "" {
				t.Errorf("%s: found %q, want WHEN…: OPERANDS", at, value)
			}
			checkSlots(t, at, operands)
		case "flags":
			checkFlags(t, at, value)
		case "like":
			if p := findIn(trade, value); p == nil || p.flags == "" {
				t.Errorf("%s: found %q, want a program of this file with flags", at, value)
			}
		case "code":
			if len(words) < 2 {
				t.Errorf("%s: found %q, want FLAG MARK, MARK…", at, value)
			}
		case "stdin":
			oneOf(t, at, value, "ignored", "code")
		case "prints":
			if !strings.HasPrefix(value, "${") {
				oneOf(t, at, value, "nothing", "input", "start", "stdin")
			}
		case "special":
			if specialOf(&program{special: value}) == nil {
				t.Errorf("%s: found %q, which specials has not", at, value)
			}
		case "traits":
			for _, word := range words {
				oneOf(t, at, word, "copies", "succeeds", "away", "sh", "dashes", "fed", "fresh", "container", "root", "looks")
			}
		case "rights":
			oneOf(t, at, value, "mode", "owner", "acl", "attributes", "kept")
		case "brings":
			_, after, conditional := strings.Cut(value, ": ")
			if !conditional {
				after = value
			}
			for word := range strings.FieldsSeq(after) {
				if !strings.Contains(word, "..") && !strings.HasPrefix(word, "patched:<") {
					oneOf(t, at, word, "-", "changed", "untracked", "ignored", "unknown", "commits", "foreign", "moves", "stages", "fetches", "stashes", "paths")
				}
			}
		case "apart":
		case "project":
			if when, path, ok := strings.Cut(value, ": "); !ok || when == "" || path == "" {
				t.Errorf("%s: found %q, want WHEN: PATH", at, value)
			}
		case "told":
			for _, word := range words {
				if _, use, ok := strings.Cut(word, "="); !ok || !Reads(use) && !Writes(use) {
					t.Errorf("%s: found %q, want VARIABLE=USE", at, word)
				}
			}
		case "language", "heeds", "options", "dry", "finds", "loads", "formats":
			if len(words) == 0 {
				t.Errorf("%s: found nothing, want words", at)
			}
		default:
			t.Errorf("%s: found a line %q, want one that the package comment names", at, key)
		}
		at.line += strings.Count(value, "\n")
	}
}

func oneOf(t *testing.T, at place, word string, want ...string) {
	if !slices.Contains(want, word) {
		t.Errorf("%s: found %q, want one of %q", at, word, want)
	}
}

// checkSlots checks operands.
func checkSlots(t *testing.T, at place, operands string) {
	for _, s := range cutSlots(operands) {
		switch s.use {
		case "into", "code", "command", "settings", "text", "host", "sends", "repository", "package", "process", "processes", "wholes":
			if s.here {
				t.Errorf("%s: found %s in brackets, want these for files only", at, s.use)
			}
			continue
		}
		for use := range strings.SplitSeq(s.use, "+") {
			if use, _ = strings.CutSuffix(use, "/**"); !Reads(use) && !Writes(use) {
				t.Errorf("%s: found %q, want a use of an operand", at, use)
			}
		}
	}
}

// checkFlags checks flags.
func checkFlags(t *testing.T, at place, flags string) {
	seen := map[string]bool{}
	for line := range strings.Lines(flags) {
		for item := range strings.FieldsSeq(line) {
			names, _, _ := strings.Cut(item, ":")
			if i := strings.IndexAny(item, ends); i >= 0 {
				names = item[:i]
			}
			for name := range strings.SplitSeq(names, ",") {
				if name == "" || seen[name] {
					t.Errorf("%s: found %s, which is there twice or has no name", at, item)
				}
				seen[name] = true
			}
			f := cutFlag(item, 0)
			for kind := range strings.SplitSeq(f.kind, "+") {
				checkUse(t, at, item, kind, "", "text", "host", "sends", "data", "code", "cd", "from", "archive", "into", "first", "second", "end", "command")
			}
			checkUse(t, at, item, f.turns, "", "text", "first")
		}
		at.line++
	}
}

func checkUse(t *testing.T, at place, item, use string, others ...string) {
	if use, _ = strings.CutSuffix(use, "/**"); !Reads(use) && !Writes(use) && !slices.Contains(others, use) {
		t.Errorf("%s: found %q in %s, want a use of a file or one of %q", at, use, item, others[1:])
	}
}

// The package comment, which people read, has all words that stanzas may use.
func TestNotation(t *testing.T) {
	words := strings.Fields("operands with flags like code language stdin prints project traits heeds options finds formats dry special " +
		"ignored nothing input start copies succeeds away sh read run list argument write append edit create delete move mode " +
		"host sends repository text data code into settings command first second cd from archive end")
	for _, s := range syntaxes {
		words = append(words, "("+s+")")
	}
	told := strings.FieldsFunc(Notation(), func(r rune) bool { return strings.ContainsRune(" \n:;,.[", r) })
	for _, word := range words {
		if !slices.Contains(told, word) {
			t.Errorf("the package comment does not explain %s", word)
		}
	}
	if !strings.HasPrefix(Notation(), "Package programs ") || strings.Contains(Notation(), "*/") {
		t.Errorf("found %q…, want the package comment", cutTo(Notation(), 40))
	}
}

func cutTo(s string, n int) string { return s[:min(n, len(s))] }

// Each special is used by a program, and is in the table once.
func TestSpecials(t *testing.T) {
	named := map[string]bool{}
	for _, text := range trades {
		for line := range strings.Lines(*text) {
			if name, ok := strings.CutPrefix(line, "\tspecial "); ok {
				named[strings.TrimSpace(name)] = true
			}
		}
	}
	before := ""
	for _, s := range specials {
		if !named[s.name] {
			t.Errorf("no stanza says special %s", s.name)
		}
		if s.name <= before {
			t.Errorf("%s stands after %s, want them sorted", s.name, before)
		}
		before = s.name
	}
}

func TestFind(t *testing.T) {
	tests := []struct{ base, want string }{
		{"rm", "rm"}, {".", "source"}, {"zsh", "bash"}, {"git stash push", "git stash push"}, {"docker volume prune", "docker system prune"},
		{"python3.12", "python"}, {"gsed", "sed"}, {"mkfs.jfs", "mkfs"}, {"7z", "7z"}, {"zstd", "gzip"},
		{"", ""}, {"r", ""}, {"rmx", ""}, {"zzz", ""}, {"#", ""}, {"git stash pus", ""}, {"\t", ""}, {"rm\n", ""}, {" (", ""}, {"bunzip2 = gzip", ""},
	}
	for _, test := range tests {
		got := ""
		if p := wellKnown(test.base); p != nil {
			got = p.name
		}
		if got != test.want {
			t.Errorf("%q: found %q, want %q", test.base, got, test.want)
		}
	}
}
