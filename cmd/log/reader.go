package log

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/journal"
)

// pollTime is how often a log that is followed is read. Nothing tells of a file that
// is written to in a way that works on all systems and file systems.
const pollTime = 200 * time.Millisecond

// maxLine bounds an entry's line, bytes; longer ones count as bad.
const maxLine = 8 << 20

// A Reader reads the entries of a decisions log, also while it is written and its
// files change places. Close it.
type Reader struct {
	Bad int // lines that hold no entry

	log  journal.Log
	open []*source // the older first
}

// A source is a file of the log, whatever its name is by now.
type source struct {
	file  *os.File
	lines *files.Lines
}

// NewReader returns a reader of a log, which need not be there yet.
func NewReader(l journal.Log) *Reader { return &Reader{log: l} }

// Close lets go of the files.
func (r *Reader) Close() error {
	var err error
	for _, s := range r.open {
		err = errors.Join(err, s.file.Close())
	}
	r.open = nil
	return err
}

// Read calls each for every entry that came since the last call, with the line it
// stands on; both hold until each returns. An error of each ends it.
func (r *Reader) Read(each func(line []byte, e *journal.Entry) error) error {
	return r.ReadLines(func(line []byte) error {
		var e journal.Entry
		if json.Unmarshal(line, &e) != nil || e.Time.IsZero() {
			r.Bad++
			return nil
		}
		return each(line, &e)
	})
}

// ReadLines is Read for who takes lines apart, or knows what stands on them.
func (r *Reader) ReadLines(each func(line []byte) error) error {
	there, err := r.refresh()
	if err != nil {
		return err
	}
	for _, s := range r.open {
		for {
			line, err := s.lines.Next()
			if errors.Is(err, io.EOF) {
				r.Bad += s.lines.Long
				s.lines.Long = 0
				break
			}
			if err != nil {
				return err
			}
			if err := each(line); err != nil {
				return err
			}
		}
	}
	// A process that was about to write to one that is gone by now writes to the
	// new one instead.
	for _, s := range r.open[:len(r.open)-there] {
		s.file.Close()
	}
	r.open = r.open[len(r.open)-there:]
	return nil
}

// refresh opens the files that weren't known. It returns how many of those that
// are open, the last ones, have a name.
func (r *Reader) refresh() (there int, err error) {
	found, err := r.named()
	if err != nil {
		return 0, err
	}
	var gone, known []*source
	for _, s := range r.open {
		if !contains(found, s.file) {
			gone = append(gone, s)
		}
	}
	for _, f := range found {
		s := &source{f, files.NewLines(f, maxLine)}
		for _, had := range r.open {
			if same(had.file, f) {
				f.Close()
				s = had
			}
		}
		known = append(known, s)
	}
	r.open = append(gone, known...)
	return len(known), nil
}

// named opens the files that have the log's names now, the older first.
func (r *Reader) named() (found []*os.File, err error) {
	for {
		now, err := open(r.log.File)
		if err != nil {
			return nil, err
		}
		before, err := open(r.log.Old)
		if same(now, before) { // renamed between the two
			now.Close()
			before.Close()
			continue
		}
		for _, f := range []*os.File{before, now} {
			if f != nil {
				found = append(found, f)
			}
		}
		return found, err
	}
}

// open opens a file for reading; nil if there is none.
func open(path string) (*os.File, error) {
	f, err := os.Open(path)
	if files.Absent(err) {
		return nil, nil
	}
	return f, err
}

func contains(all []*os.File, f *os.File) bool {
	for _, other := range all {
		if same(f, other) {
			return true
		}
	}
	return false
}

// same reports whether both are open on one file.
func same(a, b *os.File) bool {
	if a == nil || b == nil {
		return false
	}
	x, err1 := a.Stat()
	y, err2 := b.Stat()
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// Follow is Read until the context ends, which is no error.
func (r *Reader) Follow(ctx context.Context, each func(line []byte, e *journal.Entry) error) error {
	tick := time.NewTicker(pollTime)
	defer tick.Stop()
	for {
		if err := r.Read(each); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
