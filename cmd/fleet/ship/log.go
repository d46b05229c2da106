package ship

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"

	"bcrules.dev/cmd/log"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/journal"
)

// mostLine bounds an entry's line, in bytes; a longer one is lost.
const mostLine = 8 << 20

// A batch ends at whichever comes first, entries or bytes.
const (
	mostEntries = 512
	mostBytes   = 1 << 20
)

// An item is an entry with its line.
type item struct {
	line  []byte
	entry journal.Entry
}

// A source is an open file of the log, which may have been renamed since.
type source struct {
	file    *os.File
	opening string
	lines   *files.Lines
	base    int64 // offset at which lines begins
}

// A tail reads what comes after a position in a log.
type tail struct {
	at   Position
	open []*source
	ctx  context.Context
}

// openTail opens the log's files from the one that the position is in.
func openTail(ctx context.Context, l journal.Log, at Position) (*tail, error) {
	t := &tail{at: at, ctx: ctx}
	found, err := log.Files(l, open)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		head, err := opening(f)
		if err != nil || head == "" {
			f.Close()
			if err != nil {
				return t, err
			}
			continue
		}
		if head == at.File { // the files before it were shipped
			t.close()
		}
		t.open = append(t.open, &source{file: f, opening: head})
	}
	return t, nil
}

// open opens a regular file; nil if there is none. Anything else is an error, without waiting.
func open(path string) (*os.File, error) {
	f, _, err := files.At(path).Open()
	if files.Absent(err) {
		return nil, nil
	}
	return f, err
}

func (t *tail) close() {
	for _, s := range t.open {
		s.file.Close()
	}
	t.open = nil
}

// next returns the next batch and the position behind it; the batch is empty at the end of the log.
func (t *tail) next() (batch []item, behind Position, err error) {
	behind = t.at
	size := 0
	for len(t.open) > 0 && len(batch) < mostEntries && size < mostBytes {
		s := t.open[0]
		if s.lines == nil {
			size, err := s.file.Seek(0, io.SeekEnd)
			if err != nil {
				return nil, behind, err
			}
			if s.opening != behind.File || size < behind.Offset { // another file, or one that somebody shortened
				behind.File, behind.Offset = s.opening, 0
			}
			s.base = behind.Offset
			s.lines = files.NewLines(&timely{t.ctx, io.NewSectionReader(s.file, s.base, 1<<62)}, mostLine)
		}
		line, err := s.lines.Next()
		behind.Offset = s.base + s.lines.End
		if errors.Is(err, io.EOF) {
			s.file.Close()
			t.open = t.open[1:]
			continue
		} else if err != nil {
			return nil, behind, err
		}
		it := item{line: append([]byte(nil), line...)}
		if json.Unmarshal(line, &it.entry) != nil || it.entry.Time.IsZero() {
			continue // a killed process left part of a line
		}
		behind.missed(it.entry.Seq)
		batch, size = append(batch, it), size+len(line)
	}
	t.at = behind
	return batch, behind, nil
}

// missed counts the entries missing before one, as their file is gone or their lines can't be read.
func (p *Position) missed(seq int64) {
	if seq == 0 {
		return
	}
	if p.Seq > 0 && seq > p.Seq+1 {
		p.Lost += seq - p.Seq - 1
	}
	p.Seq = seq
}

// A timely reader ends with its context, as a file without line ends may take long to read.
type timely struct {
	ctx  context.Context
	from io.Reader
}

func (r *timely) Read(to []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(to)
}
