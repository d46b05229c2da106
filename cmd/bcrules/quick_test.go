package main

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/testdata/built"
)

// scripts returns the scripts to run: all in some folders. With QUICK, and under the race detector,
// it returns the shortest for each command: of those named after it, else of those that run it.
// Scripts that take packs, which have to be compiled, are only used if there are no others. Each
// command has one.
func scripts(t *testing.T, dirs ...string) (of []string) {
	t.Helper()
	var all []string
	for _, dir := range dirs {
		all = append(all, glob(t, filepath.Join(dir, "*.txtar"))...)
	}
	texts := map[string]string{}
	for _, script := range all {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		texts[script] = string(text)
	}
	long := regexp.MustCompile(`(?m)^\[!thorough\] skip`)
	takesPacks := regexp.MustCompile(`bcrules\.dev/packs|--pack`)
	cost := func(script string) int {
		return len(texts[script]) + len(takesPacks.FindString(texts[script]))<<20 + len(long.FindString(texts[script]))<<40
	}
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(cost(a), cost(b)) })
	for _, c := range app().Commands {
		if c.Hidden {
			continue
		}
		runs := regexp.MustCompile(`(?m)^(! )?exec \S*bcrules ` + c.Name + `\b`)
		at := slices.IndexFunc(all, func(script string) bool {
			about, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(script), ".txtar"), "_")
			return about == c.Name && runs.MatchString(texts[script])
		})
		if at < 0 {
			at = slices.IndexFunc(all, func(script string) bool { return runs.MatchString(texts[script]) })
		}
		if at < 0 {
			t.Errorf("found no script that runs bcrules %s", c.Name)
		} else if !slices.Contains(of, all[at]) {
			of = append(of, all[at])
		}
	}
	if os.Getenv("QUICK") == "" && !built.Raced {
		return all
	}
	return of
}
