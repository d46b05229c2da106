package prove

import (
	"cmp"
	"slices"
)

// A cnf is clauses of literals that must hold all. A literal is the number of a
// variable, below zero if it is denied.
type cnf struct {
	budget    *Budget
	variables int
	clauses   [][]int
}

// yes is a literal that holds.
const (
	yes = 1
	no  = -yes
)

// variable returns a literal that is free.
func (c *cnf) variable() int {
	c.variables = max(c.variables, yes) + 1
	return c.variables
}

// clause demands that one of the literals holds.
func (c *cnf) clause(lits ...int) {
	if open, sure := c.open(lits, yes); !sure {
		c.clauses = append(c.clauses, open)
	}
}

// open returns the literals of a list that say something, each once. The list is sure
// if one of them is the literal that decides it, or two are each other's opposite.
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

// and returns a literal that holds just when all of the literals do.
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

// or returns a literal that holds just when one of the literals does.
func (c *cnf) or(lits []int) int {
	denied := make([]int, len(lits))
	for i, l := range lits {
		denied[i] = -l
	}
	return -c.and(denied)
}

// satisfiable reports whether all clauses can hold at once, or that the budget is
// spent.
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
