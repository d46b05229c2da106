package schema

import (
	"cmp"
	"time"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
)

// late warns of actions that may take as long as the event has, so that nothing is
// left for what comes after them.
func (c *compiler) late(s *scene) {
	limit := cmp.Or(c.plan.Within([]*plan.Hook{&s.hook}), plan.Timeout)
	for i, r := range items(s.value.LookupPath(cue.ParsePath("rules"))) {
		c.rule = i + 1
		for _, do := range items(r.LookupPath(cue.ParsePath("do"))) {
			each(do, func(name string, args cue.Value) error {
				of := c.tables.Actions[name].Limit
				if of == "" {
					return nil
				}
				v := args.LookupPath(cue.MakePath(cue.Str(of)))
				text, _ := v.String()
				if d, err := time.ParseDuration(text); err == nil && d >= limit {
					c.warnf(checkLate, placeOf(v), "%s: found %s %s, want less than the %s that the rules give an event (timeout of the hook)", name, of, text, limit)
				}
				return nil
			})
		}
	}
	c.rule = 0
}
