package hook

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// ManagedFlag makes the organisation's rules answer alone. It is in settings that the administrator
// wrote, for an agent that no other settings can keep from them.
const ManagedFlag = "--managed"

// An above is the organisation's rules as they apply here (layers.Organisation).
type above struct {
	set    layers.Set
	stored *cache.Plan
	made   *plan.Plan // if it couldn't be kept
	fault  string     // why they can't be trusted; "" if they can
	later  bool       // a hook that the administrator registered runs them; this one only rechecks changed events
}

// holds reports whether there are any in force.
func (a *above) holds() bool { return a.stored != nil || a.made != nil }

// others returns the rule set besides the organisation's.
func (t *turn) others() layers.Set {
	if t.Managed {
		return layers.Set{Of: t.in}
	}
	return layers.In(t.Rules, t.in, os.Getenv)
}

// rule loads the rules in force: the organisation's first, as the others may take all the time, and
// then these. If the organisation's are unknown, closed hooks refuse.
func (t *turn) rule(set layers.Set) (warning string, err error) {
	said := t.organisation()
	if t.Managed {
		t.know(func() { t.plan = &plan.Plan{} })
	} else {
		warning, err = t.load(set)
	}
	if said != "" && !t.above.later { // the agent's own hook says it
		t.know(func() { t.news = append([]string{"bcrules: " + said}, t.news...) })
	}
	if t.above.fault != "" && t.Closed {
		return warning, t.lose(t.above.fault)
	}
	if t.plan != nil {
		if wrong := t.join(); wrong != nil {
			return warning, wrong
		}
	}
	return warning, err
}

// organisation loads the plan of the organisation's rules: the administrator's or, if this program
// can't read one, a plan made for this user. It returns what the user should know.
func (t *turn) organisation() (said string) {
	a := &t.above
	if a.set, a.fault = layers.Organisation(t.in); a.fault != "" {
		return "the organisation's rules are not in force: " + a.fault
	}
	if len(a.set.Layers) == 0 {
		return ""
	}
	a.later = !t.Managed && t.Trace == nil && t.managed()
	if t.Managed {
		t.know(func() { t.rules = a.set.Key() })
	}
	dir := a.set.Layers[0]
	if stored, err := cache.Organisation(t.own()).Read(a.set.Key()); err == nil {
		if a.stored = stored; !stored.Holds() {
			return fmt.Sprintf("the organisation's rules in %s were changed since they were compiled, and hold as they were: bcrules compile, as the administrator", dir)
		}
		return ""
	}
	var fault string
	var err error
	if a.stored, a.made, fault, err = t.current(a.set); fault != "" {
		err = errors.New(fault)
	}
	switch {
	case a.holds() && err == nil:
		return ""
	case a.holds():
		return fmt.Sprintf("the last good rules of the organisation hold: %v", err)
	}
	a.fault = fmt.Sprintf("found no plan of the rules in %s: %v (bcrules compile, as the administrator)", dir, err)
	return "the organisation's rules are not in force: " + a.fault
}

// overAlone lets the organisation's rules answer if the others are unknown, and reports whether they
// do: not if closed hooks of the others refuse.
func (t *turn) overAlone(why error) bool {
	if !t.above.holds() || t.planless(why, engine.Notice{}).Refused {
		return false
	}
	t.know(func() { t.plan = &plan.Plan{} })
	if t.join() != nil {
		t.know(func() { t.plan = nil })
		return false
	}
	return true
}

// nothing says what applies if none of the other rules does.
func (t *turn) nothing() string {
	if t.above.holds() {
		return "the organisation's rules hold alone"
	}
	return "no rule is in force"
}

// label names the rules in force for the log.
func (t *turn) label(set layers.Set) string {
	if t.above.holds() {
		set = set.With(t.above.set.Layers[0])
	}
	return set.Label()
}

// managed reports whether the administrator gave the agent a hook of its own for the organisation's
// rules.
func (t *turn) managed() bool {
	if t.event == nil {
		return false
	}
	is, _, err := files.There(Managed(t.event.Client.Name))
	return is && err == nil
}

// Managed returns the file that says that the administrator registered such a hook with an agent.
func Managed(agent string) string {
	rules, _ := host.OfSystem().Place()
	return filepath.Join(rules, "managed", filepath.Base(agent)+".json")
}

// join puts the organisation's hooks above the others, for all that was sent.
func (t *turn) join() error {
	if !t.above.holds() {
		return nil
	}
	was := append([]engine.Ask{{Plan: t.plan, Event: t.event, Hooks: t.hooks}}, t.more...)
	err := t.planned(func(ev *plan.Event) (*plan.Plan, []*plan.Hook, error) {
		own := engine.Ask{Plan: t.plan}
		if i := slices.IndexFunc(was, func(ask engine.Ask) bool {
			return ask.Event == ev || ask.Event != nil && ev != nil && ev.From != nil && ask.Event.From == ev.From
		}); i >= 0 {
			own = was[i]
		}
		over, err := t.above.made, error(nil)
		if over == nil {
			t.above.stored.Over, t.above.stored.Only = true, t.Only
			over, err = t.above.stored.For(ev)
		}
		if err != nil || ev == nil {
			return t.plan, t.hooks, err
		}
		hooks := over.Match(ev, t.Only)
		for _, h := range hooks {
			h.Later = t.above.later
		}
		return own.Plan.Under(over, ev.Name, hooks), append(hooks, own.Hooks...), nil
	})
	if err == nil {
		return nil
	}
	t.above.fault = err.Error()
	t.know(func() { t.news = append(t.news, "bcrules: the organisation's rules are not in force: "+err.Error()) })
	if t.Closed {
		t.lose(err.Error())
	}
	return err
}

// close closes the stored plan.
func (a *above) close() {
	if a.stored != nil {
		a.stored.Close()
	}
}

// overRefuses lets the organisation's closed hooks refuse an event about which no hook can be asked.
func (t *turn) overRefuses(ev *plan.Event, why error) (a engine.Answer) {
	guard := t.overGuard()
	if guard == nil {
		return a
	}
	return (&engine.Engine{}).Refuse(guard, ev, t.may(guard, ev), why)
}

// overGuard returns the organisation's closed hooks, nil if there are none: from the
// administrator's plan or, if there is none, from this user's, stored or not. It also works before
// the event is read.
func (t *turn) overGuard() *plan.Plan {
	set := t.above.set
	if len(set.Layers) == 0 {
		set, _ = layers.Organisation(t.in)
	}
	if len(set.Layers) == 0 {
		return nil
	}
	theirs, rules := cache.Organisation(t.own()), set.Key()
	if guard := theirs.Guard(rules); guard != nil || t.above.made == nil && theirs.Keeps(rules) {
		return guard
	}
	if t.above.made != nil {
		return t.above.made.Closed()
	}
	own, err := cache.Open(t.own())
	if err != nil {
		return nil
	}
	return own.Guard(rules)
}
