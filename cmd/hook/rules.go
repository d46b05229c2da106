package hook

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/rules"
)

// Rules returns the layers of the rule set that holds for a project, each an
// absolute folder or the import path of a pack: those given, else that of the
// environment, else the user's own and the project's, else the default pack.
func Rules(given []string, dir string, getenv func(string) string) []string {
	if env := getenv("BCRULES_RULES"); len(given) == 0 && env != "" {
		given = []string{env}
	}
	var layers []string
	for _, layer := range given {
		if layer == "" {
			continue
		}
		if abs, err := filepath.Abs(layer); err == nil && !strings.HasPrefix(layer, rules.Path+"/") {
			layer = abs
		}
		layers = append(layers, layer)
	}
	if len(layers) > 0 {
		return layers
	}
	if own := User(getenv); HasRules(own) {
		layers = append(layers, own)
	}
	if own := Project(dir); HasRules(own) && !slices.Contains(layers, own) {
		layers = append(layers, own)
	}
	if len(layers) == 0 {
		return []string{rules.Default}
	}
	return layers
}

// Key returns the name under which the plan of a rule set is kept.
func Key(layers []string) string { return strings.Join(layers, "\x00") }

// Label names the layers for logs and people.
func Label(layers []string) string { return strings.Join(layers, " and ") }

// User returns the folder of the user's own rules, which need not be there; "" if
// there is no telling.
func User(getenv func(string) string) string {
	if runtime.GOOS == "windows" {
		if data := getenv("AppData"); data != "" {
			return filepath.Join(data, "bcrules")
		}
		return ""
	}
	if config := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(config) {
		return filepath.Join(config, "bcrules")
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".config", "bcrules")
	}
	return ""
}

// HasRules reports whether there is a rule file in a folder.
func HasRules(dir string) bool {
	d, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	return slices.ContainsFunc(names, engine.IsRuleFile)
}

// Project returns the folder of a project's rules: the nearest .claude/bcrules
// from dir upwards to the root of its repository, or in dir itself where there is
// no repository; "" if there is none.
func Project(dir string) string {
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
			return found
		}
		up := filepath.Dir(dir)
		if up == dir { // no repository: folders above are not the project's
			return ""
		}
		dir = up
	}
}
