package fleet

import (
	"cmp"
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

// A site is a folder of rules that bundles are put into, and the folder beside it with all else that
// bcfleet keeps of them:
//
//	DIR                    the rules in force, with bundle.json (package held)
//	DIR-bundles/state.json the site's State
//	DIR-bundles/new        the bundle that is being checked, or the rules that were just replaced
//	DIR-bundles/7-1a2b3c…  rules that were in force before; by-hand, those before the first bundle
type site struct {
	Dir, Side    string
	Organisation bool // these are the organisation's rules, so they are compiled
	State        State
}

// A State is what bcfleet remembers of a site. Which bundle is in force only the folder itself says.
type State struct {
	Module   string    `json:"module,omitempty"`   // of all its bundles, since the first
	Serial   int64     `json:"serial,omitempty"`   // the highest that was ever in force
	Left     int64     `json:"left,omitempty"`     // the highest that somebody went back from since the last pull of a bundle
	Compiled string    `json:"compiled,omitempty"` // digest of the bundle that was compiled last
	By       string    `json:"by,omitempty"`       // the bcrules that compiled it
	Since    time.Time `json:"since,omitzero"`     // when the rules in force came into force
	Swap     *Swap     `json:"swap,omitempty"`     // one that was begun and not ended
	Kept     []Kept    `json:"kept,omitempty"`     // the newest last
	Tried    time.Time `json:"tried,omitzero"`     // the last pull
	Pulled   time.Time `json:"pulled,omitzero"`    // the last pull without a fault
	Fault    string    `json:"fault,omitempty"`    // of the last pull

	Channels map[string]int64 `json:"channels,omitempty"` // the highest serial of each channel, by its tag, which takes only channels from then on
}

// A Swap replaces the rules in force by those in DIR-bundles/new.
type Swap struct {
	To    string `json:"to"`              // digest of the new bundle
	Was   *Kept  `json:"was,omitempty"`   // how the replaced rules are kept; nil if they aren't
	From  string `json:"from,omitempty"`  // name of the kept folder that comes back into force
	First bool   `json:"first,omitempty"` // DIR didn't exist
	Left  int64  `json:"left,omitempty"`  // the State.Left to come
}

// Kept is a folder of rules that were in force.
type Kept struct {
	Name  string    `json:"name"`
	Until time.Time `json:"until"`
}

// keeps is how many bundles stay on the machine, including the one in force.
const keeps = 3

// newName is the folder of the bundle that is being checked.
const newName = "new"

// openSite returns the site of a folder; "" stands for the organisation's.
func openSite(dir string) (*site, error) {
	rules, _ := host.OfSystem().Place()
	dir = cmp.Or(dir, rules)
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if rules == host.System && dir == rules {
		return nil, refuse("this system has no folder for an organisation's rules, want --into DIR")
	}
	s := &site{Dir: dir, Side: dir + "-bundles", Organisation: dir == rules}
	return s, held.Load(s.stateFile(), &s.State)
}

func intoFlag(f *flag.FlagSet, into *string) {
	f.StringVar(into, "into", "", "use the rules in folder `DIR` instead of the organisation's")
}

func (s *site) stateFile() string { return filepath.Join(s.Side, "state.json") }

func (s *site) save() error { return held.Save(s.stateFile(), &s.State) }

// begin makes DIR-bundles and locks other processes out until done is called.
func (s *site) begin() (done func(), err error) {
	if s.Organisation && !host.Administers() {
		return nil, fmt.Errorf("only root may change the rules in %s, which apply to all users", s.Dir)
	}
	err = os.MkdirAll(s.Side, 0o755)
	if err == nil {
		err = os.Chmod(s.Side, 0o755)
	}
	if err != nil {
		return nil, err
	}
	if at := files.Unrooted(s.Side, host.System); s.Organisation && at != "" {
		return nil, fmt.Errorf("%s: others than root may change it, want it writable by root alone", at)
	}
	lock := flock.New(filepath.Join(s.Side, "lock"))
	if got, err := lock.TryLock(); err != nil {
		return nil, err
	} else if !got {
		return nil, fmt.Errorf("%s: another bcfleet is running", s.Side)
	}
	again, err := openSite(s.Dir) // the process before may have changed the state
	if err != nil {
		lock.Close()
		return nil, err
	}
	s.State = again.State
	return func() { lock.Close() }, nil
}

// holds returns the bundle in force, nil if the folder names none.
func (s *site) holds() (*held.Bundle, error) { return held.In(s.Dir) }
