// Package replay reads what was recorded of events, to answer them once more: the
// decisions log, files of events as a hook gets them, and transcripts of Claude
// Code. It says what is known of how they were answered, and how another answer
// differs; answering is the caller's.
//
// It knows formats (session.go) and nothing of rules. Memory doesn't grow with
// what is read: a line is bounded, and so is what is kept of tool calls that have
// no result yet.
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
	Event []byte    // one JSON object, as a hook gets it
	Line  int       // of the file, from 1: where the event stands
	Time  time.Time // zero if it wasn't recorded

	Known   Known
	Said    []string // outputs used, if all is known
	Refused bool     // if anything is
}

// Known is how much was recorded of an answer.
type Known int

// Of an answer nothing may be known, or whether the event was refused, or all
// that was said.
const (
	Nothing Known = iota
	Refusal
	All
)

// Differs reports whether an answer is another than the one recorded, as far as
// that is known.
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
	Without int // entries of a decisions log that don't hold their event
	Bad     int // lines that aren't JSON

	lines   *files.Lines
	session session
	ready   []*Record
	ended   bool
}

// NewReader returns the records of r. path is the file's name, absolute: events
// of a transcript have it as theirs.
func NewReader(r io.Reader, path string) *Reader {
	return &Reader{lines: files.NewLines(r, transcript.MaxLine), session: session{path: path}}
}

// Long is how many lines were left out as they were too long.
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

// line takes a line for what it is: an event, an entry of a decisions log, or
// part of a transcript.
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
