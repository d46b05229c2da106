package files

import (
	"bufio"
	"bytes"
	"io"
)

// eachLine calls each with the lines in r that are not blank, without the space
// around them, until it returns false; nil stands for a line over most bytes. A last
// line without its end counts only if unended. A line holds until each returns. done
// is where the last line that has its end ends, bytes.
func eachLine(r io.Reader, most int, unended bool, each func(line []byte) bool) (done int64, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	var whole []byte
	size := int64(0)
	for {
		part, err := in.ReadSlice('\n')
		size += int64(len(part))
		if len(whole) <= most {
			whole = append(whole, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && !unended:
			return done, nil
		case err == nil:
			done = size
		case err != io.EOF:
			return done, err
		}
		if line := bytes.TrimSpace(whole); len(line) > 0 {
			if len(line) > most {
				line = nil
			}
			if !each(line) {
				return done, nil
			}
		}
		if err == io.EOF {
			return done, nil
		}
		whole = whole[:0]
	}
}
