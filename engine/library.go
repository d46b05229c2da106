package engine

// A Library is the facts and actions a rule set may name, for who compiles rules.
type Library struct {
	Facts   map[string]Fact
	Actions map[string]Action
}

// A Table is facts, or actions, for who answers events. The compiler lays one out in the
// binary like what it points to, so that what no rule of an event names costs nothing.
type Table[T any] []Entry[T]

// An Entry is a fact or an action under the name that rules have for it.
type Entry[T any] struct {
	Name string
	Of   *T
}

// Get returns what has a name, nil if nothing has.
func (t Table[T]) Get(name string) *T {
	for i := range t {
		if t[i].Name == name {
			return t[i].Of
		}
	}
	return nil
}

// Map returns the table by name.
func (t Table[T]) Map() map[string]T {
	all := make(map[string]T, len(t))
	for _, n := range t {
		all[n.Name] = *n.Of
	}
	return all
}
