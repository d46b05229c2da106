package prove

import (
	"regexp"
	"regexp/syntax"
)

// A pattern is what a test matches with; none if it can't be compiled.
type pattern struct {
	*regexp.Regexp
	size int // instructions
}

// maxPattern bounds the bytes of patterns, which may stand for a thousand times as many
// instructions.
const maxPattern = 2000

// regexp compiles a pattern, once.
func (d *domain) regexp(src string) *pattern {
	p := d.regexps[src]
	if p != nil {
		return p
	}
	p = &pattern{}
	if d.regexps == nil {
		d.regexps = map[string]*pattern{}
	}
	d.regexps[src] = p
	re, err := syntax.Parse(src, syntax.Perl)
	if err != nil || len(src) > maxPattern {
		return p
	}
	if program, err := syntax.Compile(re.Simplify()); err == nil {
		p.Regexp, p.size = regexp.MustCompile(src), len(program.Inst)
	}
	return p
}

// bytesOfStep is how many bytes of a text are looked at in the time of a step.
const bytesOfStep = 10

// steps is what it costs to try a test in a cell.
func (d *domain) steps(p predicate, i int) int {
	of := 1 + len(d.all[i].text)/bytesOfStep
	if want, ok := p.want.(string); ok && p.op == "matches" && d.all[i].kind == aString {
		return 10 + of*d.regexp(want).size
	}
	return of
}
