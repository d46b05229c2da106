// Package replay reads recorded events to answer them again: from the decisions log, from files of
// events as a hook gets them, and from transcripts of Claude Code. It returns what is known about
// their answers, and how another answer differs; the caller answers.
//
// It knows formats (session.go) and nothing of rules. Memory doesn't grow with the input: lines are
// limited, and so are the tool calls that wait for a result.
package replay

import (
	"errors"
	"io"
	"slices"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/transcript"

	"github.com/tidwall/gjson"
)

// A Record is an event and what was recorded of its answer.
type Record struct {
	Event []byte    // a JSON object, as a hook gets it
	Line  int       // of the file, from 1
	Time  time.Time // zero if not recorded

	Known   Known
	Said    []string // outputs used, if Known is All
	Refused bool     // if Known isn't Nothing
}

// Known is how much was recorded of an answer.
type Known int

// What may be known of an answer: nothing, whether the event was refused, or everything that was
// said.
const (
	Nothing Known = iota
	Refusal
	All
)

// Differs reports whether an answer differs from the recorded one, as far as that is known.
func (r *Record) Differs(a engine.Answer) bool {
	switch r.Known {
	case Refusal:
		return r.Refused != a.Refused
	case All:
		return r.Refused != a.Refused || !slices.Equal(slices.Sorted(slices.Values(r.Said)), slices.Sorted(slices.Values(a.Said)))
	}
	return false
}

// A Reader reads the records of a file.
type Reader struct {
	Without int // entries of a decisions log without their event
	Bad     int // lines that aren't JSON

	lines   *files.Lines
	session session
	ready   []*Record
	ended   bool
}

// NewReader returns a reader of the records in r. path is the file's absolute name, which events of
// a transcript contain.
func NewReader(r io.Reader, path string) *Reader {
	return &Reader{lines: files.NewLines(r, transcript.MaxLine), session: session{path: path}}
}

// Long returns how many lines were skipped because they are too long.
func (r *Reader) Long() int { return r.lines.Long }

// Next returns the next record; at the end the error is io.EOF.
func (r *Reader) Next() (*Record, error) {
	for len(r.ready) == 0 {
		if r.ended {
			return nil, io.EOF
		}
		line, err := r.lines.Next()
		if errors.Is(err, io.EOF) {
			r.line(r.lines.Rest())
			r.ready = append(r.ready, r.session.end()...)
			r.ended = true
			continue
		}
		if err != nil {
			return nil, err
		}
		r.line(line)
	}
	next := r.ready[0]
	r.ready = r.ready[1:]
	return next, nil
}

// line handles a line by its kind: an event, an entry of a decisions log, or part of a transcript.
func (r *Reader) line(line []byte) {
	if len(line) == 0 {
		return
	}
	if !files.Valid(line) {
		r.Bad++
		return
	}
	v := gjson.ParseBytes(line)
	input := v.Get("input")
	switch {
	case v.Get("hook_event_name").Exists():
		r.ready = append(r.ready, &Record{Event: slices.Clone(line), Line: r.lines.Number})
	case input.Get("hook_event_name").Exists():
		rec := &Record{Event: []byte(input.Raw), Line: r.lines.Number}
		if v.Get("ms").Exists() {
			rec.Time, _ = files.ParseTime(v.Get("time").String())
			rec.Known, rec.Refused = All, v.Get("refused").Bool()
			for _, said := range v.Get("said").Array() {
				rec.Said = append(rec.Said, said.String())
			}
		}
		r.ready = append(r.ready, rec)
	case v.Get("ms").Exists() && v.Get("time").Exists():
		r.Without++
	default:
		r.ready = append(r.ready, r.session.add(transcript.Entry{Result: v}, r.lines.Number)...)
	}
}
