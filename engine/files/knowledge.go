package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// sameChars is how many characters of an entry's text tell it from another.
const sameChars = 100

// Epoch is the time of entries whose own does not parse.
const Epoch = "1970-01-01T00:00:00.000Z"

// entryOrder are the names of an entry, in the order they are written.
var entryOrder = []string{"ts", "t", "txt", "src"}

// An Entry is one line of a knowledge file: {"ts", "t", "txt", "src"?}.
type Entry struct {
	Kind string // t
	Text string // txt

	at  string // ts
	raw []byte // as it stands in the file
}

// ReadKnowledge reads the entries of a JSON lines file; none if it is absent.
// Lines that hold no entry are left out and counted. An entry without a kind
// has the one given.
func ReadKnowledge(path, kind string) (entries []Entry, skipped int, err error) {
	data, err := Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	entries, skipped = ParseKnowledge(data, kind)
	return entries, skipped, nil
}

// ParseKnowledge reads JSON lines; see ReadKnowledge. It forgives bytes that are
// not UTF-8.
func ParseKnowledge(data []byte, kind string) (entries []Entry, skipped int) {
	for line := range bytes.Lines(bytes.ToValidUTF8(data, []byte("\uFFFD"))) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		e := Entry{Kind: kind, raw: line}
		if !e.read() {
			skipped++
			continue
		}
		entries = append(entries, e)
	}
	return entries, skipped
}

// read takes an entry's fields from its line, the last where one stands twice; it
// reports whether there is a text.
func (e *Entry) read() bool {
	if !Valid(e.raw) || e.raw[0] != '{' {
		return false
	}
	there := false
	gjson.ParseBytes(e.raw).ForEach(func(k, v gjson.Result) bool {
		text := v.Type == gjson.String
		switch k.Str {
		case "txt":
			e.Text, there = v.Str, text
		case "t":
			if v.Str != "" {
				e.Kind = v.Str
			}
		case "ts":
			e.at = v.Str
		}
		return true
	})
	return there
}

// time is when the entry was made; Epoch if it doesn't say.
func (e Entry) time() time.Time {
	if t, ok := ParseTime(e.at); ok {
		return t
	}
	return time.Unix(0, 0)
}

// same is what makes two entries one.
func (e Entry) same() string { return cut(e.Text, sameChars) }

// cut returns the first n characters of s.
func cut(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// A Brief says how knowledge is compressed for a prompt.
type Brief struct {
	Kinds  []string // that are kept, gravest first
	Items  int      // of a kind, at most
	Tight  []int    // of each kind, at most, where it would be over the budget
	Chars  int      // of an item, at most
	Tokens int      // the budget; a token is four characters
	Head   string   // line before the others
}

// Write returns the entries in brief, a line a kind; "" if there is nothing to
// say. Over the budget it keeps fewer of each kind, and then drops items from
// the end of the last kind upwards until it fits.
func (b Brief) Write(entries []Entry) string {
	lists := make([][]string, len(b.Kinds))
	for i, kind := range b.Kinds {
		seen := map[string]bool{}
		for _, e := range entries {
			if e.Kind != kind || seen[e.same()] || len(lists[i]) >= b.Items {
				continue
			}
			seen[e.same()] = true
			lists[i] = append(lists[i], b.shorten(e.Text))
		}
	}
	if b.fits(lists) {
		return b.lines(lists)
	}
	for i := range lists {
		if i < len(b.Tight) {
			lists[i] = lists[i][:min(len(lists[i]), b.Tight[i])]
		}
	}
	for i := len(lists) - 1; i >= 0; i-- {
		for len(lists[i]) > 0 && !b.fits(lists) {
			lists[i] = lists[i][:len(lists[i])-1]
		}
	}
	return b.lines(lists)
}

func (b Brief) shorten(s string) string {
	const dots = "..."
	if b.Chars <= len(dots) || utf8.RuneCountInString(s) <= b.Chars {
		return s
	}
	return cut(s, b.Chars-len(dots)) + dots
}

func (b Brief) fits(lists [][]string) bool {
	return b.Tokens <= 0 || (utf8.RuneCountInString(b.lines(lists))+3)/4 <= b.Tokens
}

func (b Brief) lines(lists [][]string) string {
	var lines []string
	for i, list := range lists {
		if len(list) > 0 {
			lines = append(lines, b.Kinds[i]+" "+strings.Join(list, "|"))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	if b.Head != "" {
		lines = append([]string{b.Head}, lines...)
	}
	return strings.Join(lines, "\n")
}

// Compact returns the entries to keep: of those that are the same the newest, in
// the place of the first; sorted by kind, others last, and newest first; most at
// the most.
func Compact(entries []Entry, kinds []string, most int) []Entry {
	at := map[string]int{}
	var kept []Entry
	for _, e := range entries {
		i, ok := at[e.same()]
		if !ok {
			at[e.same()] = len(kept)
			kept = append(kept, e)
		} else if e.time().After(kept[i].time()) {
			kept[i] = e
		}
	}
	rank := func(e Entry) int {
		if i := slices.Index(kinds, e.Kind); i >= 0 {
			return i
		}
		return len(kinds)
	}
	slices.SortStableFunc(kept, func(a, b Entry) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return b.time().Compare(a.time())
	})
	return kept[:min(len(kept), most)]
}

// CompactKnowledge compacts a file that has at least from entries, and reports
// whether it did. kinds are sorted in their order; an entry without a kind has the last.
func CompactKnowledge(path string, kinds []string, from, most int) (done bool, err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	err = Locked(filepath.Dir(path), func() error {
		entries, _, err := ReadKnowledge(path, kinds[len(kinds)-1])
		if err != nil || len(entries) < max(1, from) {
			return err
		}
		var b bytes.Buffer
		for _, e := range Compact(entries, kinds, most) {
			b.Write(e.line())
			b.WriteByte('\n')
		}
		done = true
		return Write(path, b.Bytes())
	})
	return done && err == nil, err
}

// line writes an entry as a line of its file, with its kind and its time mended.
func (e Entry) line() []byte {
	o := ReadObject(e.raw)
	if _, ok := ParseTime(e.at); !ok {
		o.Set("ts", JSON(Epoch))
	}
	o.Set("t", JSON(e.Kind))
	return o.Encode()
}

// ErrRefused is the error for an entry whose text matches a pattern of refused ones.
var ErrRefused = errors.New("refused")

// AppendKnowledge adds an entry at the end of the file. A last line without its
// end is completed first, so that nothing is glued to it.
func AppendKnowledge(path string, entry map[string]any, refuse []string) error {
	text, _ := entry["txt"].(string)
	for _, p := range refuse {
		re, err := regexp.Compile(p)
		if err != nil {
			return err
		}
		if re.MatchString(text) {
			return fmt.Errorf("%w: the text matches %s", ErrRefused, p)
		}
	}
	line := &Object{}
	for _, name := range entryOrder {
		if v, ok := entry[name]; ok {
			line.Set(name, JSON(v))
		}
	}
	data := append(line.Encode(), '\n')
	return Locked(filepath.Dir(path), func() error {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: found no regular file, want one", path)
		}
		if n := info.Size(); n > 0 {
			last := make([]byte, 1)
			if _, err := f.ReadAt(last, n-1); err != nil {
				return err
			}
			if last[0] != '\n' {
				data = append([]byte("\n"), data...)
			}
		}
		_, err = f.WriteAt(data, info.Size())
		return err
	})
}
