package mend

import (
	"slices"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
)

// A File is a rule file with the edits made to it.
type File struct {
	Path     string
	Was, Is  []byte
	edits    []Edit // by place in Is
	mistaken int    // offset where CUE can't read Is; past its end if it can
}

// NewFile returns a file without edits.
func NewFile(path string, data []byte) *File {
	return &File{Path: path, Was: data, Is: data, mistaken: unreadable(path, data)}
}

// Mend makes the edits that faults of the file call for, and returns how many it made. If edits
// touch each other, it makes only the last of them.
func (f *File) Mend(faults ...error) (made int) {
	var all []Edit
	for _, fault := range faults {
		if e, ok := Of(fault, f.Is); ok {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b Edit) int { return a.From - b.From })
	before := len(f.Is) + 1
	for _, e := range slices.Backward(all) { // from the end, so that earlier offsets stay valid
		if e.To < before && f.make(e) {
			before = e.From
			made++
		}
	}
	return made
}

// make makes an edit, unless CUE could read less of the file after it.
func (f *File) make(e Edit) bool {
	data := slices.Concat(f.Is[:e.From], []byte(e.Text), f.Is[e.To:])
	grown := len(data) - len(f.Is)
	mistaken := unreadable(f.Path, data)
	if mistaken <= max(e.From+len(e.Text), min(f.mistaken, len(f.Is)-1)+grown) && mistaken < len(data) {
		return false
	}
	f.Is, f.mistaken = data, mistaken
	for i, other := range f.edits {
		if other.From <= e.From && e.To <= other.To { // it corrects an earlier edit
			f.edits[i].To += grown
			f.edits[i].Text = string(f.Is[other.From:f.edits[i].To])
			return true
		}
		if other.From >= e.To {
			f.edits[i].From += grown
			f.edits[i].To += grown
		}
	}
	e.To += grown
	f.edits = append(f.edits, e)
	return true
}

// A Change is an edited place of a file, with its old and new text.
type Change struct {
	plan.Pos
	Found, Text string
}

// Changes returns the changes of the file, in the order of its lines.
func (f *File) Changes() (all []Change) {
	slices.SortFunc(f.edits, func(a, b Edit) int { return a.From - b.From })
	for _, e := range f.edits {
		line, col := placeOf(f.Is, e.From)
		all = append(all, Change{plan.Pos{File: f.Path, Line: line, Col: col}, e.Found, e.Text})
	}
	return all
}

// unreadable returns the first offset that CUE can't read; the length of the file if it can read
// all.
func unreadable(path string, data []byte) int {
	_, err := parser.ParseFile(path, data)
	if err == nil {
		return len(data)
	}
	first := len(data)
	for _, e := range errors.Errors(err) {
		if at := e.Position(); at.IsValid() {
			first = min(first, at.Offset())
		}
	}
	return min(first, len(data)-1)
}
