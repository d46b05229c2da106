package engine

import (
	"errors"
	"strings"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// The methods below may be called on nil traces, which record nothing.

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

// forItem returns the rule's trace for an item.
func (t *RuleTrace) forItem(e *plan.Each, item any) *RuleTrace {
	if t == nil {
		return nil
	}
	one := &RuleTrace{Number: t.Number, ID: t.ID, Pos: t.Pos, Doc: t.Doc, As: e.Name, Item: Shown(item)}
	t.Items = append(t.Items, one)
	return one
}

// setResult records a rule's result; of several calls the furthest counts.
func (t *RuleTrace) setResult(held bool, err error) {
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

// elsewhere records that a rule is not for the event.
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

// finished records what an action did and added to the reply.
func (t *StepTrace) finished(args, value any, ops []op, err error) {
	if t == nil {
		return
	}
	t.Said = make([]Said, len(ops))
	for i, o := range ops {
		t.Said[i] = Said{Output: o.output, Value: o.value, Field: o.field}
		ops[i].said = &t.Said[i]
	}
	t.Args, t.Value, t.Skip = Shown(args), Shown(value), !t.named && errors.Is(err, ErrSkip)
	if err != nil && (err != ErrSkip || !t.Skip) {
		t.Error = err.Error()
	}
}

// rejects returns a function that records what an action leaves out; nil without a trace.
func (t *StepTrace) rejects() func(Rejected) {
	if t == nil {
		return nil
	}
	return func(l Rejected) { t.Rejected = append(t.Rejected, l) }
}

// idle records that an action did not start the program named by an argument. An action that failed
// before that is not recorded.
func (t *StepTrace) idle(runs string) {
	if t == nil || t.Error != "" {
		return
	}
	if args, ok := t.Args.(map[string]any); ok {
		t.NotRun = args[runs]
	}
}

// answered records the outputs that the reply uses or would use, and the ops that are lost.
func (t *Trace) answered(a Answer, replies ...*Reply) {
	if t == nil {
		return
	}
	t.Said, t.Refused, t.Would = a.Said, a.Refused, a.Would
	for _, r := range replies {
		for _, o := range r.lost() {
			if o.said != nil {
				o.said.Lost, o.said.Same = true, r.same(o)
			}
		}
	}
}

// ended records the error that ended a hook, and whether it refuses the event.
func (t *HookTrace) ended(err error, closed bool) {
	if t != nil {
		t.Error, t.Closed = err.Error(), closed
	}
}

// note records the value of an expression in to, unless to is nil.
func (s *scene) note(to **Finding, x *plan.Expression, v any, err error) {
	if to == nil {
		return
	}
	f := found(x.Src, v, err)
	if t := s.engine.Trace; t.Parts != nil && err == nil {
		whole := t.Parts(x, s.env)
		f.Doc, f.Op, f.Rejected, f.Parts = whole.Doc, whole.Op, whole.Rejected, whole.Parts
	}
	*to = &f
}

// let records the value of a let, evaluated with names.
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

// factRecorder returns a function that records a fact's answers; nil without a trace.
func (s *scene) factRecorder(name string) func(args []any, v any, err error, took time.Duration) {
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
		if left := s.scope.facts[name].rejected; left != nil && t.Parts != nil {
			a.Table, a.Rejected, a.Keys = name, left(args), keysOf(s.plan.Tables[plan.Scoped(s.hook.Pack, name)])
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		s.trace.Facts = append(s.trace.Facts, a)
	}
}
