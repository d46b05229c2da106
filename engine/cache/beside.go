package cache

import (
	"bytes"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// Two installed programs may answer for one rule set, as where a project's settings name one and
// the PATH another. Neither takes the other's plan, and if there were one file they would replace it
// in turn, at each event. So the first has the file that all look for, and each other its own.

// shared is the kind of the plan that any program may have made.
const shared = "plan"

// ownPlan is the kind of the plan that this program made where another's is the shared one.
func ownPlan() string {
	h := fnv.New32a()
	h.Write([]byte(host.Beside("bcrules")))
	return strconv.FormatUint(uint64(h.Sum32()), 16) + "." + shared
}

// planPlaces yields where a plan may be: each folder with the kinds of file to look for. The shared
// one comes first, as it is nearly always this program's.
func (s Store) planPlaces(yield func(dir, of string) bool) {
	for dir := range s.places {
		if !yield(dir, shared) {
			return
		}
		if !s.open && !yield(dir, ownPlan()) { // one program makes the organisation's
			return
		}
	}
}

// planOf returns the kind of file to write this program's plan to.
func (s Store) planOf(rules string) string {
	if s.open || len(s.dirs) == 0 {
		return shared
	}
	p, err := s.readIn(s.dirs[0], rules, shared)
	if err != nil {
		if ofVersion(filepath.Join(s.dirs[0], name(rules, shared))) {
			return ownPlan()
		}
		return shared
	}
	defer p.Close()
	by := p.root.Stamp.compiler()
	if _, err := os.Stat(by); err == nil && by != host.Beside("bcrules") {
		return ownPlan()
	}
	s.forget(rules, ownPlan())
	return shared
}

// ofVersion reports whether a file that this version can't read is a whole plan of another one.
func ofVersion(path string) bool {
	data, err := files.Read(files.At(path))
	at := bytes.LastIndex(data, []byte(kindWord(shared)))
	return err == nil && at >= 0 && bytes.IndexByte(data[at:], '\n') == len(data)-at-1 && string(data[at:]) != kind(shared)
}
