package prove

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"
	"time"
)

// A domain divides the values of a term by the results of its tests: into cells, exactly one of
// which contains the value. Each test has a literal for its success.
type domain struct {
	sort     sort
	tests    map[predicate]int
	order    []predicate // tests in the order added
	all      []cell
	patterns map[string]*pattern

	strings   map[string]bool
	numbers   map[float64]bool
	durations map[time.Duration]bool
	constants map[any]bool // true, false, nil
	ranks     map[any]int  // of numbers and durations, each among its kind
}

// A predicate is a test without its term.
type predicate struct {
	op   string
	want any
}

// A cell is one string, number, duration, truth or nil; or all numbers between two mentioned ones;
// or everything else.
type cell struct {
	kind kind
	text string
	rank int // of a number or duration: odd for mentioned values, even for the gaps between them
	is   any // true, false or nil
}

type kind byte

const (
	others       kind = iota // anything else
	otherStrings             // any string not mentioned
	aString
	aNumber
	aDuration
	aConstant
)

func (d *domain) add(t test) {
	if t.sort != d.sort {
		d.sort = anySort
	}
	p := predicate{t.op, t.want}
	if _, ok := d.tests[p]; ok {
		return
	}
	d.tests[p] = 0
	d.order = append(d.order, p)
	if d.strings == nil {
		d.strings, d.numbers, d.durations, d.constants = map[string]bool{}, map[float64]bool{}, map[time.Duration]bool{}, map[any]bool{}
	}
	switch v := t.want.(type) {
	case string:
		if t.op == "==" {
			d.strings[v] = true
		}
	case float64:
		d.numbers[v] = true
	case time.Duration:
		d.durations[v] = true
	case bool, nil:
		d.constants[v] = true
	}
}

// cells computes the cells.
func (d *domain) cells() {
	d.ranks = map[any]int{}
	takes := func(sorts ...sort) bool { return d.sort == anySort || slices.Contains(sorts, d.sort) }
	if takes(stringSort) {
		for _, s := range slices.Sorted(maps.Keys(d.strings)) {
			d.all = append(d.all, cell{kind: aString, text: s})
		}
		d.all = append(d.all, cell{kind: otherStrings})
	}
	if takes(intSort, floatSort) && (d.sort != anySort || len(d.numbers) > 0) {
		points(d, aNumber, d.numbers, func(a, b float64) bool {
			return d.sort == intSort && math.Floor(a)+1 >= math.Ceil(b)
		})
	}
	if takes(durationSort) && (d.sort != anySort || len(d.durations) > 0) {
		points(d, aDuration, d.durations, func(a, b time.Duration) bool { return a+1 >= b })
	}
	switch {
	case d.sort == boolSort:
		d.all = append(d.all, cell{kind: aConstant, is: true}, cell{kind: aConstant, is: false})
	case d.sort == anySort:
		for _, v := range []any{true, false, nil} {
			if d.constants[v] {
				d.all = append(d.all, cell{kind: aConstant, is: v})
			}
		}
	}
	if d.sort == anySort || d.sort == floatSort { // NaN is a float
		d.all = append(d.all, cell{})
	}
}

// points adds a cell for each value mentioned and for each non-empty gap between them.
func points[T cmp.Ordered](d *domain, k kind, values map[T]bool, empty func(a, b T) bool) {
	sorted := slices.Sorted(maps.Keys(values))
	for i, v := range sorted {
		if i == 0 || !empty(sorted[i-1], v) {
			d.all = append(d.all, cell{kind: k, rank: 2 * i})
		}
		d.ranks[v] = 2*i + 1
		d.all = append(d.all, cell{kind: k, rank: 2*i + 1})
	}
	d.all = append(d.all, cell{kind: k, rank: 2 * len(sorted)})
}

// build assigns literals to the cells and the tests.
func (d *domain) build(c *cnf) {
	d.cells()
	lits := d.literals(c)
	index := map[any]int{}
	for i, cell := range d.all {
		switch cell.kind {
		case aString:
			index[cell.text] = i
		case aConstant:
			index[cell.is] = i
		}
	}
	for _, p := range d.order {
		if i, ok := index[p.want]; ok && p.op == "==" {
			d.tests[p] = lits[i]
			continue
		}
		var in []int
		free := 0
		for i := range d.all {
			if c.budget.spent() {
				return
			}
			switch c.budget.spend(d.steps(p, i)); d.try(p, i) {
			case holds:
				in = append(in, lits[i])
			case either:
				if free == 0 {
					free = c.variable()
				}
				in = append(in, c.and([]int{lits[i], free}))
			}
		}
		d.tests[p] = c.or(in)
	}
	d.relate(c)
}

// literals returns a literal for each cell, exactly one of which holds: the cells are numbered, and
// the digits of the number are variables.
func (d *domain) literals(c *cnf) []int {
	digits := make([]int, bits.Len(uint(len(d.all)-1)))
	for i := range digits {
		digits[i] = c.variable()
	}
	lits := make([]int, len(d.all))
	for n := range lits {
		of := make([]int, len(digits))
		for i, digit := range digits {
			of[i] = digit
			if n>>i&1 == 0 {
				of[i] = -digit
			}
		}
		lits[n] = c.and(of)
	}
	c.clause(lits...)
	return lits
}

// relate adds the relations between tests of strings: a string that starts with ab also starts with
// a, contains it, and doesn't start with b.
func (d *domain) relate(c *cnf) {
	var texts []predicate
	for _, p := range d.order {
		if _, ok := p.want.(string); ok && (p.op == "startsWith" || p.op == "endsWith" || p.op == "contains") {
			texts = append(texts, p)
		}
	}
	for _, p := range texts {
		for _, q := range texts {
			a, b := p.want.(string), q.want.(string)
			switch c.budget.spend(1 + (len(a)+len(b))/bytesOfStep); {
			case c.budget.spent():
				return
			case p == q:
			case implies(p.op, a, q.op, b):
				c.clause(-d.tests[p], d.tests[q])
			case p.op == q.op && excludes(p.op, a, b):
				c.clause(-d.tests[p], -d.tests[q])
			}
		}
	}
}
