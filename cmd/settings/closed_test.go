package settings

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bcrules.dev/engine/files"
)

// Only an entry with closed hooks says so; the rest of its line stays.
func TestClosed(t *testing.T) {
	for _, test := range []struct {
		args   []string // nil for a line of a shell without any
		closed bool
		want   []string
	}{
		{nil, true, []string{"--closed"}},
		{[]string{}, true, []string{"--closed"}},
		{[]string{}, false, []string{}},
		{[]string{"--closed"}, true, []string{"--closed"}},
		{[]string{"--closed"}, false, []string{}},
		{[]string{"-closed", "--within", "9s"}, true, []string{"-closed", "--within", "9s"}},
		{[]string{"--within", "9s", "--closed"}, false, []string{"--within", "9s"}},
		{[]string{"hook", "--within", "9s"}, true, []string{"--closed", "--within", "9s"}},
	} {
		name := filepath.Join(t.TempDir(), "settings.json")
		f := read(t, name)
		entry := map[string]any{"type": "command", "command": program.Path, "timeout": 10}
		if test.args != nil {
			entry["args"] = test.args
		}
		f.insert(f.root.Value, "hooks", files.JSON(map[string]any{"Stop": []any{map[string]any{"hooks": []any{entry}}}}), 1)
		check(t, f.take())
		check(t, f.Register(program, []Registration{{"Stop", "", 10, test.closed, false}}))
		all := f.Managed()
		if len(all) != 1 || all[0].Closed() != test.closed || !slices.Equal(all[0].Args, test.want) {
			t.Errorf("%q, closed %t: %+v, want %q", test.args, test.closed, all, test.want)
		}
	}
}

// Only an entry with closed hooks alone makes the agent refuse if it fails.
func TestBlocks(t *testing.T) {
	name := filepath.Join(t.TempDir(), "settings.json")
	for _, blocks := range []bool{true, true, false, false, true} { // made, kept, taken out, kept out, put in
		f := read(t, name)
		check(t, f.Register(program, []Registration{{"PreToolUse", "Bash", 10, true, blocks}}))
		if all := f.Managed(); len(all) != 1 || all[0].Blocks != blocks || !all[0].Closed() {
			t.Errorf("blocks %t: %+v", blocks, all)
		}
		check(t, os.WriteFile(name, f.is, 0o600))
	}
}

// Opens compares what entries hold, not their number.
func TestOpens(t *testing.T) {
	for _, test := range []struct {
		is    Registration
		opens bool
	}{
		{Registration{"PreToolUse", "Bash", 10, true, false}, false},
		{Registration{"PreToolUse", "Bash", 60, true, true}, false},
		{Registration{"PreToolUse", "Write|Bash", 10, true, false}, false},
		{Registration{"PreToolUse", "", 10, true, false}, false},
		{Registration{"PreToolUse", "Write", 10, true, false}, true},
		{Registration{"Stop", "Bash", 10, true, false}, true},
		{Registration{"PreToolUse", "Bash", 10, false, false}, true},
	} {
		name := filepath.Join(t.TempDir(), "settings.json")
		f := read(t, name)
		check(t, f.Register(program, []Registration{{"PreToolUse", "Bash", 10, true, false}}))
		check(t, os.WriteFile(name, f.is, 0o600))
		f = read(t, name)
		check(t, f.Register(program, []Registration{test.is}))
		if f.Opens() != test.opens {
			t.Errorf("%+v: opens %t, want %t: %s", test.is, f.Opens(), test.opens, f.is)
		}
	}
}

// spans compares what matchers match, not their parts.
func TestSpans(t *testing.T) {
	const old, was = "^(?!Read$)(?!Glob$).*", "^(?!(Read|Glob)$)" // the latter is of older versions
	for _, test := range []struct {
		matcher, old string
		spans        bool
	}{
		{"", old, true}, {old, old, true}, {"^(?!Glob$).*", old, true}, {old, was, true}, {"^(?!Read$)(?!Write$)(?!Glob$).*", old, false},
		{"Read|Glob", old, false}, {old, "Bash|Write", true}, {old, "Bash|Read", false}, {old, "", false}, {old, "^(Read)$", false},
		{"Bash|Write", "Bash", true}, {"Bash", "Bash|Write", false}, {"Bash|^(mcp__x__a|mcp__x__b)$", "Bash", true},
	} {
		if is := spans(test.matcher, test.old); is != test.spans {
			t.Errorf("%s for %s: found %t, want %t", test.matcher, test.old, is, test.spans)
		}
	}
}
