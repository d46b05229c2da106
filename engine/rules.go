package engine

import (
	"errors"
	"fmt"
	"maps"
	"reflect"

	"bcrules.dev/engine/plan"
)

// rules runs the hook's rules in order, for each item of its list if it has one.
func (s *scene) rules() error {
	h := s.hook
	if s.eventFault != nil {
		return s.fault(0, h.Pos, s.eventFault)
	}
	if !h.Early {
		if err := s.bindLets(); err != nil {
			return s.fault(0, h.Pos, err)
		}
	}
	if h.When != nil {
		if ok, err := s.holds(h.When, s.trace.when()); err != nil || !ok {
			return s.fault(0, h.Pos, err)
		}
	}
	if h.Early {
		if err := s.bindLets(); err != nil {
			return s.fault(0, h.Pos, err)
		}
	}
	s.prefetch()
	var first error
	err := s.each(h.Each, s.trace.each(), func(item any) (bool, error) {
		s.unrun()
		decided, err := s.row(item)
		if err != nil && !h.First && !h.Closed {
			if first != nil {
				s.failed(h, s.discreet(first))
			}
			first, err = err, nil
		}
		return decided, err
	})
	if err == nil {
		err = first
	}
	return err
}

// each calls f with each item of a list, bound to its name, until f decides or fails; once if e is
// nil. The list's value is recorded in to.
func (s *scene) each(e *plan.Each, to **Finding, f func(item any) (decided bool, err error)) error {
	if e == nil {
		_, err := f(nil)
		return err
	}
	v, err := e.Expr.Code.Run(s.env)
	s.note(to, &e.Expr, v, err)
	if err != nil {
		return s.fault(0, e.Expr.Pos, err)
	}
	list := reflect.ValueOf(v)
	switch {
	case v == nil:
		return nil
	case list.Kind() != reflect.Slice:
		return s.fault(0, e.Expr.Pos, fmt.Errorf("found %s, want a list", kindOf(v)))
	}
	before, known := s.env[e.Name]
	defer func() {
		if delete(s.env, e.Name); known {
			s.env[e.Name] = before
		}
	}()
	for i := range list.Len() {
		item := list.Index(i).Interface()
		s.env[e.Name] = item
		if decided, err := f(item); decided || err != nil {
			return err
		}
	}
	return nil
}

// row runs the rules in order. It reports whether a rule of a decision table decided, and returns
// the last fault; earlier ones are logged.
func (s *scene) row(item any) (decided bool, err error) {
	h := s.hook
	var first error
	for i := range h.Rules {
		rule := &h.Rules[i]
		matches, err := s.matches(rule)
		if err != nil {
			return true, s.fault(i+1, rule.Pos, err)
		}
		if !matches {
			s.trace.rule(i).elsewhere()
			continue
		}
		at, lifted := s.reply.mark(), false
		done, err := s.rule(i+1, rule, item)
		s.reply.by(voter{h.Name, i + 1}, at)
		s.trace.rule(i).setResult(done, err)
		if err != nil {
			s.reply.rewind(at)
			err = s.fault(i+1, rule.Pos, err)
			if h.First || h.Closed {
				return true, err
			}
			if first != nil {
				s.failed(h, s.discreet(first))
			}
			first = err
		} else {
			lifted = s.lift(rule, i+1, at)
			if done {
				s.ran[len(s.ran)-1].held(i+1, rule.ID)
			}
			if !h.Closed && !h.Observes { // a closed hook counts whole or not at all, an observing one never
				s.keep(s.kept.over, len(s.kept.ran))
			}
		}
		if done && h.First && !lifted { // a lifted rule decides nothing
			return true, first
		}
	}
	return false, first
}

// matches reports whether the rule's own matcher accepts the event. It fails if a closed hook can't
// tell.
func (s *scene) matches(rule *plan.Rule) (bool, error) {
	if rule.Off || rule.Match == "" {
		return !rule.Off, nil
	}
	m := s.reply.agenda.Matcher
	subject, err := m.Subject(s.event)
	if err != nil && s.hook.Closed {
		return false, err
	}
	return m.Matches(rule.Match, subject), nil
}

// rule runs rule number n, for each item of its list if it has one, and reports whether its
// condition held at least once. item is the hook's.
func (s *scene) rule(n int, rule *plan.Rule, item any) (held bool, err error) {
	if rule.Event != nil {
		env := s.env
		defer func() { s.env = env }()
		s.env = maps.Clone(env)
		var odd error
		if s.env["event"] = s.event.Read(rule.Event, s.Run.fieldFault(s.hook, &odd)); odd != nil {
			return false, odd
		}
	}
	whole := s.trace.rule(n - 1)
	err = s.each(rule.Each, whole.each(), func(own any) (bool, error) {
		s.at = whole
		if rule.Each != nil {
			s.at = whole.forItem(rule.Each, own)
		} else if s.hook.Each != nil {
			s.at = whole.forItem(s.hook.Each, item)
		}
		done, err := s.ruleOnce(rule)
		s.at.setResult(done, err)
		held = held || done
		return done && s.hook.First, err
	})
	return held, err
}

// ruleOnce runs a rule for the current item and reports whether its condition held.
func (s *scene) ruleOnce(rule *plan.Rule) (bool, error) {
	if rule.When != nil {
		if ok, err := s.holds(rule.When, s.at.when()); err != nil || !ok {
			return false, err
		}
	}
	if rule.Background {
		if err := s.allAsTrusted(rule); err != nil {
			return true, err
		}
		s.addJob(rule)
		return true, nil
	}
	return true, s.do(rule)
}

// do runs the steps of a rule, up to one that finds nothing to do.
func (s *scene) do(rule *plan.Rule) error {
	if err := rule.LoadSteps(); err != nil {
		return err
	}
	for i := range rule.Do {
		if err := s.step(rule, i); errors.Is(err, ErrSkip) {
			break
		} else if err != nil {
			return err
		}
	}
	return nil
}
