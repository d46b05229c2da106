package engine

import (
	"errors"
	"strings"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// A trace that is nil takes notes as one does that nobody reads: the methods below give
// and do nothing then.

func (t *HookTrace) when() **Finding {
	if t == nil {
		return nil
	}
	return &t.When
}

func (t *HookTrace) each() **Finding {
	if t == nil {
		return nil
	}
	return &t.Each
}

// rule returns the trace of the rule at i.
func (t *HookTrace) rule(i int) *RuleTrace {
	if t == nil {
		return nil
	}
	return t.Rules[i]
}

func (t *RuleTrace) when() **Finding {
	if t == nil {
		return nil
	}
	return &t.When
}

func (t *RuleTrace) each() **Finding {
	if t == nil {
		return nil
	}
	return &t.Each
}

// of returns the trace of the rule for an item.
func (t *RuleTrace) of(e *plan.Each, item any) *RuleTrace {
	if t == nil {
		return nil
	}
	one := &RuleTrace{Number: t.Number, ID: t.ID, Pos: t.Pos, Doc: t.Doc, As: e.Name, Item: Shown(item)}
	t.Items = append(t.Items, one)
	return one
}

// came notes how far a rule came; of several times the furthest counts.
func (t *RuleTrace) came(held bool, err error) {
	switch {
	case t == nil:
	case err != nil:
		t.Result, t.Error = Failed, err.Error()
	case held:
		t.Result = Held
	case t.Result != Held && t.Result != Failed:
		t.Result = NotHeld
	}
}

// elsewhere notes that a rule is not for the event.
func (t *RuleTrace) elsewhere() {
	if t != nil {
		t.Result = Elsewhere
	}
}

// step begins the trace of an action.
func (t *RuleTrace) step(step *plan.Step) *StepTrace {
	if t == nil {
		return nil
	}
	st := &StepTrace{Action: step.Action, Pos: step.Pos, named: step.As != ""}
	t.Steps = append(t.Steps, st)
	return st
}

func (t *StepTrace) when() **Finding {
	if t == nil {
		return nil
	}
	return &t.When
}

// did notes what an action did, and what it added to the reply.
func (t *StepTrace) did(args, value any, ops []op, err error) {
	if t == nil {
		return
	}
	for _, o := range ops {
		t.Said = append(t.Said, Said{o.output, o.value, o.field})
	}
	t.Args, t.Value, t.Skip = Shown(args), Shown(value), !t.named && errors.Is(err, ErrSkip)
	if err != nil && !t.Skip {
		t.Error = err.Error()
	}
}

// leave returns what notes what an action leaves out; nil if there is no trace.
func (t *StepTrace) leave() func(Left) {
	if t == nil {
		return nil
	}
	return func(l Left) { t.Left = append(t.Left, l) }
}

// idle notes that an action did not start the program that an argument of it names. One
// that failed didn't come to that.
func (t *StepTrace) idle(runs string) {
	if t == nil || t.Error != "" {
		return
	}
	if args, ok := t.Args.(map[string]any); ok {
		t.NotRun = args[runs]
	}
}

// answered notes what the reply uses.
func (t *Trace) answered(a Answer) {
	if t != nil {
		t.Said, t.Refused, t.Would = a.Said, a.Refused, a.Would
	}
}

// ended notes what ended a hook, and that its being closed refuses the event.
func (t *HookTrace) ended(err error, closed bool) {
	if t != nil {
		t.Error, t.Closed = err.Error(), closed
	}
}

// note notes at to what an expression came to, if somebody wants to know.
func (s *scene) note(to **Finding, x *plan.Expression, v any, err error) {
	if to == nil {
		return
	}
	f := found(x.Src, v, err)
	if t := s.engine.Trace; t.Parts != nil && err == nil {
		whole := t.Parts(x, s.env)
		f.Doc, f.Op, f.Left, f.Parts = whole.Doc, whole.Op, whole.Left, whole.Parts
	}
	*to = &f
}

// let notes what a let came to with values for the names in it.
func (s *scene) let(l *plan.Let, names map[string]any, v any, err error) {
	if s.trace == nil {
		return
	}
	t := s.engine.Trace
	f := found(l.Name+"()", v, err)
	if t.Parts != nil && err == nil {
		if whole := t.Parts(&l.Expr, names); len(whole.Parts) > 0 {
			whole.Src, whole.Value = l.Expr.Src, f.Value
			f.Parts = []Finding{whole}
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s.trace.Lets = append(s.trace.Lets, f)
}

// hears returns what notes the answers of a fact; nil if there is no trace.
func (s *scene) hears(name string) func(args []any, v any, err error, took time.Duration) {
	if s.trace == nil {
		return nil
	}
	t := s.engine.Trace
	return func(args []any, v any, err error, took time.Duration) {
		var words []string
		for _, a := range args {
			words = append(words, string(files.JSON(Shown(a))))
		}
		f := found("", v, err)
		a := Asked{Call: name + "(" + strings.Join(words, ", ") + ")", Value: f.Value, Error: f.Error, Took: took}
		if left := s.scope.facts[name].left; left != nil && t.Parts != nil {
			a.Table, a.Left, a.Keys = name, left(args), keysOf(s.plan.Tables[plan.Scoped(s.hook.Pack, name)])
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		s.trace.Facts = append(s.trace.Facts, a)
	}
}
