package compile

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// storeOf returns the store for the plan of a rule set: the administrator keeps the organisation's
// in its own.
func storeOf(set layers.Set, own *host.Folders) (cache.Store, error) {
	if set.Above && host.Administers() {
		return cache.Organisation(own), nil
	}
	return cache.Open(own)
}

// Less removes from a plan what the organisation has, too. It returns the file of the organisation's
// plan, nil if there is none: when that changes, this plan must be made again. It also returns what
// the user should know, "" for nothing.
func Less(set layers.Set, compiled *schema.Set) (theirs []string, said string) {
	over, why := layers.Organisation(set.Of)
	if set.Above || why != "" || len(over.Layers) == 0 {
		return nil, ""
	}
	own := set.Folders(os.Getenv)
	store := cache.Organisation(own)
	theirs = []string{store.Path(over.Key())}
	names := Theirs(own)
	compiled.Plan.Without(names)
	if both := shared(compiled, names); len(both) > 0 {
		said = fmt.Sprintf("the organisation has %s: yours changes nothing of it, and is not in force", strings.Join(both, " and "))
	}
	return theirs, said
}

// Theirs returns the names of the organisation's hooks, as compiled.
func Theirs(own *host.Folders) plan.Names {
	over, _ := layers.Organisation(nil)
	if len(over.Layers) == 0 {
		return nil
	}
	kept, err := cache.Organisation(own).Read(over.Key())
	if err != nil {
		if kept, err = readOwn(own, over.Key()); err != nil {
			return nil
		}
	}
	defer kept.Close()
	return kept.Hooks()
}

// readOwn returns the plan that was made for this user, if the administrator made none.
func readOwn(own *host.Folders, key string) (*cache.Plan, error) {
	store, err := cache.Open(own)
	if err != nil {
		return nil, err
	}
	return store.Read(key)
}

// shared returns what a rule set has in common with the organisation's, with its places in the
// user's rules: hooks, including disabled ones, and packs as a whole.
func shared(compiled *schema.Set, names plan.Names) (all []string) {
	for _, h := range compiled.Hooks {
		if !names.Has(h.Name) {
			continue
		}
		what, at := h.Name, h.At
		if pack, _ := plan.Unscoped(h.Name); pack != "" {
			what, at = pack, compiled.Source.Takes(pack)
		}
		if text := fmt.Sprintf("%s (%s)", what, files.Visible(at.String())); !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	slices.Sort(all)
	return all
}
