package prove

import (
	"slices"

	"github.com/crillab/gophersat/solver"
)

// A cnf is clauses of literals that must hold all. A literal is the number of a
// variable, below zero if it is denied.
type cnf struct {
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
	lits = slices.Compact(slices.Sorted(slices.Values(lits)))
	for _, l := range lits {
		if l == yes || slices.Contains(lits, -l) {
			return
		}
	}
	c.clauses = append(c.clauses, slices.DeleteFunc(lits, func(l int) bool { return l == no }))
}

// and returns a literal that holds just when all of the literals do.
func (c *cnf) and(lits []int) int {
	var open []int
	for _, l := range lits {
		switch {
		case l == no || slices.Contains(open, -l):
			return no
		case l != yes && !slices.Contains(open, l):
			open = append(open, l)
		}
	}
	switch len(open) {
	case 0:
		return yes
	case 1:
		return open[0]
	}
	gate := c.variable()
	back := []int{gate}
	for _, l := range open {
		c.clause(-gate, l)
		back = append(back, -l)
	}
	c.clause(back...)
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

// satisfiable reports whether all clauses can hold at once, or that it can't be said.
func (c *cnf) satisfiable() bool {
	if slices.ContainsFunc(c.clauses, func(lits []int) bool { return len(lits) == 0 }) {
		return false
	}
	if len(c.clauses) == 0 {
		return true
	}
	learned, end := make(chan string), make(chan solver.Status, 1)
	s := solver.New(solver.ParseSlice(c.clauses))
	s.Certified, s.CertChan = true, learned
	go func() { end <- s.Solve() }()
	for range maxLearned {
		select {
		case <-learned:
		case status := <-end:
			return status != solver.Unsat
		}
	}
	return true // the solver can't be ended: it waits, for good, to say what it learned next
}

// maxLearned bounds the clauses that the solver learns, which is what takes its
// time.
const maxLearned = 2000
