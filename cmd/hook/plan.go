package hook

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"
)

// load loads the part of a rule set's plan that the event needs, and returns a warning for the log.
// If the rules have faults, the last good plan applies, and if there is none the user's own rules
// alone: what a project or the environment adds must not disable those.
func (t *turn) load(set layers.Set) (warning string, err error) {
	var news []string
	defer func() { t.know(func() { t.news = news }) }()
	astray := t.astray(set)
	if t.Own == "" {
		if said, holds := t.before(set); holds {
			news = append(news, said)
			return "", nil
		}
	}
	gone, closed := t.gone(set)
	if gone != "" && astray == "" {
		news = append(news, "bcrules: "+gone)
	}
	astray = cmp.Or(astray, set.Astray)
	if astray != "" {
		news = append(news, "bcrules: "+astray)
	}
	if why := cmp.Or(astray, closed); t.Closed && why != "" {
		return "", t.lose(why)
	}
	if len(set.Layers) == 0 { // there is nothing to look up
		if len(news) == 0 && !t.above.holds() {
			news = t.vain(set.Of)
		}
		return t.none(), nil
	}
	holds, fault, warning, err := t.less(set)
	if said, is := t.aside(set, fault, err); is {
		news = append(news, said)
	}
	if why := set.Unread(); why != "" {
		err = fmt.Errorf("rules that can't be read: %s", why)
		news = append(news, fmt.Sprintf("bcrules: %s: %s", holds, why))
	} else if fault != "" {
		err = fmt.Errorf("rules with faults, the first: %s; bcrules vet lists them", fault)
		news = append(news, fmt.Sprintf("bcrules: %s: %s (bcrules vet lists all faults)", holds, fault))
	}
	if t.plan != nil && t.plan.Notice != "" {
		news = append(news, "bcrules: "+t.plan.Notice)
		if t.Closed && set.Lost() {
			return warning, t.lose(t.plan.Notice)
		}
	}
	return warning, err
}

// less loads the plan of a rule set or, if its rules have faults and no plan was kept, of the part
// without faults; holds says what applies. If the command line is for closed hooks, and unknown
// rules were trusted, no rule applies: these may have the closed hooks.
func (t *turn) less(set layers.Set) (holds, fault, warning string, err error) {
	fault, warning, err = t.get(set)
	t.know(func() { t.faulty = fault != "" && set.Unread() == "" })
	holds = t.nothing()
	if t.plan != nil {
		holds = "the last good rules hold"
	}
	if fault != "" && t.plan == nil && t.Closed && set.Recorded(os.Getenv) {
		return holds, fault, warning, err
	}
	for less := set.Alone(); fault != "" && t.plan == nil && len(less.Layers) > 0; less = less.Alone() {
		if _, warning, _ = t.get(less); t.plan == nil {
			continue
		}
		if holds = "the other rules hold"; less.Asks == "" {
			holds = "your own rules hold alone"
		}
	}
	return holds, fault, warning, err
}

// none records that there are no rules.
func (t *turn) none() (warning string) {
	none := &plan.Plan{}
	t.know(func() { t.plan = none })
	warning = t.alone(none.Names, none.Takers)
	t.know(func() { t.amiss = nil }) // no hook has any name
	return warning
}

// vain tells the user that the program is registered with the agent but found no rules, so that it
// is started for nothing. It says nothing if nobody registered it: somebody tries it, or a plugin
// did, which is for all projects. It doesn't read the settings of other agents.
func (t *turn) vain(in *host.Project) []string {
	const so = "found no rules, so that nothing is in force: bcrules init takes some, bcrules uninstall%s forgets them"
	switch {
	case t.Closed:
		return []string{fmt.Sprintf("bcrules: closed hooks are registered and "+so, "")}
	case t.call != nil || t.known() == nil || t.Trace != nil:
		return nil
	}
	if s := layers.Registered(in, strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe"), os.Getenv); s.File != "" {
		return []string{fmt.Sprintf("bcrules: hooks are registered in %s and "+so, s.File, s.Flag())}
	}
	return nil
}

// get loads the plan of a rule set and its hooks for the event: from the store, or as made if it
// couldn't be kept. It returns the first fault of faulty rules. A plan that turns out damaged is
// dropped and made again.
func (t *turn) get(set layers.Set) (fault, warning string, err error) {
	fault, warning, err = t.take(set)
	if !errors.Is(err, wire.ErrDamaged) {
		return fault, warning, err
	}
	t.close()
	t.stored = nil
	if store, absent := cache.Open(t.own()); absent == nil && store.Drop(set.Key()) == nil {
		return t.take(set)
	}
	return fault, warning, err
}

// take is get, and fails if the plan is damaged.
func (t *turn) take(set layers.Set) (fault, warning string, err error) {
	stored, made, fault, err := t.current(set)
	if stored == nil && made == nil {
		return fault, "", err
	}
	t.close()
	t.stored = stored
	if made != nil {
		warning = t.alone(made.Names, made.Takers)
		return fault, warning, cmp.Or(err, t.planned(func(ev *plan.Event) (*plan.Plan, []*plan.Hook, error) {
			return made, made.Match(cmp.Or(ev, t.event), t.Only), nil
		}))
	}
	if t.Only != "" {
		warning = t.alone(stored.Hooks, stored.Takers())
	}
	stored.Only = t.Only
	missing := t.planned(func(ev *plan.Event) (*plan.Plan, []*plan.Hook, error) {
		p, err := stored.For(ev)
		if err != nil {
			return nil, nil, err
		}
		return p, p.May([]string{t.event.Name}, t.Only), nil
	})
	if missing != nil {
		return fault, warning, fmt.Errorf("no plan: %w", missing)
	}
	return fault, warning, err
}

// planned records the hooks that the event is for, and those for what was sent with it.
func (t *turn) planned(of func(*plan.Event) (*plan.Plan, []*plan.Hook, error)) error {
	asks, err := t.call.Asks(t.known(), of, t.text)
	if err == nil {
		t.know(func() { t.plan, t.hooks, t.more = asks[0].Plan, asks[0].Hooks, asks[1:] })
	}
	return err
}

// alone resolves the name of the only hook that answers. If that hook takes any input, input that
// isn't an event of the agent counts as its own. It returns a warning if there is no such hook, or
// several packs have one.
func (t *turn) alone(hooks func() []string, takers plan.Takers) (warning string) {
	if t.Only == "" {
		return ""
	}
	meant, amiss := called(t.Only, hooks())
	t.know(func() { t.Only, t.amiss = meant, amiss })
	if amiss != nil {
		return amiss.Error()
	}
	name := ""
	if ev := t.known(); ev != nil {
		name = ev.Name
	}
	if as := takers.Of(t.Only, name); as != "" {
		ev := plan.ReadAs(t.input, as)
		t.know(func() { t.event, t.fault = ev, nil })
	}
	return ""
}

// called returns the one hook that a name means among all hooks; if it means none or several, it
// returns the name and an error.
func called(name string, hooks []string) (string, error) {
	switch meant := plan.Called(name, hooks); len(meant) {
	case 0:
		return name, fmt.Errorf("unknown hook %s, want one that the rules have and that is switched on", name)
	case 1:
		return meant[0], nil
	default:
		return name, fmt.Errorf("found %s in several packs, want one of %s", name, strings.Join(meant, ", "))
	}
}

// own returns the user's folders for the event's project or, before the event is read, for the
// current folder.
func (t *turn) own() *host.Folders {
	if t.in == nil {
		return host.Here(os.Getenv).Folders()
	}
	return t.in.Folders()
}

// close closes the stored plan.
func (t *turn) close() {
	if t.stored != nil {
		t.stored.Close()
	}
}

// current returns the stored plan of a rule set, made again if the rules have changed since. If it
// wasn't made in time, or the rules have faults, it is the last good one. A plan that was made but
// couldn't be kept is returned as made.
//
// If several processes find a plan stale at once, one makes it and the others wait: if each made its
// own, all would be late.
func (t *turn) current(set layers.Set) (stored *cache.Plan, made *plan.Plan, fault string, err error) {
	store, absent := cache.Open(t.own())
	rules, compiler, listed := set.Key(), Compiler(), set.Listed
	fresh := false
	read := func() error {
		p, err := store.Newest(rules, func(p *cache.Plan) bool { fresh = p.Fresh(compiler, listed); return fresh })
		if err == nil && stored != nil {
			stored.Close()
		}
		if err == nil {
			stored = p
		}
		return err
	}
	stale := func() bool {
		if absent = read(); absent == nil && fresh {
			return false
		}
		fault = store.Fault(rules, compiler, listed)
		listed = nil // a second check comes after a wait
		return fault == ""
	}
	if why := set.Unread(); why != "" { // no other process could read it either
		absent = read()
		return stored, nil, why, absent
	}
	if !stale() {
		return stored, nil, fault, nil
	}
	t.watch()
	if t.HandOver != nil {
		if err = store.Writes(); err != nil {
			t.know(func() { t.nowhere = true })
			return stored, nil, fault, fmt.Errorf("no plan can be kept: %w", err)
		}
	}
	left := func() time.Duration { return t.left() - t.left()/8 } // the rest is for the answer
	late := store.Alone(rules, left(), stale, func() {
		made, fault, err = t.Compile(set, left())
		if absent = read(); err == nil && absent == nil {
			made = nil // it is stored and readable
		}
	})
	if err = cmp.Or(err, late); absent != nil && stored == nil && made == nil && fault == "" {
		// A stored plan that can't be read is like one that can't be kept.
		t.know(func() { t.nowhere = err == nil && t.HandOver != nil })
		err = fmt.Errorf("no plan: %w", cmp.Or(err, absent))
	}
	return stored, made, fault, err
}
