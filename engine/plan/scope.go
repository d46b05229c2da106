package plan

import (
	"iter"
	"slices"
	"strings"
)

// Each pack has its own scope: its hooks are PACK/HOOK, and only its own rules see its settings,
// marks, tables and stores. The author's own rules have no scope and no prefix.

// Scoped returns the plan-wide name of something in a pack; name itself if pack is empty.
func Scoped(pack, name string) string {
	if pack == "" {
		return name
	}
	return pack + "/" + name
}

// Unscoped splits a plan-wide name into pack and own name.
func Unscoped(name string) (pack, own string) {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return "", name
	}
	return name[:i], name[i+1:]
}

// OfScope yields the entries of a pack ("" for none) by their own names.
func OfScope[T any](pack string, all map[string]T) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for name, x := range all {
			if of, own := Unscoped(name); of == pack && !yield(own, x) {
				return
			}
		}
	}
}

// Called returns the hooks in all that a person may mean by name: the hook so named, or else the
// packs' hooks with that own name.
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
