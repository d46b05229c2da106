package doctor

import (
	"fmt"
	"os/exec"
	"slices"

	"bcrules.dev/engine/plan"
)

// Plugin is the name of the plugin that starts bchook (.claude-plugin).
const Plugin = "bcrules"

// plugin checks the plugin if it is enabled, and reports whether it is. If several files say so,
// the last one counts; that of the project's user is last.
func (in *Installation) plugin() (enabled bool) {
	var at plan.Pos
	for _, s := range in.Sites {
		if s.File == nil {
			continue
		}
		if pos, on, said := s.File.Enables(Plugin); said {
			at, enabled = pos, on
		}
	}
	if !enabled {
		return false
	}
	if _, err := exec.LookPath("bchook"); err != nil {
		in.fault("no-program", at, fmt.Sprintf("found the plugin %s enabled and no bchook on the PATH, which it starts", Plugin), "put the folder of bchook on the PATH")
	}
	entries := slices.DeleteFunc(in.entries(), func(r registered) bool { return r.site.Kind == "plugin" })
	if len(entries) > 0 {
		in.fault("twice", at, fmt.Sprintf("found the plugin %s enabled, and bchook registered at %s: the agent starts both where both are", Plugin, entries[0].Pos),
			"take the plugin out, and have its pack among your rules (bcrules init --pack guard), or bcrules uninstall"+entries[0].site.Flag(""))
	}
	return true
}
