package prove

// A formula is a truth, not, and, or, choice, test or some.
type formula any

type (
	truth bool
	not   struct{ of formula }
	and   []formula
	or    []formula

	// A choice equals yes if cond holds, else no.
	choice struct{ cond, yes, no formula }

	// A test compares a term with a value: a string, float64, time.Duration, bool or nil, or for
	// the operator fits a *func(string) bool.
	test struct {
		term
		op   string
		want any
	}
)

// bytes returns the length of a test's texts.
func (t test) bytes() int {
	key, _ := t.key.(string)
	want, _ := t.want.(string)
	return len(key) + len(want)
}

// A term is a subexpression that has one value during an event.
type term struct {
	key  any // its text, or a unique pointer
	sort sort
}

// A sort is what is known about the type of a term's value.
type sort byte

const (
	anySort sort = iota
	stringSort
	intSort
	floatSort
	boolSort
	durationSort
)

// unknown returns a formula that is independent of all others.
func unknown() formula { return test{term{new(int), boolSort}, "==", true} }
