package answers

import (
	"fmt"
	"os"
	"time"

	"bcrules.dev/engine/files"
)

// A Status says how complete an index is.
type Status struct {
	Project string     `json:"project"`
	File    string     `json:"file"`           // path of the index, which may not exist
	Ready   bool       `json:"ready"`          // the whole project has been read once
	Why     string     `json:"why,omitempty"`  // why it isn't ready, or what is missing
	At      *time.Time `json:"at,omitempty"`   // when the whole project was last read
	Files   int        `json:"files"`          // number of files in the index
	Symbols int        `json:"symbols"`        //
	Faults  int        `json:"faults"`         // files that could not be read
	Bytes   int64      `json:"bytes"`          // size of the index
	Waiting int        `json:"waiting"`        // requests not yet handled
	Of      int        `json:"of,omitempty"`   // number of files that the last run has to read
	Done    int        `json:"done,omitempty"` // number of files that it has read
}

// A state is the index's own record of its state.
type state struct {
	Began, Ended                           int64
	Files, Done                            int
	Missing                                string
	Known, Faults, Symbols, Waiting, Whole int
}

// Status returns how complete the index of a project is.
func (x Index) Status(project string) (s Status, err error) {
	s = Status{Project: project, File: x.File}
	info, err := os.Stat(x.File)
	if files.Absent(err) {
		s.Why = "nothing is read yet: bcrules index reads it"
		return s, nil
	}
	if err != nil {
		return s, err
	}
	s.Bytes = info.Size()
	all, err := rows[state](x, `select began, ended, files, done, missing, (select count(*) from files) as known,
		(select count(*) from files where fault <> '') as faults, (select count(*) from symbols) as symbols,
		(select count(*) from asked) as waiting, (select count(*) from asked where path = '') as whole from state`)
	if err != nil || len(all) == 0 {
		return s, err
	}
	is := all[0]
	s.Ready, s.Files, s.Symbols, s.Faults, s.Waiting, s.Of, s.Done = is.Ended > 0, is.Known, is.Symbols, is.Faults, is.Waiting, is.Files, is.Done
	if s.Ready {
		at := time.UnixMilli(is.Ended).UTC()
		s.At = &at
	}
	s.Why = is.why()
	return s, nil
}

// why describes what is missing, "" if nothing is.
func (s state) why() string {
	switch {
	case s.Whole > 0 && s.Ended == 0:
		return fmt.Sprintf("it is being read: %d of %d files; where nothing goes on, bcrules index does", s.Done, s.Files)
	case s.Ended == 0:
		return "the whole project has not been read yet: bcrules index reads it"
	case s.Missing != "":
		return "found no grammar of " + s.Missing + ", want them: bcrules index --setup"
	case s.Whole > 0:
		return fmt.Sprintf("what changed is being read: %d of %d files", s.Done, s.Files)
	}
	return ""
}
