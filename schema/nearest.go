package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Unknown says that a name is not known, and which is meant or which there are.
func Unknown(what, name string, known []string) string {
	if near := nearest(name, known); near != "" {
		return fmt.Sprintf("unknown %s %s, want %s?", what, name, near)
	}
	if len(known) == 0 {
		return fmt.Sprintf("unknown %s %s, want none", what, name)
	}
	known = slices.Clone(known)
	slices.Sort(known)
	return fmt.Sprintf("unknown %s %s, want one of %s", what, name, strings.Join(known, ", "))
}

// nearest returns the known name that is a likely misspelling away, else "".
func nearest(name string, known []string) string {
	allowed := max(2, len(name)/3) // two for letters that changed places
	if len(name) < 4 {
		allowed = 1
	}
	best, least := "", allowed+1
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is how many letters must be put in, left out or changed.
func distance(a, b string) int { return levenshtein.ComputeDistance(a, b) }
