package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"

	"github.com/hashicorp/go-multierror"
)

// A Place is a position in a rule set, with its hook and rule.
type Place struct {
	plan.Pos
	Hook string // its name, "" outside of hooks
	Rule int    // its number in the hook, from 1; 0 for the hook itself
	From Span   // the value that a comprehension made the rule from, if the rule names it
}

// A Span is a range of lines in a rule file; the zero Span is none.
type Span struct {
	plan.Pos
	Last int // its last line
}

// see returns the position that the author of a rule should also look at: the value that the rule
// was made from, unless the place lies within it.
func (p Place) see() plan.Pos {
	if p.From.File == p.File && p.From.Line <= p.Line && p.Line <= p.From.Last {
		return plan.Pos{}
	}
	return p.From.Pos
}

// A Report collects faults, and warnings about what is allowed but probably not meant. It knows
// only places and messages.
type Report struct {
	faults   []error
	warnings []*plan.Error
	said     map[string]bool // positions of faults, and warnings, noted so far
}

// NewReport returns an empty report.
func NewReport() *Report { return &Report{said: map[string]bool{}} }

// Faultf notes a fault that a check found at a place.
func (r *Report) Faultf(at Place, check, format string, args ...any) {
	r.Fault(&plan.Error{Pos: at.Pos, Hook: at.Hook, Rule: at.Rule, Check: check, See: at.see(), Err: fmt.Errorf(format, args...)})
}

// Warnf notes a warning, once.
func (r *Report) Warnf(at Place, check, format string, args ...any) {
	w := &plan.Error{Pos: at.Pos, Hook: at.Hook, Rule: at.Rule, Check: check, See: at.see(), Err: fmt.Errorf(format, args...)}
	if text := "warning " + w.Error(); !r.said[text] {
		r.said[text] = true
		r.warnings = append(r.warnings, w)
	}
}

// Fault notes a fault. Only the first at a position is kept, as it is the most specific.
func (r *Report) Fault(err error) {
	place := err.Error()
	if e, ok := err.(*plan.Error); ok && e.Line > 0 {
		place = e.Pos.String()
	}
	if !r.said[place] {
		r.said[place] = true
		r.faults = append(r.faults, err)
	}
}

// Join adds the faults and warnings of another report.
func (r *Report) Join(other *Report) {
	if r == other {
		return
	}
	for _, err := range other.faults {
		r.Fault(err)
	}
	for _, w := range other.warnings {
		if text := "warning " + w.Error(); !r.said[text] {
			r.said[text] = true
			r.warnings = append(r.warnings, w)
		}
	}
}

// Found returns the number of faults and warnings.
func (r *Report) Found() int { return len(r.faults) + len(r.warnings) }

// Faults returns the number of faults.
func (r *Report) Faults() int { return len(r.faults) }

// Warnings returns the warnings, sorted by place.
func (r *Report) Warnings() []*plan.Error {
	return slices.SortedStableFunc(slices.Values(r.warnings), func(a, b *plan.Error) int { return byPlace(a, b) })
}

// Err returns the faults as a *multierror.Error, sorted by place; nil if there are none.
func (r *Report) Err() error {
	if len(r.faults) == 0 {
		return nil
	}
	return &multierror.Error{Errors: slices.SortedStableFunc(slices.Values(r.faults), byPlace), ErrorFormat: func(all []error) string {
		lines := make([]string, len(all))
		for i, err := range all {
			lines[i] = err.Error()
		}
		return strings.Join(lines, "\n")
	}}
}

// byPlace compares faults by place.
func byPlace(a, b error) int {
	x, ok1 := a.(*plan.Error)
	y, ok2 := b.(*plan.Error)
	if !ok1 || !ok2 {
		return 0
	}
	return cmp.Or(strings.Compare(x.File, y.File), x.Line-y.Line, x.Col-y.Col)
}
