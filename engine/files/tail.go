package files

import (
	"bytes"
	"io"
	"iter"
)

// tailBlock is how many bytes of a file are read at a time.
const tailBlock = 64 << 10

// Backwards yields the lines of a file of a given size from the end, without newlines, in time
// independent of the file's length. A line longer than most is yielded as nil. A line is valid
// until the next. A read error comes last.
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

// A tail is a file being read from its end.
type tail struct {
	r    io.ReaderAt
	at   int64  // offset of the first byte read
	most int    // bytes of a line
	held []byte // bytes read and not yielded
	over bool   // the last line of held is too long, and its end was dropped
	last bool   // the end of the file was seen
}

// next returns the line before the last one returned.
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
