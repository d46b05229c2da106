package cache

import (
	"hash/fnv"
	"os"
	"strconv"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// A fault records that rules in some state don't compile.
type fault struct {
	Stamp Stamp
	Text  string // the first fault
	Until int64  // Unix ns after which to try again; 0 for as long as the files stay
}

func (f *fault) code(c *wire.Coder) {
	f.Stamp.code(c)
	c.String(&f.Text)
	c.Int64(&f.Until)
}

// WriteFault records that the rules in the state of the stamp don't compile. It holds until the
// given time; the zero time means for as long as the files stay. An existing plan stays. If there
// is none, guard has the closed hooks as far as the rules can be read, nil if nothing is known.
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
	return s.write(rules, "fault", rootOnly(f.code))
}

// Fault returns the recorded fault of the rules as they are now; "" if they changed since, or none
// is recorded. See Stamp.Holds.
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

// Told reports whether a session was already told something about the rules, and records that it is
// now. Exactly one of several concurrent callers gets false; all do if the record can't be written.
func (s Store) Told(rules, session, what string) bool {
	note := func() (*os.File, error) {
		return os.OpenFile(s.toldFile(rules, session, what), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
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

// Since returns when a session was told something, in Unix ns; 0 if it wasn't.
func (s Store) Since(rules, session, what string) int64 {
	info, err := os.Stat(s.toldFile(rules, session, what))
	if err != nil {
		return 0
	}
	return info.ModTime().UnixNano()
}

// Untold forgets that a session was told something.
func (s Store) Untold(rules, session, what string) { os.Remove(s.toldFile(rules, session, what)) }

// toldFile returns the file that records what a session was told.
func (s Store) toldFile(rules, session, what string) string {
	h := fnv.New64a()
	h.Write([]byte(session + "\x00" + what))
	return s.path(rules, "told-"+strconv.FormatUint(h.Sum64(), 16))
}
