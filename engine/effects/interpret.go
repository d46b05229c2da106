package effects

import "slices"

// interpret reads the code that a program is given in another language: in the values
// of flags, in its first operand, in a file that this names, or in what it reads.
func (a *analysis) interpret(f *frame, w *world, c started, l *language, flags []string, operand bool) {
	found := false
	read := func(code content, via string) {
		a.flows(code.From, c.index, code.Over, true)
		a.readCode(f.under(via), w, c.index, l, code.Word)
	}
	for _, g := range c.Flags {
		if g.Valued && slices.Contains(flags, g.Name) {
			found = true
			read(content{Word: g.Value, Over: "substitution"}, c.Base+" "+g.Spelt())
		}
		found = found || slices.Contains([]string{"m", "version", "help", "file"}, g.Name)
	}
	operands := c.Own()
	switch {
	case found:
	case len(operands) > 0 && operand:
		read(content{Word: operands[0], Over: "substitution"}, c.Base)
	case len(operands) > 0 && operands[0].Text != "-":
		path, _ := a.site(f, w).Absolute(operands[0])
		for _, code := range a.contents(w, path) {
			read(code, c.Base)
		}
	case w.in.Over != "" && !operand:
		read(w.in, c.Base)
	}
}
