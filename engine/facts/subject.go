package facts

import (
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
)

// maxSubject bounds the programs, files or hosts that a subject names.
const maxSubject = 4

// Subject describes an event's tool call in a few words, for a log that others read later: the
// programs that it runs with their subcommands (git push, rm), or the files that it touches,
// relative to the project or ~, or the hosts that it talks to. It names no arguments, as they may
// be secret. It is "" for other calls, for which the tool's name says enough.
func Subject(c *engine.Call) string {
	does, err := effectsOf(c)
	if err != nil {
		return ""
	}
	var names []string
	for _, run := range does.Commands {
		names = append(names, effects.Spelling(run))
	}
	if len(names) == 0 {
		for _, f := range slices.Concat(does.Writes, does.Reads) {
			names = append(names, homely(c, f.Path))
		}
	}
	if len(names) == 0 {
		for _, h := range does.Network {
			names = append(names, h.Name)
		}
	}
	return few(names)
}

// homely returns a path as people write it: from the project, or from the home folder.
func homely(c *engine.Call, path string) string {
	if rel, err := localPath(c, path); err == nil && rel != "" {
		return rel
	}
	if rel, err := filepath.Rel(c.Host.Home, path); err == nil && filepath.IsLocal(rel) && c.Host.Home != "" {
		return "~/" + filepath.ToSlash(rel)
	}
	return path
}

// few joins the first distinct names.
func few(names []string) string {
	var all []string
	for _, name := range names {
		if name == "" || slices.Contains(all, name) {
			continue
		}
		if len(all) == maxSubject {
			all = append(all, "…")
			break
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}
