package hook

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/rules"
)

// Rules returns the rule set that holds for a project, as an absolute folder or
// the import path of a pack: the one given, else that of the environment, else
// the nearest .claude/bcrules from dir upwards to the root of its repository, or
// in dir itself where there is no repository, else the default pack.
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
	found, first := "", true
	for {
		own := filepath.Join(dir, ".claude", "bcrules")
		if info, err := os.Stat(own); found == "" && err == nil && info.IsDir() {
			found = own
		}
		if first && found != "" {
			return found
		}
		first = false
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return cmp.Or(found, rules.Default)
		}
		up := filepath.Dir(dir)
		if up == dir { // no repository: folders above are not the project's
			return rules.Default
		}
		dir = up
	}
}
