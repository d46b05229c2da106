package prove

import "slices"

// A search assigns variables until all clauses hold or certainly can't (DPLL): it propagates forced
// values, tries a value for the variable that occurs in most clauses, and then the other value. A
// clause is visited again only when one of the two literals that it watches fails.
type search struct {
	budget   *Budget
	clauses  [][]int // watched literals first
	watching [][]int // clause numbers, by literal (index)
	value    []int8  // by variable: 1 if it holds, -1 if it fails, 0 if it is undecided
	order    []int   // variables, those in most clauses first
	trail    []int   // literals that hold, in the order set
	followed int     // how many literals of the trail have been propagated
}

// newSearch returns a search for clauses of two or more literals.
func newSearch(b *Budget, variables int, clauses [][]int) *search {
	s := &search{budget: b, clauses: clauses, watching: make([][]int, 2*variables+2), value: make([]int8, variables+1)}
	in := make([]int, variables+1)
	for n, lits := range clauses {
		for i, l := range lits {
			in[abs(l)]++
			if i < 2 {
				s.watching[index(l)] = append(s.watching[index(l)], n)
			}
		}
	}
	for v := range variables {
		s.order = append(s.order, v+1)
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return in[b] - in[a] })
	return s
}

func abs(l int) int { return max(l, -l) }

// index returns the index of a literal in watching.
func index(l int) int {
	if l < 0 {
		return -2*l + 1
	}
	return 2 * l
}

// is returns 1 if a literal holds, -1 if it fails, 0 if it is undecided.
func (s *search) is(l int) int8 {
	if l < 0 {
		return -s.value[-l]
	}
	return s.value[l]
}

// set makes an undecided literal hold.
func (s *search) set(l int) {
	s.value[abs(l)] = int8(l / abs(l))
	s.trail = append(s.trail, l)
}

// solve reports whether all clauses can hold along with the literals that already hold, or the
// budget is spent. The variables before from in order have values.
func (s *search) solve(from int) bool {
	if !s.follow() {
		return false
	}
	for from < len(s.order) && s.value[s.order[from]] != 0 {
		from++
	}
	if from == len(s.order) || s.budget.spent() {
		return true
	}
	start := len(s.trail)
	for _, l := range []int{-s.order[from], s.order[from]} {
		s.set(l)
		if s.solve(from + 1) {
			return true
		}
		for _, l := range s.trail[start:] {
			s.value[abs(l)] = 0
		}
		s.trail, s.followed = s.trail[:start], start
	}
	return false
}

// follow propagates forced values; false if a clause fails.
func (s *search) follow() bool {
	for ; s.followed < len(s.trail); s.followed++ {
		failed := -s.trail[s.followed]
		list := s.watching[index(failed)]
		kept := list[:0]
		for i, n := range list {
			lits := s.clauses[n]
			if lits[0] == failed {
				lits[0], lits[1] = lits[1], failed
			}
			held, other := s.is(lits[0]), -1
			if held <= 0 {
				s.budget.spend(len(lits))
				other = slices.IndexFunc(lits[2:], func(l int) bool { return s.is(l) >= 0 })
			}
			switch {
			case other >= 0:
				lits[1], lits[2+other] = lits[2+other], failed
				s.watching[index(lits[1])] = append(s.watching[index(lits[1])], n)
				continue
			case held < 0:
				s.watching[index(failed)] = append(kept, list[i:]...)
				return false
			case held == 0:
				s.set(lits[0])
			}
			kept = append(kept, n)
		}
		s.watching[index(failed)] = kept
	}
	return true
}
