package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// sameChars is how many characters of an entry's text tell it from another.
const sameChars = 100

// maxLine bounds an entry's line, bytes. What is longer is no entry.
const maxLine = 1 << 20

// Epoch is the time of entries whose own does not parse.
const Epoch = "1970-01-01T00:00:00.000Z"

// entryOrder are the names of an entry, in the order they are written.
var entryOrder = []string{"ts", "t", "txt", "src"}

// An Entry is one line of a knowledge file: {"ts", "t", "txt", "src"?}.
type Entry struct {
	Kind string // t
	Text string // txt

	at  string // ts
	raw string // as it stands in the file
}

// A Scan is what was met on the way through a knowledge file beside its entries.
type Scan struct {
	Skipped int  // lines that hold no entry
	Cut     bool // there is more, over MaxRead
}

// Entries calls each with the entries of a JSON lines file, until it returns
// false; there are none if the file is absent. An entry without a kind has the one
// given. It reads as much as MaxRead, a line at a time.
func Entries(p Place, kind string, each func(Entry) bool) (Scan, error) {
	f, info, err := p.open(os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return Scan{}, nil
	}
	if err != nil {
		return Scan{}, err
	}
	defer f.Close()
	scan := Scan{Cut: info.Size() > MaxRead}
	_, scan.Skipped, err = scanEntries(io.NewSectionReader(f, 0, MaxRead), kind, true, each)
	return scan, err
}

// scanEntries calls each with the entries in r until it returns false; with that
// of a last line without its end only if unended. Lines that hold no entry are
// counted. It forgives bytes that are not UTF-8. done is where the last line that
// has its end ends, bytes.
func scanEntries(r io.Reader, kind string, unended bool, each func(Entry) bool) (done int64, skipped int, err error) {
	lines := NewLines(r, maxLine)
	for line, err := range lines.All(unended) {
		if err != nil {
			return lines.End, skipped + lines.Long, err
		}
		e := Entry{Kind: kind}
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
func (e *Entry) read(line []byte) bool {
	if line[0] != '{' {
		return false
	}
	if !utf8.Valid(line) {
		line = bytes.ToValidUTF8(line, []byte("\uFFFD"))
	}
	if !Valid(line) {
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

// ErrRefused is the error for an entry whose text matches a pattern of refused ones.
var ErrRefused = errors.New("refused")

// AppendKnowledge adds an entry at the end of the file, however large it is.
func AppendKnowledge(p Place, entry map[string]any, refuse []string) error {
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
	return Locked(p, func(p Place) error { return Append(p, data, p.fileMode()) })
}
