// Package entries reads files of JSON lines, of which each is worth something to who works
// on: it has a text, and may have a kind and a time. A Form says by which fields. A Brief
// says what is in such a file in few words, and a Keeper picks what is worth keeping.
//
// What a form, the kinds and the numbers are comes from the rules. Facts and actions that
// ask and change such files are in packages facts and actions.
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

// Same is how many characters of an entry's text tell it from another where nobody says.
const Same = 100

// maxLine bounds an entry's line, bytes. What is longer is no entry.
const maxLine = 1 << 20

// epoch is the time of entries whose own does not parse.
const epoch = "1970-01-01T00:00:00.000Z"

// A Form says which fields of an entry are what.
type Form struct {
	Kind, Text, Time string // names of fields
	Usual            string // the kind of an entry that has none
	Same             int    // characters of a text that tell it from another; 0 is Same
}

// An Entry is one line of a file.
type Entry struct {
	Kind, Text string

	at   string // its time, as it stands there
	raw  string // as it stands in the file
	most int    // characters by which its text is told from another
}

// A Scan is what was met on the way through a file beside its entries.
type Scan struct {
	Skipped int  // lines that hold no entry
	Cut     bool // there is more, over files.MaxRead
}

// At calls each with the entries of a file, until it returns false; there are none if the
// file is absent. It reads as much as files.MaxRead, a line at a time.
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

// Scan calls each with the entries in r until it returns false; with that
// of a last line without its end only if unended. Lines that hold no entry are
// counted. It forgives bytes that are not UTF-8. done is where the last line that
// has its end ends, bytes.
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

// read takes an entry's fields from its line, the last where one stands twice; it
// reports whether there is a text.
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

// time is when the entry was made; epoch if it doesn't say.
func (e Entry) time() time.Time {
	if t, ok := files.ParseTime(e.at); ok {
		return t
	}
	return time.Unix(0, 0)
}

// same is what makes two entries one.
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
