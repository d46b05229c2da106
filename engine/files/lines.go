package files

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
)

// Lines reads a file line by line. A line over a bound is left out, so that memory
// doesn't depend on what a file holds. Reading goes on where the file ended if more
// has come since.
type Lines struct {
	Number int   // of the line returned last, from 1
	Long   int   // lines left out as they were too long
	End    int64 // where the last line that has its end ends, bytes

	most int
	r    *bufio.Reader
	part []byte // what was read of a line
	size int64  // bytes of the file that were read
	over bool   // the line is too long, and what was read of it gone
	done bool   // the part is a line that was returned
}

// NewLines returns the lines of r that have up to so many bytes.
func NewLines(r io.Reader, most int) *Lines {
	return &Lines{r: bufio.NewReaderSize(r, atOnce), most: most}
}

// atOnce is how much of a file is read at once, bytes. More of it would read a long file no
// faster, and most files are shorter: memory that is touched for the first time costs a short
// one more than its reading.
const atOnce = 16 << 10

// Next returns the next line without its end; it holds until the next call. At
// the end of the file the error is io.EOF, and a line that has no end is kept:
// more of it may come, or Rest takes it as it is.
func (l *Lines) Next() ([]byte, error) {
	if l.done {
		l.part, l.done = l.part[:0], false
	}
	for {
		piece, err := l.r.ReadSlice('\n')
		l.size += int64(len(piece))
		ended := err == nil
		if ended {
			l.End = l.size
			piece = piece[:len(piece)-1]
		}
		if l.over = l.over || len(l.part)+len(piece) > l.most; l.over {
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

// CountLines returns how many lines a file has, one without an end among them.
func CountLines(p Place) (n int, err error) {
	f, info, err := p.Open()
	if err != nil {
		return 0, err
	}
	defer f.Close()
	buf, last := make([]byte, min(info.Size()+1, atOnce)), byte('\n')
	for {
		size, err := f.Read(buf)
		if size > 0 {
			n, last = n+bytes.Count(buf[:size], []byte("\n")), buf[size-1]
		}
		if err == nil {
			continue
		}
		if last != '\n' {
			n++
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return n, err
	}
}

// Rest returns a last line that has no end, nil if there is none.
func (l *Lines) Rest() []byte {
	if l.over {
		l.Number++
		l.Long++
		l.over = false
	}
	if l.done || len(l.part) == 0 {
		return nil
	}
	l.Number++
	l.done = true
	return l.part
}

// All gives the lines, with one that has no end at the end of the file only if rest
// is set. An error of reading comes last.
func (l *Lines) All(rest bool) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for {
			line, err := l.Next()
			switch {
			case err == nil:
				if !yield(line, nil) {
					return
				}
				continue
			case !errors.Is(err, io.EOF):
				yield(nil, err)
			case rest:
				if line := l.Rest(); line != nil {
					yield(line, nil)
				}
			}
			return
		}
	}
}
