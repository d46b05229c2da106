package prove

import "time"

// A Budget limits the work of proofs, in steps: nodes translated, tests tried, literals visited.
// When none are left, everything counts as possible. Steps make proofs the same on every machine;
// the clock only stops a machine so slow that nobody would wait for it.
type Budget struct {
	steps int
	until time.Time
	look  int     // the clock is checked again at this number of steps
	whole *Budget // the budget that it is a share of
	short bool    // more steps were needed
	late  bool    // the clock, not the work, used up the steps

	items   map[[2]any]bool // proofs about items (some.go)
	moments int             // conditions translated
}

// moment returns a number that no other condition of the rule set has.
func (b *Budget) moment() int {
	b = b.root()
	b.moments++
	return b.moments
}

// root returns the budget of the rule set.
func (b *Budget) root() *Budget {
	for b.whole != nil {
		b = b.whole
	}
	return b
}

// A step takes some 10 ns on an idle processor.
const (
	stepsInAll   = 200_000_000
	timeInAll    = 30 * time.Second
	stepsOfShare = 8_000_000
	timeOfShare  = time.Second
	stepsUntimed = 50_000
)

// NewBudget returns the budget of a rule set.
func NewBudget() *Budget { return newBudget(stepsInAll, timeInAll, nil) }

// Share returns the part of a budget for one condition.
func (b *Budget) Share() *Budget { return newBudget(min(b.steps, stepsOfShare), timeOfShare, b) }

func newBudget(steps int, limit time.Duration, whole *Budget) *Budget {
	return &Budget{steps: steps, until: time.Now().Add(limit), look: steps - stepsUntimed, whole: whole}
}

// Short reports whether anything counted as possible for lack of steps.
func (b *Budget) Short() bool { return b.short }

// Late reports whether the clock has stopped it, so that the same proof may succeed another time.
func (b *Budget) Late() bool { return b != nil && (b.late || b.whole.Late()) }

func (b *Budget) spend(n int) {
	for ; b != nil; b = b.whole {
		if b.steps -= n; b.steps < b.look {
			b.look = b.steps - stepsUntimed
			if time.Now().After(b.until) {
				b.steps, b.late = 0, true
			}
		}
	}
}

// spent reports whether no steps are left, and records that more were needed.
func (b *Budget) spent() bool {
	b.short = b.short || b.steps <= 0
	return b.short
}
