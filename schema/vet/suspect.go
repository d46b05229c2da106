package vet

import "bcrules.dev/schema"

// suspect reports whether a pack that ships, and that layers take as it is, may be at fault here
// though it isn't by itself, which its own tests show: where it reads files of the user's or asks
// databases, and where it changes what other rules may change, too. Others need not be looked into.
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
