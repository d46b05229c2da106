package layers

import "bcrules.dev/engine/host"

// Of the organisation's rules (host.Organisation) a plan of their own is made, and where they meet
// the others nothing of these changes them (plan.Plan.Under): a person's rules are never read in
// one with theirs. What stands in both, a hook of one name or a pack, is the organisation's, and is
// taken out of the others' plan when that is made, which says so.
//
//	/etc/bcrules ── bcrules compile, as root ─► /var/cache/bcrules ─┐
//	                                                                ├─► hooks of an event: theirs first
//	user, project, --rules ── compile ── less what they have ─► ~/.cache/bcrules ─┘
//
// At an event is looked at whether the folder is there, and if it is, whose it and its plan are and
// whether its files are as they were when that was made: another one holds until it is made again.
// A plan of the others' is made anew when theirs is.

// Organisation returns the rule set of the organisation as it counts in a project; without layers
// if there is none. Strange says why it is not to be believed; "" if it is.
func Organisation(in *host.Project) (s Set, strange string) {
	of := host.OfSystem()
	s = Set{Of: in, Above: true}
	if of.Strange != "" {
		return s, of.Strange
	}
	if s.hasRules(of.Rules) {
		s.Layers = []string{of.Rules}
	}
	return s, ""
}
