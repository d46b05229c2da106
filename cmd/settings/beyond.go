package settings

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"bcrules.dev/engine/plan"

	"github.com/tailscale/hujson"
)

// What settings may have beyond JSON, named as in the table of agents (takes). We read all of it; an
// agent that doesn't accept one ignores the whole file.
const (
	Comment       = "comment"
	TrailingComma = "trailing comma"
	ByteOrderMark = "byte order mark"
)

// A span is a part of a text that isn't JSON.
type span struct {
	what     string
	from, to int
}

// beyond returns what the file has beyond JSON and its agent doesn't take, in order.
func (f *File) beyond(takes []string) (all []span) {
	if len(f.mark) > 0 {
		all = append(all, span{ByteOrderMark, 0, 0})
	}
	plain, _ := hujson.Standardize(bytes.Clone(f.text)) // of the same length, with spaces instead
	for i := 0; i < len(plain); i++ {
		if plain[i] == f.text[i] {
			continue
		}
		s := span{TrailingComma, i, i + 1}
		switch rest := f.text[i:]; {
		case bytes.HasPrefix(rest, []byte("//")):
			line, _, _ := bytes.Cut(rest, []byte("\n"))
			s = span{Comment, i, i + len(bytes.TrimSuffix(line, []byte("\r")))}
		case bytes.HasPrefix(rest, []byte("/*")):
			s = span{Comment, i, i + 2 + bytes.Index(rest[2:], []byte("*/")) + 2}
		}
		all, i = append(all, s), s.to-1
	}
	return slices.DeleteFunc(all, func(s span) bool { return slices.Contains(takes, s.what) })
}

// Beyond returns, as a *plan.Error, the first thing beyond JSON that the agent doesn't take and that
// therefore keeps it from reading the file; nil if there is none, or if takes is nil because nobody
// tried the agent.
func (f *File) Beyond(takes []string) error {
	all := f.beyond(takes)
	if takes == nil || len(all) == 0 {
		return nil
	}
	return &plan.Error{Pos: posIn(f.Name, f.text, all[0].from), Err: fmt.Errorf("found a %s, want none: the agent reads nothing of a file that has one", all[0].what)}
}

// Untried returns the first thing that the file has beyond JSON, "" if nothing. Nobody knows what an
// agent that wasn't tried makes of it.
func (f *File) Untried() string {
	for _, s := range f.beyond(nil) {
		return s.what
	}
	return ""
}

// removed matches a removed span, marked by a zero byte: with its whole line if nothing else is on
// it, otherwise with the space that would be left over.
var removed = regexp.MustCompile("(?m)^[ \t]*(?:\x00[ \t]*)+(?:\r?\n|\\z)|^([ \t]*)\x00[ \t]*|[ \t]*\x00")

// Reduce removes from the file what Beyond finds. Saving the file then keeps the original
// (Backups.Original).
func (f *File) Reduce(takes []string) error {
	text := bytes.Clone(f.text)
	for _, s := range slices.Backward(f.beyond(takes)) {
		text = slices.Replace(text, s.from, s.to, 0)
	}
	root, err := hujson.Parse(removed.ReplaceAll(text, []byte("$1")))
	if err != nil {
		return fmt.Errorf("%s: can't be changed without harm: %w", f.Name, err)
	}
	if !slices.Contains(takes, ByteOrderMark) {
		f.mark = nil
	}
	f.root, f.text, f.reduced = root, root.Pack(), true
	f.is = slices.Concat(f.mark, f.text)
	return nil
}
