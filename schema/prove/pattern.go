package prove

import (
	"regexp/syntax"

	"bcrules.dev/engine/ecma"
)

// A pattern is the compiled pattern of a test; its Pattern is nil if it can't be compiled.
type pattern struct {
	*ecma.Pattern
	size int // instructions
}

// maxPattern limits the length of patterns, in bytes, as they may compile to a thousand times as
// many instructions.
const maxPattern = 2000

// pattern compiles a pattern, once.
func (d *domain) pattern(text string) *pattern {
	p := d.patterns[text]
	if p != nil {
		return p
	}
	p = &pattern{}
	if d.patterns == nil {
		d.patterns = map[string]*pattern{}
	}
	d.patterns[text] = p
	source, flags, err := ecma.Written(text)
	if err != nil || len(text) > maxPattern {
		return p
	}
	program, err := ecma.Translate(source, flags)
	if err != nil {
		return p
	}
	for _, expr := range program.Exprs() {
		if re, err := syntax.Parse(expr, syntax.Perl); err == nil {
			if compiled, err := syntax.Compile(re.Simplify()); err == nil {
				p.size += len(compiled.Inst)
			}
		}
	}
	p.Pattern, _ = program.Compile()
	return p
}

// bytesOfStep is the number of bytes of a text that can be examined in the time of a step.
const bytesOfStep = 10

// steps returns the cost of trying a test in a cell.
func (d *domain) steps(p predicate, i int) int {
	of := 1 + len(d.all[i].text)/bytesOfStep
	if want, ok := p.want.(string); ok && p.op == "matches" && d.all[i].kind == aString {
		return 10 + of*d.pattern(want).size
	}
	return of
}
