package hook

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/files"
)

// loaded is the plan an event is answered by, and what is to be said about it.
type loaded struct {
	plan  *engine.Plan // nil if there is none
	err   error        // what was wrong, for the log
	fault string       // first fault of the rules as they are now
	names func() []string
	store cache.Store
	dry   bool // nothing is to be kept
}

func (l loaded) has(hook string) bool { return slices.Contains(l.names(), hook) }

// load gets as much of the plan of a rule set as an event needs: from the store
// if it is fresh there, else after compiling it once. Where the rules have
// faults the last good plan holds.
func (c Command) load(layers []string, ev *engine.Event, within time.Duration) (l loaded) {
	rules := Key(layers)
	l.names = func() []string { return nil }
	store, err := cache.Open()
	l.store = store
	var p *cache.Plan
	var made *engine.Plan
	compiler := Compiler()
	if err == nil {
		p, err = store.Read(rules)
	}
	if err != nil || !p.Fresh(compiler) {
		if l.fault = store.Fault(rules, compiler); l.fault == "" {
			made, l.fault, l.err = c.Compile(layers, within-within/8) // the rest is for the answer
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
		l.plan, l.names = made, made.Names
		return l
	}
	if err != nil {
		if l.fault == "" {
			l.err = fmt.Errorf("no plan: %w", cmp.Or(l.err, err))
		}
		return l
	}
	defer p.Close()
	l.names = p.Hooks
	if l.plan, err = p.For(ev); err != nil {
		l.err = fmt.Errorf("no plan: %w", err)
	}
	return l
}

// tell adds to an answer, once a session, that the rules have faults. Every
// event honours systemMessage.
func (l loaded) tell(answer engine.Answer, rules, session string) engine.Answer {
	if l.fault == "" || !l.dry && l.store.Told(rules, session) {
		return answer
	}
	what := "no rule is in force"
	if l.plan != nil {
		what = "the last good rules hold"
	}
	o := files.ReadObject(answer.Stdout)
	message := fmt.Sprintf("bcrules: %s: %s (bcrules vet lists all faults)", what, l.fault)
	if own := files.Text(o.Get("systemMessage")); own != "" {
		message = own + "\n" + message
	}
	o.Set("systemMessage", files.JSON(message))
	answer.Stdout = append(o.Encode(), '\n')
	return answer
}
