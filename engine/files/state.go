package files

import (
	"io/fs"
	"os"
	"time"

	"bcrules.dev/engine/wire"
)

// A State identifies the version of a file. It distinguishes an absent file from one that can't be
// inspected.
type State struct {
	Size   int64 // bytes; or sizeAbsent or sizeUnknown
	Time   int64 // last write, Unix ns
	Change int64 // last change of content, name or mode, Unix ns; 0 if unknown
	Inode  int64 // 0 if the system has none
}

// Sizes for files without one.
const (
	sizeAbsent  = -1 // it doesn't exist
	sizeUnknown = -2 // it can't be inspected, and may exist
)

// stateOfError returns the state for an error of Stat.
func stateOfError(err error) State {
	if Absent(err) {
		return State{Size: sizeAbsent}
	}
	return State{Size: sizeUnknown}
}

// StateOf returns the state for a result of Stat.
func StateOf(info fs.FileInfo) State {
	s := State{Size: info.Size(), Time: info.ModTime().UnixNano()}
	s.Change, s.Inode = identity(info)
	return s
}

// KindAt returns the state of what a path itself is, such as a folder or a link to one: Size is its
// type and Time its last change. Size is negative if it can't be inspected.
func KindAt(path string) State {
	info, err := os.Lstat(path)
	if err != nil {
		return stateOfError(err)
	}
	changed, inode := identity(info)
	return State{Size: int64(info.Mode().Type()), Time: changed, Inode: inode}
}

// Code codes a state; see package wire.
func (s *State) Code(c *wire.Coder) {
	c.Int64(&s.Size)
	c.Int64(&s.Time)
	c.Int64(&s.Change)
	c.Int64(&s.Inode)
}

// RestTime and RestTimeCoarse are how long a file must be unchanged before it is read to be
// trusted: longer than a clock tick of file systems with nanoseconds, and with seconds.
const (
	RestTime       = 50 * time.Millisecond
	RestTimeCoarse = 2 * time.Second
)

// Rested reports whether a file was not written so shortly before it was read that a later change
// could look the same. Both times are Unix ns.
func Rested(written, read int64) bool {
	rest := RestTime
	if written%int64(time.Second) == 0 {
		rest = RestTimeCoarse
	}
	// A time far ahead is a wrong clock, not a change.
	age := time.Duration(read - written)
	return age >= rest || age <= -time.Hour
}
