//go:build !windows

package conformance

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sampledHooks are the pack's hooks. Samples of others are left out.
var sampledHooks = []string{"session-start-reset", "session-start-lesson-protocol", "session-start-scan",
	"pretooluse-lesson-inject", "precompact-handoff", "subagent-start-lesson-protocol"}

// samples reads the recorded runs, and the file named in their first line.
func samples(t *testing.T) (all []sample, fixture json.RawMessage) {
	all = recordings[sample](t, "lessons-learned", func(line []byte) []byte { return line })
	return all, all[0].Stdout
}

// The pack does what the hooks did from which it was made, or what their document says instead. -v
// lists what is left out and why.
func TestSamples(t *testing.T) {
	all, fixture := samples(t)
	p := lessons(t)
	played, left := 0, map[string][]string{}
	for _, x := range all {
		plays, why := x.plays()
		if why != "" {
			left[why] = append(left[why], x.ID)
			continue
		}
		played++
		t.Run(x.ID, func(t *testing.T) {
			for _, d := range plays(t, p, fixture) {
				t.Errorf("%s\n%s", x.Note, d)
			}
		})
	}
	t.Logf("%d samples: %d played, %d left out", len(all), played, len(all)-played)
	for _, why := range slices.Sorted(maps.Keys(left)) {
		t.Logf("%d left out: %s: %s", len(left[why]), why, strings.Join(left[why], " "))
	}
	if played == 0 {
		t.Error("nothing was played")
	}
}

// lessons plays the pack of that name.
func lessons(t *testing.T) actor {
	t.Helper()
	rules, err := filepath.Abs("../../rules/lessons")
	if err != nil {
		t.Fatal(err)
	}
	return actor{stubs: stubs(t), rules: rules, cache: t.TempDir()}
}

// plays returns the function that plays a sample, or why the sample is left out.
func (x sample) plays() (func(*testing.T, actor, json.RawMessage) []string, string) {
	switch {
	case x.Leave != "":
		return nil, x.Leave
	case !slices.Contains(sampledHooks, x.Hook):
		return nil, "of no hook of the pack"
	case x.Fn == "":
		return x.play, ""
	}
	translate, ok := functions[x.Fn]
	if !ok {
		return nil, "of a function of a program that a hook starts"
	}
	c, why := translate(x)
	if why != "" {
		return nil, why
	}
	return c.play, ""
}

// stubs returns a folder with programs that samples start.
func stubs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	// It notes its arguments, as the programs of the samples did.
	node := `#!/bin/sh
[ -n "$SCAN_OUT" ] || exit 0
quoted() { if [ -n "$1" ]; then printf '"%s"' "$1"; else printf null; fi; }
shift
argv=
for a; do argv="$argv,\"$a\""; done
printf '{"argv":[%s],"key":%s,"base":%s}\n' "${argv#,}" "$(quoted "$ANTHROPIC_API_KEY")" "$(quoted "$ANTHROPIC_BASE_URL")" >> "$SCAN_OUT"
`
	if err := os.WriteFile(filepath.Join(dir, "node"), []byte(node), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}
