package hook

import (
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/rules"
)

// Rules returns the rule set that holds for a project, as an absolute folder or
// the import path of a pack: the one given, else that of the environment, else
// the nearest .claude/bcrules from dir upwards to the root of its repository,
// else the default pack.
func Rules(given, dir string, getenv func(string) string) string {
	if given == "" {
		given = getenv("BCRULES_RULES")
	}
	if given != "" {
		if abs, err := filepath.Abs(given); err == nil && !strings.HasPrefix(given, rules.Path+"/") {
			return abs
		}
		return given
	}
	for {
		own := filepath.Join(dir, ".claude", "bcrules")
		if info, err := os.Stat(own); err == nil && info.IsDir() {
			return own
		}
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return rules.Default
		}
		up := filepath.Dir(dir)
		if up == dir {
			return rules.Default
		}
		dir = up
	}
}
