package journal

import (
	"bytes"
	"strconv"

	"bcrules.dev/engine/files"
)

// seqName precedes an entry's number.
const seqName = `,"seq":`

// lastSeq looks for a number in the last short bytes, where it nearly always is, then in blocks, up
// to furthest bytes back. If there is none by then, an older version wrote the log, and the count
// begins anew.
const (
	short    = 512
	block    = 64 << 10
	furthest = 64 << 20
)

// counted returns a line with the number after the last one; without one if before is nil, or if it
// or the old file can't be read.
func (l Log) counted(line []byte, before *files.Handle) []byte {
	if before == nil {
		return line
	}
	last, err := lastSeq(before)
	if err == nil && last == 0 {
		last, err = l.oldSeq()
	}
	if err != nil {
		return line
	}
	line = append(line[:len(line)-len("}\n"):len(line)-len("}\n")], seqName...)
	return append(strconv.AppendInt(line, last+1, 10), '}', '\n')
}

// oldSeq is lastSeq of the old file.
func (l Log) oldSeq() (int64, error) {
	h, err := files.Open(l.Old)
	if files.Absent(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer h.Close()
	return lastSeq(h)
}

// lastSeq returns the number of the last entry that has one; 0 if none has.
func lastSeq(h *files.Handle) (int64, error) {
	var after []byte // the beginning of the next block, in which a number may end
	for end, size := h.Size, int64(short); end > 0 && h.Size-end < furthest; size = block {
		from := max(0, end-size)
		b := make([]byte, end-from, end-from+int64(len(after)))
		if _, err := h.ReadAt(b, from); err != nil {
			return 0, err
		}
		if n := lastSeqIn(append(b, after...)); n > 0 {
			return n, nil
		}
		after, end = b[:min(len(b), longSeq)], from
	}
	return 0, nil
}

// longSeq bounds the bytes of a number with its delimiters.
const longSeq = len(seqName + "9223372036854775807}\n")

// lastSeqIn is lastSeq of a part of a file.
func lastSeqIn(part []byte) int64 {
	for {
		at := bytes.LastIndex(part, []byte(seqName))
		if at < 0 {
			return 0
		}
		digits, _, whole := bytes.Cut(part[at+len(seqName):], []byte("}\n"))
		if n, err := strconv.ParseInt(string(digits), 10, 64); whole && err == nil {
			return n
		}
		part = part[:at]
	}
}
