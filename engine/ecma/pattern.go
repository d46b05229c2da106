package ecma

// A Pattern is a compiled program. It is safe for concurrent use.
type Pattern struct{ machine *machine }

// Compile compiles a source with flags; see Translate for its errors.
func Compile(source, flags string) (*Pattern, error) {
	p, err := Translate(source, flags)
	if err != nil {
		return nil, err
	}
	return p.Compile()
}

// Compile compiles a program.
func (p Program) Compile() (*Pattern, error) {
	m, err := newMachine(p)
	return &Pattern{m}, err
}

// Match reports whether the pattern matches anywhere in a text. It always uses the machine, which
// is ready in half the time of package regexp and skips what can't begin a match.
func (m *Pattern) Match(text string) bool { return m.machine.match(text) }
