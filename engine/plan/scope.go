package plan

import (
	"iter"
	"slices"
	"strings"
)

// Each pack has a scope of its own: its hooks are PACK/HOOK, and the names of its settings,
// marks, tables and stores mean something to its rules alone. Those of the author's own rules
// are in no pack's scope, and have no prefix.

// Scoped returns the name that something of a pack has for the whole plan; the name itself if
// it is of no pack.
func Scoped(pack, name string) string {
	if pack == "" {
		return name
	}
	return pack + "/" + name
}

// Unscoped takes the name of the pack off a name for the whole plan.
func Unscoped(name string) (pack, own string) {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return "", name
	}
	return name[:i], name[i+1:]
}

// OfScope yields what of all is a pack's, or of no pack where it is "", by its own name.
func OfScope[T any](pack string, all map[string]T) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for name, x := range all {
			if of, own := Unscoped(name); of == pack && !yield(own, x) {
				return
			}
		}
	}
}

// Called returns the names of hooks, those of all of a plan, that a person may mean by one:
// the hook of that name, or else those of packs whose own name it is.
func Called(name string, all []string) (meant []string) {
	if name == "" || slices.Contains(all, name) {
		return []string{name}
	}
	for _, full := range all {
		if _, own := Unscoped(full); own == name && !slices.Contains(meant, full) {
			meant = append(meant, full)
		}
	}
	return meant
}
