package settings

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"

	"bcrules.dev/engine/files"
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

// byteOrderMark is what some editors put before UTF-8.
var byteOrderMark = []byte("\uFEFF")

// A span is something in a text that JSON has not.
type span struct {
	what     string
	from, to int
}

// beyond returns what a text has that JSON has not, in its order.
func beyond(text []byte) (all []span) {
	plain, err := hujson.Standardize(bytes.Clone(text)) // of the same length, with spaces for it
	if err != nil {
		return nil
	}
	for i := 0; i < len(plain); i++ {
		if plain[i] == text[i] {
			continue
		}
		s := span{TrailingComma, i, i + 1}
		switch rest := text[i:]; {
		case bytes.HasPrefix(rest, []byte("//")):
			line, _, _ := bytes.Cut(rest, []byte("\n"))
			s = span{Comment, i, i + len(bytes.TrimSuffix(line, []byte("\r")))}
		case bytes.HasPrefix(rest, []byte("/*")):
			s = span{Comment, i, i + 2 + bytes.Index(rest[2:], []byte("*/")) + 2}
		}
		all, i = append(all, s), s.to-1
	}
	return all
}

// Beyond returns the first thing in the file that keeps an agent from reading any of it, as a
// *plan.Error: one that JSON has not, and that is not among those the agent takes; nil if there
// is none. Of an agent that nobody tried, for which takes is nil, none is known.
func (f *File) Beyond(takes []string) error {
	if takes == nil {
		return nil
	}
	fault := func(at int, what string) error {
		return &plan.Error{Pos: posIn(f.Name, f.text, at), Err: fmt.Errorf("found a %s, want none: the agent reads nothing of a file that has one", what)}
	}
	if f.marked && !slices.Contains(takes, ByteOrderMark) {
		return fault(0, ByteOrderMark)
	}
	for _, s := range beyond(f.text) {
		if !slices.Contains(takes, s.what) {
			return fault(s.from, s.what)
		}
	}
	return nil
}

// Untried returns what the file has that JSON has not, "" if nothing: nobody knows what becomes
// of it with an agent that wasn't tried.
func (f *File) Untried() string {
	all := beyond(f.text)
	switch {
	case f.marked:
		return ByteOrderMark
	case len(all) > 0:
		return all[0].what
	}
	return ""
}

// Reduce makes the file to be without what Beyond finds, and to be kept as it was beside it
// when it is saved. Lines that had nothing else go.
func (f *File) Reduce(takes []string) error {
	var text []byte
	rest := 0
	for _, s := range beyond(f.text) {
		if slices.Contains(takes, s.what) {
			continue
		}
		text = append(text, f.text[rest:s.from]...)
		rest = s.to
		before := bytes.TrimRight(text, " \t")
		after := bytes.TrimLeft(f.text[rest:], " \t")
		first := len(before) == 0 || before[len(before)-1] == '\n'
		end := bytes.TrimPrefix(after, []byte("\r"))
		last := len(end) == 0 || end[0] == '\n'
		switch {
		case first && last: // nothing else in the line
			text, rest = before, min(len(f.text)-len(end)+1, len(f.text))
		case first:
			rest = len(f.text) - len(after)
		case last:
			text = before
		}
	}
	text = append(text, f.text[rest:]...)
	root, err := hujson.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: can't be changed without harm: %w", f.Name, err)
	}
	f.marked = f.marked && slices.Contains(takes, ByteOrderMark)
	f.root, f.text, f.kept = root, root.Pack(), f.path+".orig"
	f.same = f.packed(f.text)
	f.is = f.same
	return nil
}

// packed returns the file's content with a text.
func (f *File) packed(text []byte) content {
	if f.marked {
		return slices.Concat(byteOrderMark, text)
	}
	return text
}

// Kept returns the file that is to keep this one as it was, beside it; "" for none.
func (f *File) Kept() string { return f.kept }

// keepBeside writes that file. It fails where another is there.
func (f *File) keepBeside() error {
	if f.kept == "" {
		return nil
	}
	if there, err := files.Read(files.At(f.kept)); err == nil && !bytes.Equal(there, f.was) {
		return fmt.Errorf("%s: found a file, want none: %s is to be kept there as it was; nothing was changed", f.kept, f.Name)
	} else if err == nil || !files.Absent(err) {
		return err
	}
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	return files.Locked(files.At(f.kept), func(p files.Place) error { return files.WriteMode(p, f.was, info.Mode().Perm()) })
}

// dropBeside takes such a file away where this one is again what it keeps.
func (f *File) dropBeside(name string) error {
	if name == "" {
		return nil
	}
	there, err := files.Read(files.At(name))
	if files.Absent(err) || err == nil && !bytes.Equal(there, f.is) {
		return nil
	}
	return errors.Join(err, files.Remove(name))
}
