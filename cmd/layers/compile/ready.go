package compile

import (
	"os"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/files"
)

// Ready stores the plan of a rule set that was just written, unless there is a current one, and
// returns the notice that hooks give of it, "" for none. It waits until the files have rested, as
// hooks don't accept a plan from before that: the first event would make it again.
func Ready(set layers.Set) (notice string, faults []string, err error) {
	if notice, ok := stored(set); ok {
		return notice, nil, nil
	}
	time.Sleep(files.RestTime)
	made, faults, err := Keep(set)
	if made != nil {
		notice = made.Notice
	}
	return notice, faults, err
}

// Count is trust.Count, with the help of the plan by which hooks answer.
func Count(set layers.Set) trust.Counted {
	counts := trust.Count(set, os.Getenv)
	if counts.Frozen == nil {
		return counts
	}
	if notice, ok := stored(set); ok {
		return counts.Known(notice)
	}
	return counts
}

// Current reports whether there is a current plan of a rule set.
func Current(set layers.Set) bool {
	_, ok := stored(set)
	return ok
}

// stored returns the notice that hooks give of a rule set, and whether there is a current plan of
// it.
func stored(set layers.Set) (notice string, ok bool) {
	store, err := cache.Open(set.Folders(os.Getenv))
	if err != nil {
		return "", false
	}
	kept, err := store.Read(set.Key())
	if err != nil {
		return "", false
	}
	defer kept.Close()
	if !kept.Fresh(hook.Compiler(), set.Listed) {
		return "", false
	}
	common, err := kept.For(nil)
	if err != nil {
		return "", false
	}
	return common.Notice, true
}
