package engine

// A Library has the facts and actions a rule set may name, for compiling rules.
type Library struct {
	Facts   map[string]Fact
	Actions map[string]Action
}

// A Table has facts or actions, for answering events. The compiler lays it out in the binary with
// everything it points to, so an entry that no rule of an event names costs nothing.
type Table[T any] []Entry[T]

// An Entry is a fact or an action with its name in rules.
type Entry[T any] struct {
	Name string
	Of   *T
}

// Get returns the entry called name, nil if there is none.
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
