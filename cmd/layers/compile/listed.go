package compile

import (
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/schema"
)

// State says what a hook does: on, observes, off or untrusted. It is untrusted if acting, the set
// that applies while a project isn't trusted as it is, lacks it. A nil acting means all.
func State(h schema.Listed, acting *schema.Set) string {
	acts := func(a schema.Listed) bool { return a.Name == h.Name && a.From == h.From }
	switch {
	case acting != nil && !slices.ContainsFunc(acting.Hooks, acts):
		return "untrusted"
	case !h.Enabled:
		return "off"
	case h.Mode == schema.Observe:
		return "observes"
	}
	return "on"
}

// Owner says who has a hook, by the pack or folder it comes from: pack, user, project or, if a
// command line names its rules, rules.
func Owner(from string, given bool) string {
	switch {
	case !filepath.IsAbs(from):
		return "pack"
	case given:
		return "rules"
	case schema.Display(from, layers.User(os.Getenv)) != from:
		return "user"
	}
	return "project"
}
