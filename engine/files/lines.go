package files

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
)

// Lines reads a file line by line. Lines longer than a bound are skipped, to bound memory. Reading
// can continue after the end of the file if the file grows.
type Lines struct {
	Number int   // of the line returned last, from 1
	Long   int   // lines skipped as too long
	End    int64 // offset after the last complete line

	most int
	r    *bufio.Reader
	part []byte // the current line so far
	size int64  // bytes read
	over bool   // the current line is too long and was dropped
	done bool   // part is a line that was returned
}

// NewLines returns the lines of r of up to most bytes.
func NewLines(r io.Reader, most int) *Lines {
	return &Lines{r: bufio.NewReaderSize(r, atOnce), most: most}
}

// atOnce is how many bytes of a file are read at once. More would read a long file no faster, and
// most files are shorter: for them, touching fresh memory costs more than reading.
const atOnce = 16 << 10

// Next returns the next line without its newline; it is valid until the next call. At the end of
// the file the error is io.EOF and an unterminated line is kept: more of it may come, or Rest
// returns it.
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

// CountLines counts the lines of a file, including an unterminated one.
func CountLines(p Place) (n int, err error) {
	f, info, err := p.Open()
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return CountIn(f, info.Size())
}

// CountIn is CountLines for an open file of about the given size in bytes.
func CountIn(f io.Reader, about int64) (n int, err error) {
	buf, last := make([]byte, min(about+1, atOnce)), byte('\n')
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

// Rest returns an unterminated last line, nil if there is none.
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

// All yields the lines, and if rest is set an unterminated last one. A read error comes last.
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
