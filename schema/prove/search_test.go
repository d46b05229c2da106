package prove

import (
	"math/rand/v2"
	"testing"
	"time"
)

// The search finds clauses satisfiable exactly if one of all assignments makes them hold.
func TestSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	possible := 0
	const questions, variables = 2000, 8
	for range questions {
		c := cnf{budget: NewBudget().Share(), variables: variables + 1}
		for range 10 + rng.IntN(30) {
			var lits []int
			for range 1 + rng.IntN(4) {
				l := 2 + rng.IntN(variables) // 1 is yes
				lits = append(lits, []int{l, -l}[rng.IntN(2)])
			}
			c.clause(lits...)
		}
		want := tried(c.clauses, variables)
		if want {
			possible++
		}
		if got := c.satisfiable(); got != want || c.budget.Short() {
			t.Fatalf("%v: satisfiable %t, want %t", c.clauses, got, want)
		}
	}
	if possible == 0 || possible == questions {
		t.Errorf("%d of %d are possible, want some and not all", possible, questions)
	}
}

// tried reports whether some values make all clauses hold.
func tried(clauses [][]int, variables int) bool {
	for values := range 1 << variables {
		holds := func(l int) bool { return (values>>(abs(l)-2)&1 == 1) == (l > 0) }
		all := true
		for _, lits := range clauses {
			one := false
			for _, l := range lits {
				one = one || holds(l)
			}
			all = all && one
		}
		if all {
			return true
		}
	}
	return false
}

// When time is over, the remaining steps don't count.
func TestBudgetTime(t *testing.T) {
	b := newBudget(stepsOfShare, -time.Second, nil)
	if b.spend(stepsUntimed / 2); b.spent() {
		t.Error("over before the clock is looked at, want that it needn't be")
	}
	if b.spend(stepsUntimed); !b.spent() || !b.Short() {
		t.Error("not over after the time, want it to be")
	}
}
