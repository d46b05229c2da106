package log

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"time"

	"bcrules.dev/engine/journal"
)

// Entries are in the order in which they were written. That is the order of their times, except if
// processes wait for each other. So the entries since a time are found by bisection, and a log of a
// million is as fast to query as one of a hundred.

// astray is how far from its place in time an entry may be, as other processes write between its
// answer and its writing.
const astray = time.Minute

// atOnce is how many bytes are read at once where a file isn't read from its beginning.
const atOnce = 64 << 10

// begin seeks to a line of the file before which no entry has the time or a later one, unless the
// clock was set back.
func (s *source) begin(since time.Time) error {
	if since.IsZero() {
		return nil
	}
	at, err := sinceIn(s.file, since)
	if err == nil {
		_, err = s.file.Seek(at, io.SeekStart)
	}
	return err
}

// sinceIn returns the offset of that line.
func sinceIn(f *os.File, since time.Time) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	wanted := since.Add(-astray).UTC().Format(journal.Moment)
	low, high := int64(0), info.Size()
	for high-low > atOnce {
		middle := low + (high-low)/2
		start, at, err := firstOf(io.NewSectionReader(f, middle, high-middle))
		if err != nil {
			return 0, err
		}
		if at == "" || at >= wanted {
			high = middle
		} else {
			low = middle + start
		}
	}
	return low, nil
}

// firstOf returns the offset and time of the first entry that begins after the start of r, "" if
// there is none.
func firstOf(r io.Reader) (start int64, at string, err error) {
	lines := bufio.NewReaderSize(r, 4<<10)
	begins := false
	for {
		if begins {
			head, _ := lines.Peek(len(journal.Opening) + len(journal.Moment))
			if rest, is := bytes.CutPrefix(head, []byte(journal.Opening)); is && len(rest) == len(journal.Moment) {
				return start, string(rest), nil
			}
		}
		piece, err := lines.ReadSlice('\n')
		start += int64(len(piece))
		begins = err == nil
		if errors.Is(err, io.EOF) {
			return 0, "", nil
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return 0, "", err
		}
	}
}

// backwards calls each for every line of a file, last first, until it wants no more. It ignores a
// last line without an end. It returns where the lines end, and whether more are wanted.
func backwards(f *os.File, each func(line []byte) (more bool)) (end int64, more bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, false, err
	}
	end = -1
	var rest []byte // the end of a line
	for at, size := info.Size(), int64(atOnce); at > 0; {
		size = min(size, at)
		at -= size
		part := make([]byte, size, size+int64(len(rest)))
		if _, err := f.ReadAt(part, at); err != nil {
			return 0, false, err
		}
		part = append(part, rest...)
		if end < 0 {
			n := bytes.LastIndexByte(part, '\n')
			if n >= 0 {
				end = at + int64(n) + 1
			}
			part = part[:n+1]
		}
		for {
			n := bytes.LastIndexByte(bytes.TrimSuffix(part, []byte("\n")), '\n')
			if n < 0 && at > 0 {
				break
			}
			if line := bytes.TrimSuffix(part[n+1:], []byte("\n")); len(part) > 0 && len(line) <= maxLine && !each(line) {
				return end, false, nil
			}
			if part = part[:n+1]; n < 0 {
				break
			}
		}
		if len(part) > len(rest) {
			size = max(size, int64(len(part))) // reads a long line in few pieces
		}
		rest = part
	}
	return max(end, 0), true, nil
}
