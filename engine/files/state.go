package files

import (
	"io/fs"
	"os"
	"time"

	"bcrules.dev/engine/wire"
)

// A State tells a file from what it was at another time: also what isn't there from what
// nobody can tell of.
type State struct {
	Size   int64 // bytes; sizeAbsent or sizeUnknown where there are none
	Time   int64 // when it was written, Unix ns
	Change int64 // when that, its name or its mode changed, Unix ns; 0 where it isn't known
	Inode  int64 // 0 where there are none
}

// Sizes of what has none.
const (
	sizeAbsent  = -1 // it isn't there
	sizeUnknown = -2 // it can't be looked at, and may be there
)

// without returns the state of what Stat failed for.
func without(err error) State {
	if Absent(err) {
		return State{Size: sizeAbsent}
	}
	return State{Size: sizeUnknown}
}

// StateOf returns the state of what Stat found.
func StateOf(info fs.FileInfo) State {
	s := State{Size: info.Size(), Time: info.ModTime().UnixNano()}
	s.Change, s.Inode = identity(info)
	return s
}

// KindAt returns the state of what a path itself is, such as a folder or a link to one, and which:
// its size is its type, and its time when any of it changed. Of what can't be looked at the size is
// negative.
func KindAt(path string) State {
	info, err := os.Lstat(path)
	if err != nil {
		return without(err)
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

// RestTime and RestTimeCoarse are how long a file must have rested before it was
// read to be trusted: longer than the clocks of file systems that keep nanoseconds
// take to go on, and of those that keep seconds.
const (
	RestTime       = 50 * time.Millisecond
	RestTimeCoarse = 2 * time.Second
)

// Rested reports whether a file was not written so shortly before it was read that
// a change after it could look the same; both times are Unix ns.
func Rested(written, read int64) bool {
	rest := RestTime
	if written%int64(time.Second) == 0 {
		rest = RestTimeCoarse
	}
	// A time far ahead is a wrong clock, not a change.
	age := time.Duration(read - written)
	return age >= rest || age <= -time.Hour
}
