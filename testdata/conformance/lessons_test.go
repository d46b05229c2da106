//go:build !windows

package conformance

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/testdata/built"
)

// sampledHooks are the hooks that the pack has. Samples of others are left out.
var sampledHooks = []string{"session-start-reset", "session-start-lesson-protocol", "session-start-scan",
	"pretooluse-lesson-inject", "precompact-handoff", "subagent-start-lesson-protocol"}

// samples reads the recorded runs, and beside them what is wanted otherwise: by the
// document that the pack is made after, or by the pack itself, each with why.
func samples(t *testing.T) (all []sample, fixture json.RawMessage) {
	t.Helper()
	read := func(name string, line func([]byte) error) {
		f, err := os.Open(filepath.Join(".", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			if err := line(lines.Bytes()); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if lines.Err() != nil {
			t.Fatal(lines.Err())
		}
	}
	otherwise := map[string]json.RawMessage{}
	read("lessons-learned.otherwise.jsonl", func(line []byte) error {
		var key struct{ ID string }
		err := json.Unmarshal(line, &key)
		otherwise[key.ID] = slices.Clone(line)
		return err
	})
	read("lessons-learned.jsonl", func(line []byte) error {
		var x sample
		if err := json.Unmarshal(line, &x); err != nil {
			return err
		}
		if fixture == nil {
			fixture = x.Stdout
		}
		if more, ok := otherwise[x.ID]; ok {
			delete(otherwise, x.ID)
			var has struct{ Effects json.RawMessage }
			if json.Unmarshal(more, &has); has.Effects != nil {
				x.Effects = aftermath{} // maps would keep what they have
			}
			if err := json.Unmarshal(more, &x); err != nil {
				return err
			}
		}
		all = append(all, x)
		return nil
	})
	for id := range otherwise {
		t.Errorf("found %s to be otherwise, and no such sample", id)
	}
	return all, fixture
}

// The pack does what the hooks did that it was made after, or what their document
// says where that differs. -v lists what is left out and why.
func TestSamples(t *testing.T) {
	all, fixture := samples(t)
	bin, cache := built.Commands(t), t.TempDir()
	rules, err := filepath.Abs("../../rules/lessons")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bcrules", "bchook"} {
		t.Run(name, func(t *testing.T) {
			p := actor{bin: bin, stubs: stubs(t), name: name, rules: rules, cache: cache}
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
		})
	}
}

// plays returns what plays a sample, or why it is left out.
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
	// It notes what it was started with, as the programs of the samples did.
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
