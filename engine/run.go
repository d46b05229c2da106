package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"sync"

	"github.com/expr-lang/expr"
	"github.com/tidwall/gjson"
)

// An Engine answers events with the facts and actions of its tables.
type Engine struct {
	Tables
}

// Run answers ev by the plan's hooks, or by the one named only if that is not
// empty. It always answers: faults go to the host's log.
func (e *Engine) Run(p *Plan, ev *Event, h *Host, only string) Answer {
	a := p.Events[ev.Name]
	if a == nil {
		return Answer{Stdout: []byte("{}\n")}
	}
	r := &run{engine: e, plan: p, agenda: a, host: h, event: ev, reply: NewReply(a, ev), facts: map[string]*memo{}}
	subject := ""
	if a.Matcher.Field != "" {
		subject = ev.text(a.Matcher.Field)
	}
	for i := range a.Hooks {
		hook := &a.Hooks[i]
		if (only == "" || hook.Name == only) && a.Matcher.Matches(hook.Match, subject) {
			r.hook(hook)
		}
	}
	answer := r.reply.Encode()
	if r.closed && answer.Exit == 0 {
		answer.Exit, answer.Stderr = 2, r.why
	}
	return answer
}

// A run is the answering of one event.
type run struct {
	engine *Engine
	plan   *Plan
	agenda *Agenda
	host   *Host
	event  *Event
	reply  *Reply
	facts  map[string]*memo // by fact; the answers all hooks share
	closed bool             // a hook that is closed failed
	why    string
}

// hook runs one hook. A fault or panic ends it and is logged; a closed hook
// then refuses the event.
func (r *run) hook(h *Hook) {
	at := r.reply.mark()
	err := func() (err error) {
		defer func() {
			if v := recover(); v != nil {
				err = &Error{Pos: h.Pos, Hook: h.Name, Err: fmt.Errorf("panic: %v\n%s", v, debug.Stack())}
			}
		}()
		return r.bind(h).rules()
	}()
	if err == nil {
		return
	}
	r.host.Log.Print("error", h.Name, err.Error())
	if h.Closed {
		r.reply.rewind(at)
		r.closed, r.why = true, fmt.Sprintf("%s could not decide and refuses: %v", h.Name, err)
		r.reply.refuse(r.why)
	}
}

// A scene is one hook with its names bound to values of the event.
type scene struct {
	*run
	hook     *Hook
	call     *Call
	types    map[string]any // names as expressions are compiled against
	env      map[string]any // names as expressions are run with
	outcomes map[string]Outcome
}

// bind makes the names of a hook. Facts are bound but not asked, lets are
// compiled when first asked.
func (r *run) bind(h *Hook) *scene {
	shape := r.agenda.Shapes[h.Shape]
	s := &scene{run: r, hook: h, outcomes: map[string]Outcome{},
		call:  &Call{Event: r.event, Host: r.host, Reply: r.reply, Hook: h.Name},
		types: baseNames(r.engine.Tables, r.plan, shape, h)}
	s.env = map[string]any{"event": shape.Read(r.event.root, nil), "settings": sync.OnceValues(r.settings)}
	for name, f := range r.engine.Facts {
		if r.facts[name] == nil {
			r.facts[name] = &memo{}
		}
		s.env[name] = f.bind(s.call, r.facts[name])
	}
	for _, rule := range h.Rules {
		for _, step := range rule.Do {
			if as := step.As; as != "" {
				s.env[as] = func() (Outcome, error) { return s.outcomes[as], nil }
			}
		}
	}
	for _, let := range h.Let {
		s.let(let)
	}
	return s
}

// let binds a let to a function that compiles and runs it when first asked.
// Whoever uses it was checked against its type when the rules were vetted.
func (s *scene) let(l Let) {
	types, env := maps.Clone(s.types), maps.Clone(s.env)
	value := sync.OnceValues(func() (any, error) {
		p, err := compile(l.Expr.Src, types)
		if err != nil {
			return nil, s.fault(0, l.Expr.Pos, err)
		}
		v, err := evaluate(p, env)
		return v, s.fault(0, l.Expr.Pos, err)
	})
	s.types[l.Name] = value
	s.env[l.Name] = value
}

// prefetch asks the lets named at once, so that those that wait wait together.
func (s *scene) prefetch() {
	var wait sync.WaitGroup
	for _, name := range s.hook.Prefetch {
		if ask, ok := s.env[name].(func() (any, error)); ok {
			wait.Go(func() {
				defer func() { recover() }() // whoever asks again gets the panic in its own place
				ask()
			})
		}
	}
	wait.Wait()
}

// settings reads the project's settings files; faulty values fall back with a warning.
func (r *run) settings() (any, error) {
	v := map[string]any{}
	for name, set := range r.plan.Settings {
		v[name] = r.host.settings(set)
	}
	return r.plan.settingsShape().GoValue(v).Interface(), nil
}

// rules runs the hook's rules in order.
func (s *scene) rules() error {
	h := s.hook
	if h.When != nil {
		if ok, err := s.holds(h.When); err != nil || !ok {
			return s.fault(0, h.Pos, err)
		}
	}
	s.prefetch()
	var first error
	for i := range h.Rules {
		rule := &h.Rules[i]
		at := s.reply.mark()
		done, err := s.rule(rule)
		if err != nil {
			s.reply.rewind(at)
			err = s.fault(i+1, rule.Pos, err)
			if h.First || h.Closed {
				return err
			}
			if first != nil {
				s.host.Log.Print("error", h.Name, first.Error())
			}
			first = err
		}
		if done && h.First {
			break
		}
	}
	return first
}

func (s *scene) rule(rule *Rule) (bool, error) {
	if rule.When != nil {
		if ok, err := s.holds(rule.When); err != nil || !ok {
			return false, err
		}
	}
	for i := range rule.Do {
		if err := s.step(&rule.Do[i]); errors.Is(err, ErrSkip) {
			break
		} else if err != nil {
			return true, err
		}
	}
	return true, nil
}

// step runs an action. One whose step has a name keeps its failure to itself.
func (s *scene) step(step *Step) error {
	err := func() error {
		action, ok := s.engine.Actions[step.Action]
		if !ok {
			return fmt.Errorf("unknown action %s", step.Action)
		}
		args, err := s.args(step)
		if err != nil {
			return err
		}
		return action.run(s.call, args)
	}()
	if step.As != "" {
		o := Outcome{Ran: true, OK: err == nil}
		if err != nil {
			o.Error = err.Error()
		}
		s.outcomes[step.As] = o
		return nil // the rules ask for it
	}
	if err != nil && !errors.Is(err, ErrSkip) {
		return s.fault(0, step.Pos, fmt.Errorf("%s: %w", step.Action, err))
	}
	return err
}

// args fills in the templates of a step's arguments.
func (s *scene) args(step *Step) (json.RawMessage, error) {
	if !bytes.Contains(step.Args, []byte("${")) {
		return step.Args, nil
	}
	v, err := s.fill(gjson.ParseBytes(step.Args), step.Pos)
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func (s *scene) fill(v gjson.Result, pos Pos) (any, error) {
	switch {
	case v.Type == gjson.String:
		return s.template(Expression{v.String(), pos})
	case v.IsObject(), v.IsArray():
		out, list := map[string]any{}, []any{}
		var err error
		v.ForEach(func(k, item gjson.Result) bool {
			var x any
			if x, err = s.fill(item, pos); err != nil {
				return false
			}
			out[k.String()], list = x, append(list, x)
			return true
		})
		if v.IsArray() {
			return list, err
		}
		return out, err
	}
	return json.RawMessage(v.Raw), nil
}

func (s *scene) template(x Expression) (any, error) {
	t, err := compileTemplate(x.Src, s.types)
	if err != nil {
		return nil, s.fault(0, x.Pos, err)
	}
	v, err := t.value(s.env)
	return plain(v), err
}

func (s *scene) holds(x *Expression) (bool, error) {
	p, err := compile(x.Src, s.types, expr.AsBool())
	if err != nil {
		return false, s.fault(0, x.Pos, err)
	}
	v, err := evaluate(p, s.env)
	if err != nil {
		return false, s.fault(0, x.Pos, err)
	}
	ok, isBool := v.(bool)
	if !isBool {
		return false, s.fault(0, x.Pos, fmt.Errorf("found %s, want true or false", text(v)))
	}
	return ok, nil
}

// fault places an error at a rule unless it has a place already.
func (s *scene) fault(rule int, pos Pos, err error) error {
	var placed *Error
	if err == nil || errors.As(err, &placed) {
		return err
	}
	return &Error{Pos: pos, Hook: s.hook.Name, Rule: rule, Err: err}
}
