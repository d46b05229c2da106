package engine

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"sync"

	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A scene is one hook with its names bound to values of the event.
type scene struct {
	*Run
	hook       *plan.Hook
	scope      *scope
	env        map[string]any
	outcomes   map[string]any // of named steps
	trace      *HookTrace     // nil for none
	at         *RuleTrace     // of the current rule; nil for none
	eventFault error          // why a closed hook can't be asked about the event
	letValues  map[string]any // values of lets, if jobs may need them; guarded by the run's lock
	// conditions caches decoded conditions for the next item.
	conditions map[*plan.Expression]plan.Program
}

// bind binds a hook's names to their values. Facts are bound but not asked.
func (r *Run) bind(h *plan.Hook, trace *HookTrace) *scene {
	n := r.scope(h.Pack)
	r.host.OfPack = h.Pack != ""
	r.call.Hook, r.call.closed, r.call.bases, r.call.marks = h.Name, h.Closed, n.bases, n.marks
	for _, name := range h.Facts {
		r.fact(n, name)
	}
	value, odd := r.read(h)
	n.bound["event"] = value
	s := &scene{eventFault: cmp.Or(r.unread(h), odd), Run: r, hook: h, scope: n, env: n.bound, trace: trace}
	if trace != nil {
		for name, m := range n.facts {
			m.onAnswer = s.factRecorder(name)
		}
	}
	return s
}

// read returns the event as a hook reads it, and the fault of the first field that keeps a closed
// hook from being asked. Hooks of a pack mostly share a shape, so the last reading is reused.
func (r *Run) read(h *plan.Hook) (value any, odd error) {
	if l := r.last; l.shape == h.Event && l.event == r.event && l.closed == h.Closed {
		return l.value, l.odd
	}
	value = r.event.Read(h.Event, r.fieldFault(h, &odd))
	r.last = readEvent{h.Event, r.event, h.Closed, value, odd}
	return value, odd
}

// A readEvent is an event as the last hook read it.
type readEvent struct {
	shape  *plan.Shape
	event  *plan.Event // nil for none
	closed bool
	value  any
	odd    error
}

// unread returns the error that keeps a closed hook from being asked at all: the matcher's field,
// or one that the engine itself reads, can't be read. It is nil for other hooks.
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

// fieldFault returns a function that records in to the first field with another type than a closed
// hook expects. Reading such a field as absent could let through a call that the agent accepts. It
// is nil for other hooks.
func (r *Run) fieldFault(h *plan.Hook, to *error) func(path, found, want string) {
	if !h.Closed {
		return nil
	}
	return func(path, found, want string) {
		if *to == nil && found != "null" {
			*to = fmt.Errorf("event.%s: found %s, want %s", path, plan.KindOf(gjson.Parse(found)), want)
		}
	}
}

// bindLets decodes the hook's lets and conditions, and binds the lets and named steps.
func (s *scene) bindLets() error {
	h := s.hook
	if err := h.LoadConditions(s.event); err != nil {
		return err
	}
	s.env, s.outcomes = make(map[string]any, len(s.scope.bound)+len(h.Let)), map[string]any{}
	maps.Copy(s.env, s.scope.bound)
	s.unrun()
	for as := range s.outcomes {
		s.env[as] = plan.Function(func(...any) (any, error) { return s.outcomes[as], nil })
	}
	for i := range h.Rules {
		if h.Rules[i].Background {
			s.letValues = map[string]any{}
		}
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

// A let is a let of a hook, evaluated on first use and once.
type let struct {
	*plan.Let
	scene *scene
	names map[string]any // what its expression sees
	mu    sync.Mutex
	asked bool
	value any
	err   error
}

// ask returns the let's value. If it panics, it does so again for the next caller.
func (l *let) ask(...any) (any, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.asked {
		return l.value, l.err
	}
	s := l.scene
	v, err := l.Expr.Code.Run(l.names)
	s.let(l.Let, l.names, v, err)
	if s.letValues != nil && err == nil {
		s.mu.Lock()
		s.letValues[l.Name] = v
		s.mu.Unlock()
	}
	l.asked, l.value, l.err = true, v, s.fault(0, l.Expr.Pos, err)
	return l.value, l.err
}

// unrun resets all named steps to the outcome of a step that has not run.
func (s *scene) unrun() {
	for i := range s.hook.Rules {
		do := s.hook.Rules[i].Do
		for j := range do {
			if step := &do[j]; step.As != "" {
				s.outcomes[step.As] = s.outcome(step, Outcome{}, nil)
			}
		}
	}
}

// prefetch evaluates the hook's Prefetch lets concurrently.
func (s *scene) prefetch() {
	var wait sync.WaitGroup
	for _, name := range s.hook.Prefetch {
		if ask, ok := s.env[name].(plan.Function); ok {
			wait.Go(func() {
				defer func() { recover() }() // the next caller gets the panic in its own place
				ask()
			})
		}
	}
	wait.Wait()
}

// holds evaluates a condition and records its value in to.
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

// fault adds a rule's position to an error that has none.
func (s *scene) fault(rule int, pos plan.Pos, err error) error {
	var placed *plan.Error
	if err == nil || errors.As(err, &placed) {
		return err
	}
	return &plan.Error{Pos: pos, Hook: s.hook.Name, Rule: rule, Err: err}
}
