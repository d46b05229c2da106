package hook

import (
	"errors"
	"fmt"
	"slices"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// If the user's rules are unknown now, the earlier ones apply: an error isn't the user's wish. The
// kept rules are the user's, as they have the user's seal and were made while the folder was known
// to be the user's, as their name says (layers.Set.Key). If nothing was kept, closed hooks refuse,
// as nothing is known of them.

// before answers by a kept plan of the rules that the environment names as the user's, if they are
// no longer known to be that. It returns what the user should know, and whether the plan applies.
func (t *turn) before(set layers.Set) (said string, holds bool) {
	for _, was := range set.Before() {
		if _, _, err := t.get(was); err == nil && t.plan != nil {
			t.know(func() { t.rules = was.Key() })
			return fmt.Sprintf("bcrules: the last good rules hold: %s", was.Unread()), true
		}
	}
	return "", false
}

// aside answers by the kept plan of the user's own rules, which apply in other projects, too, if the
// layers beside them took all the time. If any layer has closed hooks, these refuse instead. It
// returns what the user should know, and whether the own rules apply.
func (t *turn) aside(set layers.Set, fault string, late error) (said string, holds bool) {
	own := set
	if set.Asks != "" {
		own = set.Alone()
	}
	if t.plan != nil || t.nowhere || t.Closed || fault != "" || late == nil || len(own.Layers) == 0 || len(own.Layers) == len(set.Layers) {
		return "", false
	}
	if store, err := cache.Open(t.own()); err != nil || hasClosed(store, set) {
		return "", false
	}
	own.Listed = []plan.Folder{{Path: own.Layers[0], Fault: late.Error()}} // so that it is used as kept
	if _, _, err := t.get(own); err != nil || t.plan == nil {
		return "", false
	}
	return fmt.Sprintf("bcrules: your own rules hold alone: %v", late), true
}

// hasClosed reports whether a rule set is known to have closed hooks.
func hasClosed(store cache.Store, set layers.Set) bool {
	guard := store.Guard(set.Key())
	return guard != nil && len(guard.Events) > 0
}

// lose drops what is known of the plan, so that closed hooks refuse, because the rules are unknown.
func (t *turn) lose(why string) error {
	t.know(func() { t.unsure, t.plan, t.hooks, t.more = true, nil, nil, nil })
	return errors.New(why)
}

// gone says that the user's own rules, which answered earlier events, don't exist any more; "" if
// they do, or there were none. closed says the same if they had closed hooks.
func (t *turn) gone(set layers.Set) (said, closed string) {
	dir, had := Gone(set, t.own(), t.Own == "")
	if dir != "" {
		said = GoneText(dir) + ": write them again, or give them up with bcrules uninstall"
	}
	if had {
		closed = said
	}
	return said, closed
}

// Gone returns the folder of the user's own rules, if they answered earlier events and don't exist
// any more; "" otherwise. closed reports whether they had closed hooks. If a variable names a
// folder that never had rules, those of the account count as gone if account is set.
func Gone(set layers.Set, own *host.Folders, account bool) (dir string, closed bool) {
	if set.Missing == "" {
		return "", false
	}
	store, err := cache.Open(own)
	if err != nil {
		return "", false
	}
	dirs := []string{set.Missing}
	if account {
		dirs = append(dirs, host.Bcrules(host.AccountConfig()))
	}
	for _, was := range slices.Compact(dirs) {
		for _, rules := range set.Had(was) {
			guard := store.Guard(rules)
			if guard != nil || store.Keeps(rules) {
				dir = was
			}
			closed = closed || guard != nil && len(guard.Events) > 0
		}
	}
	return dir, closed
}

// GoneText says that a folder had rules.
func GoneText(dir string) string {
	return fmt.Sprintf("the rules in %s are gone, and nothing of them is in force", dir)
}
