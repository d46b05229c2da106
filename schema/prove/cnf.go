package prove

import (
	"cmp"
	"slices"
)

// A cnf is a conjunction of clauses of literals. A literal is the number of a variable, negative
// for its negation.
type cnf struct {
	budget    *Budget
	variables int
	clauses   [][]int
}

// yes is the literal that always holds.
const (
	yes = 1
	no  = -yes
)

// variable returns the literal of a new variable.
func (c *cnf) variable() int {
	c.variables = max(c.variables, yes) + 1
	return c.variables
}

// clause adds a clause: one of the literals must hold.
func (c *cnf) clause(lits ...int) {
	if open, sure := c.open(lits, yes); !sure {
		c.clauses = append(c.clauses, open)
	}
}

// open returns the undecided literals of a list, each once. The list is sure if it contains the
// literal that decides it, or two opposite ones.
func (c *cnf) open(lits []int, decides int) (open []int, sure bool) {
	c.budget.spend(len(lits))
	lits = slices.Clone(lits)
	slices.SortFunc(lits, func(a, b int) int { return cmp.Or(abs(a)-abs(b), a-b) })
	for i, l := range lits {
		switch {
		case l == decides || i > 0 && l == -lits[i-1]:
			return nil, true
		case l != -decides && (i == 0 || l != lits[i-1]):
			open = append(open, l)
		}
	}
	return open, false
}

// and returns a literal that holds if and only if all of lits do.
func (c *cnf) and(lits []int) int {
	open, fails := c.open(lits, no)
	switch {
	case fails:
		return no
	case len(open) == 0:
		return yes
	case len(open) == 1:
		return open[0]
	}
	gate := c.variable()
	back := []int{gate}
	for _, l := range open {
		c.clauses = append(c.clauses, []int{-gate, l})
		back = append(back, -l)
	}
	c.clauses = append(c.clauses, back)
	return gate
}

// or returns a literal that holds if and only if one of lits does.
func (c *cnf) or(lits []int) int {
	denied := make([]int, len(lits))
	for i, l := range lits {
		denied[i] = -l
	}
	return -c.and(denied)
}

// satisfiable reports whether all clauses can hold at once, or the budget is spent.
func (c *cnf) satisfiable() bool {
	var several [][]int
	for _, lits := range c.clauses {
		if len(lits) > 1 {
			several = append(several, lits)
		}
	}
	s := newSearch(c.budget, c.variables, several)
	for _, lits := range c.clauses {
		switch {
		case len(lits) == 0 || len(lits) == 1 && s.is(lits[0]) < 0:
			return false
		case len(lits) == 1 && s.is(lits[0]) == 0:
			s.set(lits[0])
		}
	}
	return s.solve(0)
}
