package vet

import (
	"fmt"

	"bcrules.dev/schema"
)

// checkUnproved is the name of the check for conditions about which nothing could be proved.
const checkUnproved = "unproved"

// unproved warns of conditions for which the proof budget was too small: at the first, with the
// hooks of some others.
func unproved(s *Subject, r *schema.Report) {
	if len(s.unproved) == 0 {
		return
	}
	others := ""
	for i, at := range s.unproved[1:] {
		if i == maxNamed {
			others += fmt.Sprintf(" and %d others", len(s.unproved)-1-i)
			break
		}
		others += ", " + at.Hook
		if at.Rule > 0 {
			others += fmt.Sprintf(" rule %d", at.Rule)
		}
	}
	if others != "" {
		others = ", nor" + others[1:]
	}
	r.Warnf(s.unproved[0], checkUnproved, "too much work to prove: not checked whether this can hold%s; want simpler conditions", others)
}

// maxNamed limits how many unproved conditions are named.
const maxNamed = 5
