package prove

import "time"

// A Budget is how much work proofs may take, in steps: nodes that are translated, tests
// that are tried, literals that are looked at. Where none are left everything counts as
// possible. That it is steps makes what is proved the same on every machine; the clock
// is there for one so slow that nobody would wait for it.
type Budget struct {
	steps int
	until time.Time
	look  int     // at so many steps the clock is looked at again
	whole *Budget // what it is a share of
	short bool    // it was asked for more

	items map[[2]any]bool // what was proved of items (some.go)
}

// A step takes some 10 ns where a processor has nothing else to do.
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

// Short reports whether something counts as possible for want of steps.
func (b *Budget) Short() bool { return b.short }

func (b *Budget) spend(n int) {
	for ; b != nil; b = b.whole {
		if b.steps -= n; b.steps < b.look {
			b.look = b.steps - stepsUntimed
			if time.Now().After(b.until) {
				b.steps = 0
			}
		}
	}
}

// over reports whether no steps are left, which the one who asks then wants.
func (b *Budget) over() bool {
	b.short = b.short || b.steps <= 0
	return b.short
}
