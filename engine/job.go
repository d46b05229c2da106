package engine

import (
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// A Job is a background rule that held. Its steps run after the answer is written, in this process
// or another. It carries what another process couldn't find out: the current items, the lets
// evaluated so far, the outcomes of named steps. Anything else is asked when it runs.
type Job struct {
	Hook string   `json:"hook"`
	Rule int      `json:"rule"` // number, from 1
	Pos  plan.Pos `json:"pos"`  // detects a changed rule

	Items    Values `json:"items,omitempty"`
	Lets     Values `json:"lets,omitempty"`
	Outcomes Values `json:"outcomes,omitempty"`

	Event *plan.Event `json:"-"` // the event it was left for

	at *RuleTrace // nil for none, and in another process
}

// addJob records a background rule as a job.
func (s *scene) addJob(rule *plan.Rule) {
	i := slices.IndexFunc(s.hook.Rules, func(r plan.Rule) bool { return r.Pos == rule.Pos })
	j := Job{Hook: s.hook.Name, Rule: i + 1, Pos: rule.Pos, at: s.at, Items: Values{}, Outcomes: maps.Clone(s.outcomes)}
	for _, each := range []*plan.Each{s.hook.Each, rule.Each} {
		if each != nil {
			j.Items[each.Name] = s.env[each.Name]
		}
	}
	s.mu.Lock()
	j.Lets = maps.Clone(s.letValues)
	s.mu.Unlock()
	s.jobs = append(s.jobs, j)
}

// Resume runs the jobs that an answer left. Their faults go to the host's log.
func (e *Engine) Resume(p *plan.Plan, ev *plan.Event, h *host.Host, hooks []*plan.Hook, jobs []Job) {
	if len(jobs) == 0 {
		return
	}
	r := e.Begin(p, ev, h, hooks)
	for _, j := range jobs {
		i := slices.IndexFunc(hooks, func(h *plan.Hook) bool { return h.Name == j.Hook })
		err := fmt.Errorf("found no hook %s any more, want the one whose rule %d was to be done in the background", j.Hook, j.Rule)
		if i >= 0 {
			err = r.job(hooks[i], j)
		}
		j.at.setResult(true, err)
		if err != nil {
			h.Log.Print("error", j.Hook, r.discreet(err).Error())
		}
	}
}

// job runs the steps of a job's rule.
func (r *Run) job(h *plan.Hook, j Job) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &plan.Error{Pos: j.Pos, Hook: h.Name, Rule: j.Rule, Err: fmt.Errorf("panic: %v\n%s", v, debug.Stack())}
		}
	}()
	s := r.bind(h, nil)
	if err := s.bindLets(); err != nil {
		return err
	}
	if j.Rule < 1 || j.Rule > len(h.Rules) || h.Rules[j.Rule-1].Pos != j.Pos {
		return s.fault(j.Rule, j.Pos, errors.New("found rules that have changed since, want those that the event was answered by"))
	}
	rule := &h.Rules[j.Rule-1]
	if rule.Event != nil {
		s.env["event"] = s.event.Read(rule.Event, nil)
	}
	maps.Copy(s.env, j.Items)
	maps.Copy(s.outcomes, j.Outcomes)
	for name, v := range j.Lets {
		s.env[name] = Gives(v)
	}
	s.at = j.at
	return s.fault(j.Rule, rule.Pos, s.do(rule))
}
