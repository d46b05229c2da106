package log

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/journal"
)

// pollTime is how often a followed log is read. No notification of writes works on all systems and
// file systems.
const pollTime = 200 * time.Millisecond

// maxLine limits a line, in bytes; longer ones count as bad. A line that a collector exported has
// a batch of entries, by default up to 8,192.
const maxLine = 64 << 20

// A Reader reads the entries of a decisions log, even while it is written and its files are renamed.
// Close it.
type Reader struct {
	Bad int // lines without an entry

	log    journal.Log
	wanted Filter
	open   []*source // older first
}

// A source is a file of the log, under whatever name it has now.
type source struct {
	file  *os.File
	lines *files.Lines
}

// NewReader returns a reader of the wanted entries of a log, which need not exist yet.
func NewReader(l journal.Log, wanted Filter) *Reader { return &Reader{log: l, wanted: wanted} }

// Close closes the files.
func (r *Reader) Close() error {
	var err error
	for _, s := range r.open {
		err = errors.Join(err, s.file.Close())
	}
	r.open = nil
	return err
}

// Read calls each for every wanted entry since the last call, with its line; both are valid until
// each returns. An error from each ends it.
func (r *Reader) Read(each func(line []byte, e *journal.Entry) error) error {
	return r.ReadLines(func(line []byte) error {
		if e := r.entry(line); e != nil && r.wanted.Wants(e) {
			return each(line, e)
		}
		return nil
	})
}

// ReadLines is Read for a caller who decodes lines, or knows what is on them. It applies only Since
// of the filter.
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
	// A process that was about to write to a file that is gone writes to the new one instead.
	for _, s := range r.open[:len(r.open)-there] {
		s.file.Close()
	}
	r.open = r.open[len(r.open)-there:]
	return nil
}

// Back is Read from the last entry to the first, until each wants no more. It is for a new reader;
// Read then returns what came since.
func (r *Reader) Back(each func(line []byte, e *journal.Entry) (more bool)) error {
	if _, err := r.refresh(); err != nil {
		return err
	}
	more := true
	for _, s := range slices.Backward(r.open) {
		end, err := s.file.Seek(0, io.SeekEnd)
		if err == nil && more {
			end, more, err = backwards(s.file, func(line []byte) bool {
				e := r.entry(line)
				return e == nil || !e.Time.Before(r.wanted.Since.Add(-astray)) && (!r.wanted.Wants(e) || each(line, e))
			})
		}
		if err == nil {
			_, err = s.file.Seek(end, io.SeekStart)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entry returns the entry on a line, nil if there is none or it certainly isn't wanted.
func (r *Reader) entry(line []byte) *journal.Entry {
	if !r.wanted.may(line) {
		return nil
	}
	var e journal.Entry
	if json.Unmarshal(line, &e) != nil || e.Time.IsZero() {
		r.Bad++
		return nil
	}
	return &e
}

// refresh opens new files. It returns how many of the open ones, the last ones, still have a name.
func (r *Reader) refresh() (there int, err error) {
	found, err := Files(r.log, open)
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
		if s.file == f {
			if err := s.begin(r.wanted.Since); err != nil {
				return 0, err
			}
		}
		known = append(known, s)
	}
	r.open = append(gone, known...)
	return len(known), nil
}

// mostRenames is how often a log may be renamed while its files are opened.
const mostRenames = 10

// Files opens the files that have the names of a log now, older first. open returns nil for one that
// doesn't exist.
func Files(l journal.Log, open func(path string) (*os.File, error)) (found []*os.File, err error) {
	for range mostRenames {
		now, err := open(l.File)
		if err != nil {
			return nil, err
		}
		before, err := open(l.Old)
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
	return nil, fmt.Errorf("%s, %s: found one file by both names, want two", l.File, l.Old)
}

// open opens a file for reading; nil if it doesn't exist.
func open(path string) (*os.File, error) {
	f, err := os.Open(path)
	if files.Absent(err) {
		return nil, nil
	}
	return f, err
}

func contains(all []*os.File, f *os.File) bool {
	return slices.ContainsFunc(all, func(other *os.File) bool { return same(f, other) })
}

// same reports whether both are the same file.
func same(a, b *os.File) bool {
	if a == nil || b == nil {
		return false
	}
	x, err1 := a.Stat()
	y, err2 := b.Stat()
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// Follow is Read until the context ends, which isn't an error.
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
