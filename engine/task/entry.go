package task

import (
	"bytes"
	"io"
	"time"
	"unicode/utf8"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// sameChars is how many characters of an entry's text tell it from another.
const sameChars = 100

// maxLine bounds an entry's line, bytes. What is longer is no entry.
const maxLine = 1 << 20

// epoch is the time of entries whose own does not parse.
const epoch = "1970-01-01T00:00:00.000Z"

// entryOrder are the names of an entry, in the order they are written.
var entryOrder = []string{"ts", "t", "txt", "src"}

// An entry is one line of a knowledge file: {"ts", "t", "txt", "src"?}.
type entry struct {
	Kind string // t
	Text string // txt

	at  string // ts
	raw string // as it stands in the file
}

// A scan is what was met on the way through a knowledge file beside its entries.
type scan struct {
	Skipped int  // lines that hold no entry
	Cut     bool // there is more, over files.MaxRead
}

// entriesAt calls each with the entries of a JSON lines file, until it returns
// false; there are none if the file is absent. An entry without a kind has the one
// given. It reads as much as files.MaxRead, a line at a time.
func entriesAt(p files.Place, kind string, each func(entry) bool) (scan, error) {
	f, info, err := p.Open()
	if files.Absent(err) {
		return scan{}, nil
	}
	if err != nil {
		return scan{}, err
	}
	defer f.Close()
	scan := scan{Cut: info.Size() > files.MaxRead}
	_, scan.Skipped, err = scanEntries(io.NewSectionReader(f, 0, files.MaxRead), kind, true, each)
	return scan, err
}

// scanEntries calls each with the entries in r until it returns false; with that
// of a last line without its end only if unended. Lines that hold no entry are
// counted. It forgives bytes that are not UTF-8. done is where the last line that
// has its end ends, bytes.
func scanEntries(r io.Reader, kind string, unended bool, each func(entry) bool) (done int64, skipped int, err error) {
	lines := files.NewLines(r, maxLine)
	for line, err := range lines.All(unended) {
		if err != nil {
			return lines.End, skipped + lines.Long, err
		}
		e := entry{Kind: kind}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if !e.read(line) {
			skipped++
		} else if !each(e) {
			break
		}
	}
	return lines.End, skipped + lines.Long, nil
}

// read takes an entry's fields from its line, the last where one stands twice; it
// reports whether there is a text.
func (e *entry) read(line []byte) bool {
	if line[0] != '{' {
		return false
	}
	if !utf8.Valid(line) {
		line = bytes.ToValidUTF8(line, []byte("\uFFFD"))
	}
	if !files.Valid(line) {
		return false
	}
	e.raw = string(line)
	there := false
	gjson.Parse(e.raw).ForEach(func(k, v gjson.Result) bool {
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

// time is when the entry was made; epoch if it doesn't say.
func (e entry) time() time.Time {
	if t, ok := files.ParseTime(e.at); ok {
		return t
	}
	return time.Unix(0, 0)
}

// same is what makes two entries one.
func (e entry) same() string { return cut(e.Text, sameChars) }

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
