package files

import (
	"bytes"
	"io"
	"iter"
)

// tailBlock is how much of a file is read at a time, bytes.
const tailBlock = 64 << 10

// Backwards gives the lines of a file of a size from its end, without their own ends, so
// that how long the file is costs nothing. A line over a bound is given as nil. What a
// line is given in holds until the next. An error of reading comes last.
func Backwards(r io.ReaderAt, size int64, most int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		t := tail{r: r, at: size, most: most}
		for {
			line, ok, err := t.next()
			if err != nil {
				yield(nil, err)
				return
			}
			if !ok || !yield(line, nil) {
				return
			}
		}
	}
}

// A tail is what was read from a file's end.
type tail struct {
	r    io.ReaderAt
	at   int64  // where what was read begins
	most int    // bytes of a line
	held []byte // what was read and not given
	over bool   // the line that held ends with is too long, and its end is gone
	last bool   // the file's own end was seen
}

// next returns the line before those that were given.
func (t *tail) next() (line []byte, ok bool, err error) {
	for {
		if !t.last && len(t.held) > 0 {
			t.last = true
			t.held = bytes.TrimSuffix(t.held, []byte("\n"))
		}
		i := bytes.LastIndexByte(t.held, '\n')
		if i >= 0 || t.at == 0 {
			if i < 0 && !t.last { // nothing was there
				return nil, false, nil
			}
			line, t.held = t.held[i+1:], t.held[:max(i, 0)]
			if i < 0 {
				t.last = false
			}
			if t.over || len(line) > t.most {
				line, t.over = nil, false
			}
			return line, true, nil
		}
		if len(t.held) > t.most {
			t.held, t.over = nil, true
		}
		n := min(tailBlock, t.at)
		block := make([]byte, int(n)+len(t.held))
		if _, err := t.r.ReadAt(block[:n], t.at-n); err != nil && err != io.EOF {
			return nil, false, err
		}
		copy(block[n:], t.held)
		t.held, t.at = block, t.at-n
	}
}
