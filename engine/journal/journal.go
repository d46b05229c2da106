// Package journal writes the decisions log: a line of JSON for every event that a hook's process
// answered, in bcrules/decisions.jsonl of the user's cache folder.
//
// Many processes write it at once, each for as long as it takes to read the end of the file and
// append a line. A line has the number after that of the last one, which may be in the previous
// file. It is written by one system call, so lines don't mix. One process renames a full file while
// nobody writes, and the others go on. The log is the current file and the previous one, which
// together stay within the limit.
//
// Package cmd/log reads the log: a hook doesn't.
package journal

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// DefaultMax limits the log's size, in bytes, if the rules don't.
const DefaultMax = 16 << 20

// If a file is full, another process is about to rename it, which is waited for: tries times, with a
// pause each. If it has been full for as long as stuck, that won't happen.
const (
	tries = 200
	pause = time.Millisecond
	stuck = time.Second
)

// A Log is the two files of a decisions log.
type Log struct {
	File string        // being written
	Old  string        // the previous one, full
	Max  int64         // limit for both together, in bytes, 0 for DefaultMax
	Age  time.Duration // limit for an entry, 0 for none
}

// Open returns the log in the user's cache folder, which need not exist yet. It fails if that folder
// is unknown.
func Open(own *host.Folders) (Log, error) {
	if own.Cache == "" {
		return Log{}, host.ErrNoCache
	}
	return Log{File: host.Bcrules(own.Cache, "decisions.jsonl"), Old: host.Bcrules(own.Cache, "decisions.old.jsonl")}, nil
}

// Check returns why no entry can be added to the file, or nil; also if there is none yet.
func (l Log) Check() error { return files.Appendable(l.File) }

// Write adds an entry. It leaves out the event and the reply if they would make it too long.
func (l Log) Write(e *Entry) error {
	l.Max = cmp.Or(l.Max, DefaultMax)
	l.outlive(e.Time)
	line := e.Append(make([]byte, 0, 512)) // more than most need
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

// add appends a line. A file may have half of Max, which is eight sixteenths: add starts renaming at
// five, and lets processes write up to seven meanwhile; the last is for those that found room at the
// same moment.
func (l Log) add(line []byte) error {
	full, most := l.Max/16*5, l.Max/16*7
	if int64(len(line)) > full {
		return fmt.Errorf("found a line of %d bytes, want at most %d", len(line), full)
	}
	var err error
	for range tries {
		var size int64
		size, err = files.AppendUnder(l.File, 0o600, most, func(before *files.Handle) []byte { return l.counted(line, before) })
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

// rotate makes the file the previous one if that is due, unless another process is about to. It
// reports whether there is room now.
func (l Log) rotate(due func(path string) bool) bool {
	began := false
	move := func() error {
		began = true
		if !due(l.File) {
			return nil
		}
		alone, err := files.Alone(l.File, func() error { return os.Rename(l.File, l.Old) })
		if err == nil && !alone {
			err = files.ErrFull
		}
		return err
	}
	looked, err := files.TryLocked(filepath.Dir(l.File), move)
	if err != nil && !began && !files.Absent(err) { // the file system has no locks
		looked, err = l.claimed(move)
	}
	return looked && (err == nil || files.Absent(err))
}

// claimed runs move unless another process does. A file that only one process can create, and that
// it removes afterwards, stands in for a lock. claimed reports whether it ran.
func (l Log) claimed(move func() error) (bool, error) {
	claim := l.File + ".moving"
	f, err := os.OpenFile(claim, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		if info, gone := os.Stat(claim); gone == nil && time.Since(info.ModTime()) > stuck { // its process was killed
			os.Remove(claim)
		}
		return false, err
	}
	f.Close()
	defer os.Remove(claim)
	return true, move()
}

// larger returns a function that reports whether a file exceeds a size.
func larger(full int64) func(path string) bool {
	return func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Size() > full
	}
}

// outlive makes the file the previous one if it is too old. Entries are in the order of their times,
// so a file is as old as its first entry; it becomes the previous one at half of the limit.
func (l Log) outlive(now time.Time) {
	if l.Age == 0 {
		return
	}
	if due := older(now.Add(-l.Age / 2)); due(l.File) {
		l.rotate(due)
	}
}

// forget removes the previous file if all in it is too old. The current one has an entry then, whose
// number continues the count.
func (l Log) forget(now time.Time) {
	due := older(now.Add(-l.Age))
	if l.Age == 0 || !due(l.Old) {
		return
	}
	files.TryLocked(filepath.Dir(l.File), func() error {
		if !due(l.Old) { // another process was first
			return nil
		}
		return os.Remove(l.Old)
	})
}

// older returns a function that reports whether the first entry of a file is from before a time.
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
