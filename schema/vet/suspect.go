package vet

import "bcrules.dev/schema"

// suspect reports whether a shipped pack that layers take unchanged may be at fault here, though
// its own tests show that it isn't by itself: it may read files of the user's or ask databases, or
// change what other rules may change, too. Others need not be looked into.
func suspect(s *schema.Schema, of *schema.Set) bool {
	if len(of.Plan.Stores) > 0 {
		return true
	}
	for _, t := range of.Plan.Tables {
		if t.File != nil {
			return true
		}
	}
	for _, a := range of.Plan.Events {
		for _, h := range a.Hooks {
			for _, r := range h.Rules {
				for _, step := range r.Do {
					if use, ok := s.Library.Actions[step.Action].Use(""); ok && a.Outputs[use.Output].Kind == "change" {
						return true
					}
				}
			}
		}
	}
	return false
}
