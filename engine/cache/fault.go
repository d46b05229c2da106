package cache

import (
	"os"
	"strconv"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// A fault is a note that rules in some state don't compile.
type fault struct {
	Stamp Stamp
	Text  string // the first fault
	Until int64  // Unix ns from which on it is to be looked for again; 0: while the files stay
}

func (f *fault) code(c *wire.Coder) {
	f.Stamp.code(c)
	c.String(&f.Text)
	c.Int64(&f.Until)
}

// WriteFault notes that the rules in the state of the stamp don't compile, and
// until when that is to be believed; the zero time stands for as long as they
// stay. The plan, if there is one, stays. Where there is none, guard is what the
// rules have of closed hooks as far as they can be read, nil if nothing is known.
func (s Store) WriteFault(rules, text string, stamp Stamp, until time.Time, guard *plan.Plan) error {
	if p, err := s.Read(rules); err == nil {
		p.Close()
	} else if guard != nil {
		if err := s.writeGuard(rules, guard); err != nil {
			return err
		}
	}
	f := fault{Stamp: stamp, Text: text}
	if !until.IsZero() {
		f.Until = until.UnixNano()
	}
	return s.write(rules, "fault", alone(f.code))
}

// Fault returns why the rules as they are now don't compile, as noted; "" if
// they changed since, or nothing is noted. See Stamp.Holds.
func (s Store) Fault(rules, compiler string, listed []plan.Folder) string {
	for dir := range s.places {
		var f fault
		file, err := s.openIn(dir, rules, "fault", f.code)
		if err != nil {
			continue
		}
		file.Close()
		if (f.Until == 0 || time.Now().UnixNano() <= f.Until) && f.Stamp.Rested() && f.Stamp.Holds(compiler, listed) {
			return f.Text
		}
	}
	return ""
}

// Told reports whether a session has been told something of the rules already,
// and notes that it is now: of several that ask at once one is answered no.
func (s Store) Told(rules, session, what string) bool {
	note := func() (*os.File, error) {
		return os.OpenFile(s.told(rules, session, what), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	}
	f, err := note()
	if files.Absent(err) && s.folder() == nil { // no plan was made yet
		f, err = note()
	}
	if err != nil {
		return os.IsExist(err)
	}
	f.Close()
	return false
}

// Since is when a session was told something, ns since 1970; 0 if it wasn't.
func (s Store) Since(rules, session, what string) int64 {
	info, err := os.Stat(s.told(rules, session, what))
	if err != nil {
		return 0
	}
	return info.ModTime().UnixNano()
}

// Untold forgets that a session was told something.
func (s Store) Untold(rules, session, what string) { os.Remove(s.told(rules, session, what)) }

// told is the file that notes it.
func (s Store) told(rules, session, what string) string {
	return s.path(rules, "told-"+strconv.FormatUint(hash(session+"\x00"+what), 16))
}
