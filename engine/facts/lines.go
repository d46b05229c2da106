package facts

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// Lines describes the lines of a file.
type Lines struct {
	Count  int   `expr:"count" unless:"count=false" json:"count" doc:"lines, including an unfinished last one; 0 if there is no file, and with count: false"`
	Bytes  int   `expr:"bytes" json:"bytes" doc:"size of the file"`
	Last   []any `expr:"last" needs:"last" json:"last" doc:"the last lines, in the file's order: texts, or with json their values"`
	Broken int   `expr:"broken" json:"broken" doc:"lines left out among them: not JSON if json is set, or over 8 MB"`
}

// mostOfLines bounds the last lines of a file together, in bytes.
const mostOfLines = 8 << 20

var lines = engine.Fact{
	Doc: `the number of lines in a file, and its last lines: .count .bytes .last .broken
Options: last, how many last lines (0); chars, how many characters of each; json: true,
decode each as JSON and leave out empty and invalid ones; count: false, don't count, so that
a file of any length costs the same. The last lines together have 8 MB at most.`,
	Params:  "path, [options]",
	Reads:   "path",
	Holds:   true,
	Options: []string{"last", "chars", "json", "count"},
	Ask:     engine.Last1[string, map[string]any, Lines](linesOf),
}

// A lineReading has the options of lines.
type lineReading struct {
	Last, Chars int
	JSON        bool
	Count       *bool
}

func linesOf(c *engine.Call, name string, options ...map[string]any) (Lines, error) {
	none := Lines{Last: []any{}}
	r, err := readingOf(options)
	if err != nil {
		return none, fmt.Errorf("options of lines: %w", err)
	}
	if name == "" {
		return none, nil
	}
	p, err := c.Host.Place(name)
	if err != nil {
		return none, err
	}
	f, info, err := p.Open()
	if files.Absent(err) {
		return none, nil
	}
	if files.LeadsOut(err) {
		return none, c.Doubt(err, "taken as empty")
	}
	if err != nil {
		return none, err
	}
	defer f.Close()
	all := Lines{Bytes: int(info.Size()), Last: []any{}}
	if r.Count == nil || *r.Count {
		if all.Count, err = files.CountIn(f, info.Size()); err != nil {
			return none, err
		}
	}
	if r.Last == 0 {
		return all, nil
	}
	room := mostOfLines
	for line, err := range files.Backwards(f, info.Size(), mostOfLines) {
		if err != nil {
			return none, err
		}
		if room -= len(line); len(all.Last) >= r.Last || room < 0 {
			break
		}
		if v, ok := r.value(line); ok {
			all.Last = append(all.Last, v)
		} else if line == nil || len(strings.TrimSpace(string(line))) > 0 {
			all.Broken++
		}
	}
	slices.Reverse(all.Last)
	return all, nil
}

// value decodes a line; line is nil for one that is too long.
func (r lineReading) value(line []byte) (v any, ok bool) {
	if line == nil {
		return nil, false
	}
	line = files.Unmarked(line)
	switch {
	case r.JSON:
		err := json.Unmarshal(line, &v)
		return v, err == nil
	}
	text := strings.ToValidUTF8(strings.TrimSuffix(string(line), "\r"), "\uFFFD")
	if r.Chars > 0 {
		text = engine.First(text, r.Chars)
	}
	return text, true
}

// readingOf decodes the options, which may be absent.
func readingOf(options []map[string]any) (r lineReading, err error) {
	if len(options) == 0 {
		return r, nil
	}
	for name, v := range options[0] {
		if v == nil {
			continue
		}
		ok, want := true, "a whole number"
		switch name {
		case "last":
			r.Last, ok = wholeNumber(v)
		case "chars":
			r.Chars, ok = wholeNumber(v)
		case "json":
			want = "true or false"
			r.JSON, ok = v.(bool)
		case "count":
			want = "true or false"
			var count bool
			count, ok = v.(bool)
			r.Count = &count
		}
		if !ok {
			return r, fmt.Errorf("found %s %v, want %s", name, v, want)
		}
	}
	return r, nil
}

// wholeNumber converts a number without a fraction.
func wholeNumber(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case float64:
		return int(v), v == math.Trunc(v)
	}
	return 0, false
}
