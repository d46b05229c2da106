// Package history reads what package journal writes: the entries of a decisions
// log, those that are there and those that come, and what they amount to.
//
//	lines.go ─► lines ─ reader.go ─► entries ─ filter.go ─► stats.go
//
// A hook does without it; only bcrules links it.
package history

import (
	"bufio"
	"errors"
	"io"
)

// MaxLine is the length in bytes up to which lines are read; longer ones are
// skipped, so that memory doesn't depend on what a file holds.
const MaxLine = 8 << 20

// Lines reads a file line by line. It goes on where the file ended if more has
// come since.
type Lines struct {
	Number int // of the line returned last, from 1
	Long   int // lines skipped as they were too long

	r    *bufio.Reader
	part []byte // what was read of a line
	over bool   // the line is too long, and what was read of it gone
	done bool   // the part is a line that was returned
}

// NewLines returns the lines of r.
func NewLines(r io.Reader) *Lines { return &Lines{r: bufio.NewReaderSize(r, 64<<10)} }

// Next returns the next line without its end; it holds until the next call. At
// the end of the file the error is io.EOF, and a line that has no end is kept:
// more of it may come, or Rest takes it as it is.
func (l *Lines) Next() ([]byte, error) {
	if l.done {
		l.part, l.done = l.part[:0], false
	}
	for {
		piece, err := l.r.ReadSlice('\n')
		ended := err == nil
		if ended {
			piece = piece[:len(piece)-1]
		}
		if l.over = l.over || len(l.part)+len(piece) > MaxLine; l.over {
			l.part = nil
		} else {
			l.part = append(l.part, piece...)
		}
		if ended {
			l.Number++
			if !l.over {
				l.done = true
				return l.part, nil
			}
			l.Long++
			l.over = false
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

// Rest returns a last line that has no end, nil if there is none.
func (l *Lines) Rest() []byte {
	if l.done || len(l.part) == 0 {
		return nil
	}
	l.Number++
	l.done = true
	return l.part
}
