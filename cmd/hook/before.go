package hook

import (
	"errors"
	"fmt"
	"slices"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/plan"
)

// What the user's rules were before counts where they can't be told now: an error is no wish of
// theirs. What was kept of them is theirs, as it has their seal and was made while the folder
// was known to be theirs, which its name says (layers.Set.Key); where nothing was, closed hooks
// refuse, as nothing is known of them.

// before answers by the rules that the environment names as the user's as they were when they
// were known to be that, if they aren't now and a plan is kept. It returns what the user is to
// know, and whether these hold.
func (t *turn) before(set layers.Set) (said string, holds bool) {
	for _, was := range set.Before() {
		if _, _, err := t.get(was); err == nil && t.plan != nil {
			t.know(func() { t.rules = was.Key() })
			return fmt.Sprintf("bcrules: the last good rules hold: %s", was.Unread()), true
		}
	}
	return "", false
}

// aside answers by the user's own rules as they are kept where what stands beside them took
// all the time there was: they hold in other projects, too. Closed hooks refuse then, be they
// of the project. It returns what the user is to know, and whether these hold.
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
	own.Listed = []plan.Folder{{Path: own.Layers[0], Fault: late.Error()}} // so that it is taken as it is kept
	if _, _, err := t.get(own); err != nil || t.plan == nil {
		return "", false
	}
	return fmt.Sprintf("bcrules: your own rules hold alone: %v", late), true
}

// hasClosed reports whether closed hooks are known of a rule set.
func hasClosed(store cache.Store, set layers.Set) bool {
	guard := store.Guard(set.Key())
	return guard != nil && len(guard.Events) > 0
}

// lose forgets what is known of the plan, so that closed hooks refuse: it isn't known what the
// rules are.
func (t *turn) lose(why string) error {
	t.know(func() { t.unsure, t.plan, t.hooks, t.more = true, nil, nil, nil })
	return errors.New(why)
}

// gone says that the user's own rules, by which events were answered, aren't there any more;
// "" if they are, or there were none. Closed is the same where closed hooks were among them. A
// variable may name a folder that never had some: those of the account are gone all the same.
func (t *turn) gone(set layers.Set) (said, closed string) {
	if set.Missing == "" {
		return "", ""
	}
	store, err := cache.Open(t.own())
	if err != nil {
		return "", ""
	}
	dirs := []string{set.Missing}
	if t.Own == "" {
		dirs = append(dirs, layers.Account())
	}
	for _, dir := range slices.Compact(dirs) {
		for _, rules := range set.Had(dir) {
			guard := store.Guard(rules)
			if guard != nil || store.Keeps(rules) {
				said = fmt.Sprintf("the rules in %s are gone, and nothing of them is in force: write them again, or forget them by bcrules uninstall", dir)
			}
			if guard != nil && len(guard.Events) > 0 {
				closed = said
			}
		}
	}
	return said, closed
}
