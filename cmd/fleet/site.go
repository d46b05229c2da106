package fleet

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/cmd/fleet/held"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"

	"github.com/gofrs/flock"
)

// A site is a folder of rules that bundles go into, with the folder beside it in which all else of
// them lies:
//
//	DIR                    the rules in force, with bundle.json (package held)
//	DIR-bundles/state.json what is known of them
//	DIR-bundles/new        what is being looked at, or just went out of force
//	DIR-bundles/7-1a2b3c…  what was in force before, the last ones
type site struct {
	Dir, Side    string
	Organisation bool // whose rules these are, so that a plan of them is made
	State        State
}

// A State is what is known of a site. What holds is said by the folder alone.
type State struct {
	Module   string    `json:"module,omitempty"`   // whose bundles these are, from the first on
	Serial   int64     `json:"serial,omitempty"`   // the highest that was taken
	Left     int64     `json:"left,omitempty"`     // the highest that somebody went back from
	Compiled string    `json:"compiled,omitempty"` // digest of the bundle of which the plan is
	By       string    `json:"by,omitempty"`       // the bcrules that made it
	Since    time.Time `json:"since,omitzero"`     // when that came into force
	Swap     *Swap     `json:"swap,omitempty"`     // one that was begun
	Kept     []Kept    `json:"kept,omitempty"`     // the last one last
	Tried    time.Time `json:"tried,omitzero"`     // the last pull
	Pulled   time.Time `json:"pulled,omitzero"`    // the last that was told what to hold
	Fault    string    `json:"fault,omitempty"`    // of the last pull

	Channels map[string]int64 `json:"channels,omitempty"` // the highest serial of each, by its tag; from then on there is one
}

// A Swap is of what was in force with what is in DIR-bundles/new.
type Swap struct {
	To    string `json:"to"`              // digest
	Was   *Kept  `json:"was,omitempty"`   // as what was in force is kept; nil for nowhere
	From  string `json:"from,omitempty"`  // name of the kept folder that is new
	First bool   `json:"first,omitempty"` // nothing was in force
	Left  int64  `json:"left,omitempty"`  // what State.Left is to be
}

// Kept is what was in force, in a folder of this name.
type Kept struct {
	Name  string    `json:"name"`
	Until time.Time `json:"until"`
}

// keeps is how many bundles there are, with the one in force.
const keeps = 3

// newName is the folder of what is being looked at.
const newName = "new"

// openSite returns the site of a folder, the organisation's by "".
func openSite(dir string) (*site, error) {
	rules, _ := host.OfSystem().Place()
	if dir == "" {
		dir = rules
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if rules == host.System && dir == rules {
		return nil, refuse("found no folder of an organisation's rules on this system, want --into DIR")
	}
	s := &site{Dir: dir, Side: dir + "-bundles", Organisation: dir == rules}
	return s, held.Load(s.stateFile(), &s.State)
}

func intoFlag(f *flag.FlagSet, into *string) {
	f.StringVar(into, "into", "", "the rules in folder `DIR`, not the organisation's")
}

func (s *site) stateFile() string { return filepath.Join(s.Side, "state.json") }

func (s *site) save() error { return held.Save(s.stateFile(), &s.State) }

// begin makes the folder beside, and keeps other processes off until done is called.
func (s *site) begin() (done func(), err error) {
	if s.Organisation && !host.Administers() {
		return nil, fmt.Errorf("found another user than the administrator, want root: the rules in %s are everybody's on this machine", s.Dir)
	}
	err = os.MkdirAll(s.Side, 0o755)
	if err == nil {
		err = os.Chmod(s.Side, 0o755)
	}
	if err != nil {
		return nil, err
	}
	if at := files.Unrooted(s.Side, host.System); s.Organisation && at != "" {
		return nil, fmt.Errorf("%s: found what others than the administrator may change, want it theirs alone", at)
	}
	lock := flock.New(filepath.Join(s.Side, "lock"))
	if got, err := lock.TryLock(); err != nil || !got {
		return nil, fmt.Errorf("%s: found another bcfleet at work, want it to end first (%v)", s.Side, err)
	}
	again, err := openSite(s.Dir) // as the one before left it
	if err != nil {
		lock.Close()
		return nil, err
	}
	s.State = again.State
	return func() { lock.Close() }, nil
}

// holds returns the bundle in force, nil if the rules are from none.
func (s *site) holds() (*held.Bundle, error) { return held.In(s.Dir) }
