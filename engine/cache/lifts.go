package cache

import (
	"time"

	"bcrules.dev/engine/wire"
)

// A Lift says that the user lifted a rule for a time.
type Lift struct {
	Rule   string // HOOK/ID, or HOOK/NUMBER
	Until  int64  // Unix ns
	Since  int64  // Unix ns
	Reason string
}

// lifts are stored like plans, under the user's key, so that nobody else can lift the user's rules.
type lifts []Lift

func (l *lifts) code(c *wire.Coder) {
	wire.List(c, (*[]Lift)(l), func(c *wire.Coder, l *Lift) {
		c.String(&l.Rule)
		c.Int64(&l.Until)
		c.Int64(&l.Since)
		c.String(&l.Reason)
	})
}

// liftsOf replaces the name of a rule set in their file's name: they apply to all rule sets.
const liftsOf = "lifts"

// Lifts returns the rules that are lifted at a given time.
func (s Store) Lifts(now time.Time) (all []Lift) {
	for dir := range s.places {
		var is lifts
		f, err := s.openIn(dir, liftsOf, "lift", is.code)
		if err != nil {
			continue
		}
		f.Close()
		for _, l := range is {
			if l.Since <= now.UnixNano() && now.UnixNano() < l.Until {
				all = append(all, l)
			}
		}
		return all
	}
	return nil
}

// WriteLifts stores which rules are lifted.
func (s Store) WriteLifts(all []Lift) error {
	is := lifts(all)
	return s.write(liftsOf, "lift", rootOnly(is.code))
}
