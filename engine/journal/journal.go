// Package journal writes the decisions log: a line of JSON for every event that a
// hook's process answered, in bcrules/decisions.jsonl of the user's cache folder.
//
// Many processes write it at once, each for as long as it takes to read the end of the file and
// add a line: it has the number after that of the last one, which may stand in the file before
// it. A line is one call to the system, so that lines don't mix. The file that is full is renamed
// by one process while nobody writes, and the others go on. The log is that file and the one
// before it; together they stay within the bound.
//
// Reading is the business of package cmd/log: a hook does without.
package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// DefaultMax is how much the log may take where the rules don't say, bytes.
const DefaultMax = 16 << 20

// A file that has no room left is about to be renamed by another process, which
// is waited for: tries times, a pause each. Where it has been full for as long as
// stuck, that isn't going to happen.
const (
	tries = 200
	pause = time.Millisecond
	stuck = time.Second
)

// A Log is the two files of a decisions log.
type Log struct {
	File string        // being written
	Old  string        // full, the one before it
	Max  int64         // bytes that both may take together, 0 for DefaultMax
	Age  time.Duration // that an entry may have, 0 for no bound
}

// Open returns the log in the user's cache folder, which need not be there yet. It fails if
// there is no telling where that is.
func Open(own *host.Folders) (Log, error) {
	if own.Cache == "" {
		return Log{}, host.ErrNoCache
	}
	return Log{File: host.Bcrules(own.Cache, "decisions.jsonl"), Old: host.Bcrules(own.Cache, "decisions.old.jsonl")}, nil
}

// Write adds an entry. The event and the reply in it are left out where they
// would make it too long.
func (l Log) Write(e *Entry) error {
	if l.Max == 0 {
		l.Max = DefaultMax
	}
	l.outlive(e.Time)
	line := e.Append(make([]byte, 0, 512)) // more than most take
	if most := int(l.Max / 64); len(line) > most && e.Input != nil {
		short := *e
		short.Input, short.Reply, short.Cut = nil, nil, len(e.Input)+len(e.Reply)
		line = short.Append(line[:0])
	}
	if err := l.add(line); err != nil {
		return err
	}
	l.forget(e.Time)
	return nil
}

// add appends a line. Of the half that is a file's it leaves two eighths to those
// who write while it is being renamed, and one to those who found room at the same
// moment.
func (l Log) add(line []byte) error {
	full, most := l.Max/16*5, l.Max/16*7
	if int64(len(line)) > full {
		return fmt.Errorf("found a line of %d bytes, want at most %d", len(line), full)
	}
	var err error
	for range tries {
		var size int64
		size, err = files.AppendUnder(l.File, 0o600, most, func(end []byte) []byte {
			switch {
			case end == nil: // which another process keeps, and so the number
				return line
			case len(end) == 0:
				end = files.Ending(l.Old)
			}
			return counted(line, lastSeq(end))
		})
		switch {
		case files.Absent(err):
			if err := os.MkdirAll(filepath.Dir(l.File), 0o700); err != nil {
				return err
			}
		case errors.Is(err, files.ErrFull):
			if l.rotate(larger(full)) {
				continue
			}
			if info, err := os.Stat(l.File); err == nil && time.Since(info.ModTime()) > stuck {
				return files.ErrFull
			}
			time.Sleep(pause)
		default:
			if err == nil && size > full {
				l.rotate(larger(full))
			}
			return err
		}
	}
	return err
}

// rotate makes the file the old one if that is due, unless another process is about to.
// It reports whether there is room now.
func (l Log) rotate(due func(path string) bool) bool {
	looked, err := files.TryLocked(filepath.Dir(l.File), func() error {
		if !due(l.File) {
			return nil
		}
		alone, err := files.Alone(l.File, func() error { return os.Rename(l.File, l.Old) })
		if err == nil && !alone {
			err = files.ErrFull
		}
		return err
	})
	return looked && (err == nil || files.Absent(err))
}

// larger returns what reports whether a file has more than so many bytes.
func larger(full int64) func(path string) bool {
	return func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Size() > full
	}
}

// outlive makes the file the old one that is too old by then. As entries stand in the order of their times, a
// file is as old as its first: it becomes the old one at half of the age.
func (l Log) outlive(now time.Time) {
	if l.Age == 0 {
		return
	}
	if due := older(now.Add(-l.Age / 2)); due(l.File) {
		l.rotate(due)
	}
}

// forget removes the old file where all in it is too old: when the other has an entry, whose number
// says which was the last.
func (l Log) forget(now time.Time) {
	due := older(now.Add(-l.Age))
	if l.Age == 0 || !due(l.Old) {
		return
	}
	files.TryLocked(filepath.Dir(l.File), func() error {
		if !due(l.Old) { // another process was here
			return nil
		}
		return os.Remove(l.Old)
	})
}

// older returns what reports whether the first entry of a file is of before a time.
func older(t time.Time) func(path string) bool {
	return func(path string) bool {
		f, err := os.Open(path)
		if err != nil {
			return false
		}
		defer f.Close()
		head := make([]byte, len(Opening)+len(Moment))
		if _, err := f.ReadAt(head, 0); err != nil {
			return false
		}
		return string(head) < Opening+t.UTC().Format(Moment)
	}
}
