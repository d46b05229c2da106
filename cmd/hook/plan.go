package hook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
)

// loaded is the plan an event is answered by, and what is to be said about it.
type loaded struct {
	plan  *plan.Plan // nil if there is none
	err   error      // what was wrong, for the log
	fault string     // first fault of the rules as they are now
	alone bool       // the plan is that of the user's own rules without the others
	lacks bool       // it has no hook of the name that alone is to answer
	takes string     // the event that the input counts as for this hook, "" if it counts as itself
	store cache.Store
	file  *cache.Plan // that the plan is still read from; nil for none
	dry   bool        // nothing is to be kept
}

// load gets as much of the plan of a rule set as an event needs, answered by all
// hooks or by only one. Where the rules
// have faults the last good plan holds, and where there is none the user's own rules
// alone: what a project or the environment adds must not switch those off.
func (c Command) load(set layers.Set, ev *plan.Event, only string, within time.Duration) loaded {
	began := time.Now()
	l := c.loadOnce(set, ev, only, within)
	if l.plan != nil || l.fault == "" || set.Own == "" {
		return l
	}
	l.close()
	own := c.loadOnce(layers.Set{Layers: []string{set.Own}}, ev, only, max(within-time.Since(began), 0))
	own.err, own.fault, own.alone = l.err, l.fault, own.plan != nil
	return own
}

// close lets go of what the plan is read from.
func (l loaded) close() {
	if l.file != nil {
		l.file.Close()
	}
}

// loadOnce gets the plan from the store if it is fresh there, else after compiling
// it once.
func (c Command) loadOnce(set layers.Set, ev *plan.Event, only string, within time.Duration) (l loaded) {
	rules := set.Key()
	store, err := cache.Open()
	l.store = store
	var p *cache.Plan
	var made *plan.Plan
	compiler := Compiler()
	if err == nil {
		p, err = store.Read(rules)
	}
	if err != nil || !p.Fresh(compiler, set.Listed) {
		if l.fault = store.Fault(rules, compiler, set.Listed); l.fault == "" {
			made, l.fault, l.err = c.Compile(set, within-within/8) // the rest is for the answer
			if again, err2 := store.Read(rules); err2 == nil {
				if p != nil {
					p.Close()
				}
				p, err = again, nil
			}
		}
	}
	if l.fault != "" {
		l.err = fmt.Errorf("rules with faults, the first: %s; bcrules vet lists them", l.fault)
	}
	if made != nil && l.err != nil { // it could not be kept, but it is here
		l.plan, l.lacks, l.takes = made, only != "" && !slices.Contains(made.Names(), only), made.Takers.Of(only, named(ev))
		return l
	}
	if err != nil {
		if l.fault == "" {
			l.err = fmt.Errorf("no plan: %w", cmp.Or(l.err, err))
		}
		return l
	}
	l.file = p
	l.lacks = only != "" && !slices.Contains(p.Hooks(), only)
	if only != "" {
		l.takes = p.Takers().Of(only, named(ev))
	}
	if l.plan, err = p.For(ev); err != nil {
		l.err = fmt.Errorf("no plan: %w", err)
	}
	return l
}

// named returns the name of an event, "" if there is none.
func named(ev *plan.Event) string {
	if ev == nil {
		return ""
	}
	return ev.Name
}

// tell adds to an answer what the user must know of the rules, once a session.
// Every event honours systemMessage.
func (l loaded) tell(answer engine.Answer, rules, session string) engine.Answer {
	var news []string
	if answer.Plain { // another event will do
		return answer
	}
	if l.fault != "" {
		what := "no rule is in force"
		if l.alone {
			what = "your own rules hold alone"
		} else if l.plan != nil {
			what = "the last good rules hold"
		}
		news = append(news, fmt.Sprintf("bcrules: %s: %s (bcrules vet lists all faults)", what, l.fault))
	}
	if l.plan != nil && l.plan.Notice != "" {
		news = append(news, "bcrules: "+l.plan.Notice)
	}
	news = slices.DeleteFunc(news, func(text string) bool { return !l.dry && l.store.Told(rules, session, text) })
	if len(news) == 0 {
		return answer
	}
	o := files.ReadObject(answer.Stdout)
	if own := files.Text(o.Get("systemMessage")); own != "" {
		news = append([]string{own}, news...)
	}
	o.Set("systemMessage", files.JSON(strings.Join(news, "\n")))
	answer.Stdout = append(o.Encode(), '\n')
	return answer
}
