package main

import (
	"fmt"
	"os"
	"time"

	"bcrules.dev/cmd/doctor"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/git"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
)

// holding says what holds while a rule set has faults, as the hook command finds it: the last good
// plan, or else the user's own rules, or else those of the organisation; "" without faults.
func holding(set layers.Set, faults []string, of func(rules []string) (*plan.Plan, bool)) string {
	if len(faults) == 0 {
		return ""
	}
	kept := func(set layers.Set) bool {
		store, err := cache.Open(host.Here(os.Getenv).Folders())
		if err != nil {
			return false
		}
		p, err := store.Read(set.Key())
		if err == nil {
			p.Close()
		}
		return err == nil
	}
	if kept(set) {
		return "the last good ones hold"
	}
	if less := set.Alone(); len(less.Layers) > 0 {
		if _, faulty := of(less.Layers); !faulty || kept(less) {
			return "your own rules hold alone"
		}
	}
	if above, why := layers.Organisation(set.Of); why == "" && len(above.Layers) > 0 {
		return "the organisation's rules hold alone"
	}
	return "no rule is in force"
}

// checkGone is the finding of ofGone.
const checkGone = "gone"

// ofGone says, as the hook command does, that the user's own rules don't exist any more.
func ofGone(set layers.Set) []doctor.Finding {
	dir, _ := hook.Gone(set, set.Folders(os.Getenv), true)
	if dir == "" {
		return nil
	}
	return []doctor.Finding{{Check: checkGone, Found: hook.GoneText(dir), Do: "write them again, or give them up with bcrules uninstall"}}
}

// ofTrust says which of the project's rules are in force. If that can't be told, the earlier ones
// are.
func ofTrust(set layers.Set, of func(rules []string) (*plan.Plan, bool)) []doctor.Finding {
	counts := compile.Count(set).Checked(compile.Kept)
	f := doctor.Finding{Check: "untrusted", Warning: true, Found: counts.Notice, Do: "bcrules trust"}
	switch {
	case counts.Notice == "":
		return nil
	case counts.Err != nil:
		f.Check, f.Warning, f.Do = "trust", false, "mend that; until then "+holding(set, []string{counts.Notice}, of)
	case counts.Frozen != nil:
		f.Check = "changed"
	}
	return []doctor.Finding{f}
}

// ofLog checks that decisions can be logged, if the rules want it. A folder that can't be written is
// a finding of its own (stored).
func ofLog(p *plan.Plan) []doctor.Finding {
	log, err := journal.Open(host.Here(os.Getenv).Folders())
	if err != nil || p.Log.Quiet {
		return nil
	}
	if err := log.Check(); err != nil {
		return []doctor.Finding{{Check: "log", Found: err.Error(), Do: "let bchook write it, or take it away: nothing is logged"}}
	}
	return nil
}

// ofGit reports that git refuses the project's repository: rules then know nothing of it.
func ofGit(project *host.Project) []doctor.Finding {
	root := project.Repository()
	if root == "" || !git.Disowned(5*time.Second, root) {
		return nil
	}
	return []doctor.Finding{{Check: "git-owner", Warning: true,
		Found: fmt.Sprintf("found that git refuses %s, which somebody else owns: rules can't ask it what changed or is ignored, and the index has ignored files, too", root),
		Do:    "git config --global --add safe.directory " + settings.Quoted(root)}}
}
