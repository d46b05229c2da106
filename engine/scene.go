package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A scene is one hook with its names bound to values of the event.
type scene struct {
	*Run
	hook     *plan.Hook
	scope    *scope
	env      map[string]any
	outcomes map[string]any // of steps by their names
	trace    *HookTrace     // nil for none
	at       *RuleTrace     // of the rule that is asked; nil for none
	odd      error          // of an event that has something else than the hook asks for
	given    map[string]any // what lets gave, if jobs may want it; has the run's lock
	// conditions are those of rules that have been asked, for the next item.
	conditions map[*plan.Expression]plan.Program
}

// bind gives the names that a hook has their values. Facts are bound but not asked.
func (r *Run) bind(h *plan.Hook, trace *HookTrace) *scene {
	n := r.scope(h.Pack)
	r.call.Hook, r.call.closed, r.call.bases, r.call.marks = h.Name, h.Closed, n.bases, n.marks
	for _, name := range h.Facts {
		r.fact(n, name)
	}
	odd := r.unread(h)
	n.bound["event"] = r.event.Read(h.Event, r.odd(h, &odd))
	s := &scene{odd: odd, Run: r, hook: h, scope: n, env: n.bound, trace: trace}
	if trace != nil {
		for name, m := range n.facts {
			m.heard = s.hears(name)
		}
	}
	return s
}

// unread returns what keeps a closed hook from being asked at all: that what its matcher is
// compared with can't be read, or what the engine itself reads of events; nil for any other.
func (r *Run) unread(h *plan.Hook) (err error) {
	if !h.Closed {
		return nil
	}
	if !h.Any() {
		_, err = r.reply.agenda.Matcher.Subject(r.event)
	}
	for _, name := range plan.Places {
		if err == nil {
			_, err = r.event.Text(name)
		}
	}
	return err
}

// odd returns what notes of a closed hook the first field of the event that it asks for and
// that is of another type: read as if it weren't there, it would let through what the agent
// may yet take. For other hooks it is not there.
func (r *Run) odd(h *plan.Hook, to *error) func(path, found, want string) {
	if !h.Closed {
		return nil
	}
	return func(path, found, want string) {
		if *to == nil && found != "null" {
			*to = fmt.Errorf("event.%s: found %s, want %s", path, plan.KindOf(gjson.Parse(found)), want)
		}
	}
}

// whole reads what has not been read of the hook, and gives its lets and the steps
// that have names their values.
func (s *scene) whole() error {
	h := s.hook
	if err := h.Asked(); err != nil {
		return err
	}
	s.env, s.outcomes = make(map[string]any, len(s.scope.bound)+len(h.Let)), map[string]any{}
	maps.Copy(s.env, s.scope.bound)
	s.unrun()
	for as := range s.outcomes {
		s.env[as] = plan.Function(func(...any) (any, error) { return s.outcomes[as], nil })
	}
	if slices.ContainsFunc(h.Rules, func(r plan.Rule) bool { return r.Background }) {
		s.given = map[string]any{}
	}
	lets := make([]let, len(h.Let))
	for i := range lets {
		l := &lets[i]
		*l = let{Let: &h.Let[i], scene: s, names: s.env}
		if _, fact := s.env[l.Name]; fact { // in its own expression the name means the fact
			l.names = maps.Clone(s.env)
		}
		s.env[l.Name] = plan.Function(l.ask)
	}
	return nil
}

// A let is one of a hook's, which is asked when something needs it, and once.
type let struct {
	*plan.Let
	scene *scene
	names map[string]any // what its expression sees
	mu    sync.Mutex
	asked bool
	value any
	err   error
}

// ask returns the let's value. If it panics, so it does for whoever asks again.
func (l *let) ask(...any) (any, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.asked {
		return l.value, l.err
	}
	s := l.scene
	v, err := l.Expr.Code.Run(l.names)
	s.let(l.Let, l.names, v, err)
	if s.given != nil && err == nil {
		s.mu.Lock()
		s.given[l.Name] = v
		s.mu.Unlock()
	}
	l.asked, l.value, l.err = true, v, s.fault(0, l.Expr.Pos, err)
	return l.value, l.err
}

// unrun gives all steps that have names the outcome of what has not run.
func (s *scene) unrun() {
	for _, rule := range s.hook.Rules {
		for _, step := range rule.Do {
			if step.As != "" {
				s.outcomes[step.As] = s.outcome(&step, Outcome{}, nil)
			}
		}
	}
}

// prefetch asks the lets named at once, so that those that wait wait together.
func (s *scene) prefetch() {
	var wait sync.WaitGroup
	for _, name := range s.hook.Prefetch {
		if ask, ok := s.env[name].(plan.Function); ok {
			wait.Go(func() {
				defer func() { recover() }() // whoever asks again gets the panic in its own place
				ask()
			})
		}
	}
	wait.Wait()
}

// holds evaluates a condition, and notes at to what it came to.
func (s *scene) holds(x *plan.Expression, to **Finding) (bool, error) {
	v, err := s.ask(x)
	s.note(to, x, v, err)
	if err != nil {
		return false, s.fault(0, x.Pos, err)
	}
	ok, isBool := v.(bool)
	if !isBool {
		return false, s.fault(0, x.Pos, fmt.Errorf("found %s, want true or false", kindOf(v)))
	}
	return ok, nil
}

// ask evaluates a condition.
func (s *scene) ask(x *plan.Expression) (any, error) {
	if x == s.hook.When {
		return x.Code.Run(s.env)
	}
	p, read := s.conditions[x]
	if !read {
		var err error
		if p, err = x.Code.Program(); err != nil {
			return nil, err
		}
		if s.conditions == nil {
			s.conditions = map[*plan.Expression]plan.Program{}
		}
		s.conditions[x] = p
	}
	return p.Run(s.env)
}

// fault places an error at a rule unless it has a place already.
func (s *scene) fault(rule int, pos plan.Pos, err error) error {
	var placed *plan.Error
	if err == nil || errors.As(err, &placed) {
		return err
	}
	return &plan.Error{Pos: pos, Hook: s.hook.Name, Rule: rule, Err: err}
}
