// Package entries reads files of JSON lines, each of which matters to whoever continues the work: it
// has a text, and may have a kind and a time. A Form says which fields these are. A Brief summarises
// such a file, and a Keeper picks what is worth keeping.
//
// The rules provide forms, kinds and numbers. The facts and actions for such files are in packages
// facts and actions.
package entries

import (
	"bytes"
	"cmp"
	"io"
	"time"
	"unicode/utf8"

	"bcrules.dev/engine/files"

	"github.com/tidwall/gjson"
)

// Same is how many characters distinguish the texts of entries by default.
const Same = 100

// maxLine limits an entry's line, in bytes. A longer line isn't an entry.
const maxLine = 1 << 20

// epoch is the time of entries whose own can't be parsed.
const epoch = "1970-01-01T00:00:00.000Z"

// A Form says which fields of an entry are what.
type Form struct {
	Kind, Text, Time string // names of fields
	Usual            string // the kind of an entry without one
	Same             int    // characters that distinguish texts; 0 means the constant Same
}

// An Entry is a line of a file.
type Entry struct {
	Kind, Text string

	at   string // its time as written
	raw  string // the line
	most int    // characters that distinguish its text
}

// A Scan reports what else was in a file.
type Scan struct {
	Skipped int  // lines without an entry
	Cut     bool // the file exceeds files.MaxRead
}

// At calls each with the entries of a file until it returns false; a missing file has none. It reads
// at most files.MaxRead bytes, line by line.
func (f Form) At(p files.Place, each func(Entry) bool) (Scan, error) {
	file, info, err := p.Open()
	if files.Absent(err) {
		return Scan{}, nil
	}
	if err != nil {
		return Scan{}, err
	}
	defer file.Close()
	scan := Scan{Cut: info.Size() > files.MaxRead}
	_, scan.Skipped, err = f.Scan(io.NewSectionReader(file, 0, files.MaxRead), true, each)
	return scan, err
}

// Scan calls each with the entries in r until it returns false, and counts lines without an entry.
// It includes a last line without an end only if unended. It accepts bytes that aren't UTF-8. done
// is the offset of the end of the last complete line.
func (f Form) Scan(r io.Reader, unended bool, each func(Entry) bool) (done int64, skipped int, err error) {
	lines := files.NewLines(r, maxLine)
	for line, err := range lines.All(unended) {
		if err != nil {
			return lines.End, skipped + lines.Long, err
		}
		e := Entry{Kind: f.Usual, most: cmp.Or(f.Same, Same)}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if !e.read(f, line) {
			skipped++
		} else if !each(e) {
			break
		}
	}
	return lines.End, skipped + lines.Long, nil
}

// read sets an entry's fields from its line, the last of several with one name; it reports whether
// there is a text.
func (e *Entry) read(f Form, line []byte) bool {
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
		case f.Text:
			e.Text, there = v.Str, text
		case f.Kind:
			if v.Str != "" {
				e.Kind = v.Str
			}
		case f.Time:
			e.at = v.Str
		}
		return true
	})
	return there
}

// time returns the time of the entry; epoch if it has none.
func (e Entry) time() time.Time {
	if t, ok := files.ParseTime(e.at); ok {
		return t
	}
	return time.Unix(0, 0)
}

// same returns what makes two entries equal.
func (e Entry) same() string { return cut(e.Text, e.most) }

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
