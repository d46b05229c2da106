package layers

import "bcrules.dev/engine/host"

// The organisation's rules (host.Organisation) have a plan of their own, and other rules can't
// change them (plan.Plan.Under): they are never compiled together with a person's. What both have, a
// hook of one name or a pack, is the organisation's; making the other plan removes it there, and
// says so.
//
//	/etc/bcrules ── bcrules compile, as root ─► /var/cache/bcrules ─┐
//	                                                                ├─► hooks of an event: theirs first
//	user, project, --rules ── compile ── less what they have ─► ~/.cache/bcrules ─┘
//
// An event checks whether the folder exists, and if so, who owns it and its plan, and whether its
// files are as they were when that was made. A changed one keeps the old plan until it is compiled
// again. Other plans are remade when the organisation's is.

// Organisation returns the organisation's rule set for a project, without layers if there is none.
// The text says why it can't be trusted; "" if it can.
func Organisation(in *host.Project) (s Set, why string) {
	of := host.OfSystem()
	s = Set{Of: in, Above: true}
	if of.Distrust != "" {
		return s, of.Distrust
	}
	if s.hasRules(of.Rules) {
		s.Layers = []string{of.Rules}
	}
	return s, ""
}
