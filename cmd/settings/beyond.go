package settings

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"bcrules.dev/engine/plan"

	"github.com/tailscale/hujson"
)

// What settings may have that JSON has not, as the table of agents calls it (takes). Here all
// of it is read; an agent that doesn't take one drops the whole file.
const (
	Comment       = "comment"
	TrailingComma = "trailing comma"
	ByteOrderMark = "byte order mark"
)

// A span is something in a text that JSON has not.
type span struct {
	what     string
	from, to int
}

// beyond returns what the file has that JSON has not, and that is not among what its agent
// takes, in its order.
func (f *File) beyond(takes []string) (all []span) {
	if len(f.mark) > 0 {
		all = append(all, span{ByteOrderMark, 0, 0})
	}
	plain, _ := hujson.Standardize(bytes.Clone(f.text)) // of the same length, with spaces for it
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

// Beyond returns the first thing in the file that keeps an agent from reading any of it, as a
// *plan.Error: one that JSON has not, and that is not among those the agent takes; nil if there
// is none. Of an agent that nobody tried, for which takes is nil, none is known.
func (f *File) Beyond(takes []string) error {
	all := f.beyond(takes)
	if takes == nil || len(all) == 0 {
		return nil
	}
	return &plan.Error{Pos: posIn(f.Name, f.text, all[0].from), Err: fmt.Errorf("found a %s, want none: the agent reads nothing of a file that has one", all[0].what)}
}

// Untried returns what the file has that JSON has not, "" if nothing: nobody knows what becomes
// of it with an agent that wasn't tried.
func (f *File) Untried() string {
	for _, s := range f.beyond(nil) {
		return s.what
	}
	return ""
}

// removed is where something was, for which a zero byte stands, with its line if that had
// nothing else, or with the space that would be left for it.
var removed = regexp.MustCompile("(?m)^[ \t]*(?:\x00[ \t]*)+(?:\r?\n|\\z)|^([ \t]*)\x00[ \t]*|[ \t]*\x00")

// Reduce makes the file to be without what Beyond finds, and to be kept as it was when it is
// saved (Backups.Original).
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
