package cache

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
)

// closed returns what the rules of closed hooks do, as "HOOK/RULE: ACTION", sorted, each once. A
// rule without a name, and a hook that only observes, have none.
func closed(p *plan.Plan) (all []string) {
	for _, agenda := range p.Events {
		for _, h := range agenda.Hooks {
			for _, r := range h.Rules {
				for _, step := range r.Do {
					if h.Closed && !h.Observes && r.ID != "" {
						all = append(all, fmt.Sprintf("%s/%s: %s", h.Name, r.ID, step.Action))
					}
				}
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// shed returns what rules of closed hooks did by the plan that this one replaces and don't do any
// more, together with what that plan shed and nobody was told. If another compiler made that plan,
// it returns nothing: the rules needn't have changed.
func (s Store) shed(rules string, p *plan.Plan, stamp Stamp) []string {
	old, err := s.Read(rules)
	if err != nil {
		return nil
	}
	defer old.Close()
	compiler := func(f File) bool { return f.Compiler }
	at := slices.IndexFunc(stamp.Files, compiler)
	if at < 0 || !slices.Contains(old.root.Stamp.Files, stamp.Files[at]) {
		return nil
	}
	had := old.directory().Closed
	if s.Since(rules, "", shedKey(old.root.Shed)) == 0 {
		had = slices.Concat(had, old.root.Shed)
	}
	has := closed(p)
	slices.Sort(had)
	return slices.DeleteFunc(slices.Compact(had), func(did string) bool { return slices.Contains(has, did) })
}

// Shed returns what rules of closed hooks did before the rules last changed and don't do any more,
// each as "HOOK/RULE: ACTION", to one of all who ask: later it returns nothing. Conditions aren't
// compared.
func (s Store) Shed(p *Plan) []string {
	if shed := p.root.Shed; len(shed) > 0 && !s.Told(p.root.Rules, "", shedKey(shed)) {
		return shed
	}
	return nil
}

func shedKey(shed []string) string { return strings.Join(shed, "\n") }
