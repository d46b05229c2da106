package prove

// A formula is a truth, not, and, or, choice, test or some.
type formula any

type (
	truth bool
	not   struct{ of formula }
	and   []formula
	or    []formula

	// A choice is yes where cond holds and no where it doesn't.
	choice struct{ cond, yes, no formula }

	// A test says how a term compares with a value: a string, float64,
	// time.Duration, bool or nil, or for the operator fits a *func(string) bool.
	test struct {
		term
		op   string
		want any
	}
)

// bytes returns how long the texts of a test are.
func (t test) bytes() int {
	key, _ := t.key.(string)
	want, _ := t.want.(string)
	return len(key) + len(want)
}

// A term is a subexpression that has one value as long as a question is about one
// event.
type term struct {
	key  any // its text, or a pointer of its own
	sort sort
}

// A sort is what is known of the type of a term's value.
type sort byte

const (
	anySort sort = iota
	stringSort
	intSort
	floatSort
	boolSort
	durationSort
)

// unknown returns a formula that no other has anything to do with.
func unknown() formula { return test{term{new(int), boolSort}, "==", true} }
