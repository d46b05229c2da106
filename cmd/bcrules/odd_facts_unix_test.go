//go:build unix

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// If a fact looks for a text file and finds something unreadable in its place, that doesn't count
// as nothing: a closed hook refuses. A byte order mark is no part of the text.
func TestOddFacts(t *testing.T) {
	first := map[string]string{
		"home/.config/bcrules/r.cue": rulesOfFiles(),
		"project/x/f":                "hello\n", "project/x/a.txt": "hi\n", "project/x/j.json": `{"a": 1}`,
		"project/x/t.jsonl":   `{"type": "user", "message": {"content": "hi"}}`,
		"project/x/conf.json": `{"strict": true}`, "project/x/rows.json": `[{"c": "v"}]`, "project/.git/HEAD": "ref: refs/heads/main\n",
	}
	p := somebody(t, first)
	ask := func(tool string) string {
		return p.ask("s", fmt.Sprintf(`"hook_event_name": "PreToolUse", "tool_name": %q, "tool_input": {}`, tool))
	}
	const there, refuses = `"permissionDecisionReason":"there"`, " could not decide and refuses: "
	texts := []string{"Read", "JSON", "Lines", "Transcript", "Settings", "Table"}
	data := []string{"JSON", "Settings"}
	for _, odd := range []struct {
		what  string
		facts []string
		want  string
		bring func(path string) error
	}{
		{"a pipe", texts, refuses, func(path string) error { return syscall.Mkfifo(path, 0o644) }},
		{"a folder", texts, refuses, func(path string) error { return os.Mkdir(path, 0o755) }},
		{"a link out of the project", []string{"File", "Read", "JSON", "Lines", "Transcript"}, refuses, func(path string) error { return os.Symlink("/etc/hosts", path) }},
		{"a link to a device", texts, refuses, func(path string) error { return os.Symlink("/dev/zero", path) }},
		{"a text over 64 MB", []string{"Read", "JSON", "Settings", "Table"}, refuses, sized(65 << 20)},
		{"data over 16 MB", []string{"JSON"}, refuses, sized(17 << 20)},
		{"no JSON", data, refuses, text("{")},
		{"UTF-16", data, refuses, text("\xff\xfe{\x00}\x00")},
		{"a byte order mark", texts, there, nil},
	} {
		for _, f := range factsOfFiles {
			if !slices.Contains(odd.facts, f.tool) {
				continue
			}
			path := p.at("project/" + f.path)
			if odd.bring == nil {
				p.must(os.WriteFile(path, []byte("\ufeff"+first["project/"+f.path]), 0o644))
			} else {
				p.must(os.Remove(path))
				p.must(odd.bring(path))
			}
			if got := ask(f.tool); !strings.Contains(got, odd.want) {
				t.Errorf("%s, %s: %s, want %q", odd.what, f.tool, got, odd.want)
			}
			p.must(os.RemoveAll(path))
			p.must(os.WriteFile(path, []byte(first["project/"+f.path]), 0o644))
			if got := ask(f.tool); !strings.Contains(got, there) {
				t.Errorf("%s, %s: afterwards %s, want %q", odd.what, f.tool, got, there)
			}
		}
	}
}

// If an open hook took an answer for nothing, a closed one that asks later doesn't.
func TestOddFactShared(t *testing.T) {
	p := somebody(t, map[string]string{
		"home/.config/bcrules/r.cue": `package r
hooks: a: {on: "Setup", rules: [{when: "len(json('x/j.json')) == 0", do: inject: message: "empty"}]}
hooks: b: {on: "PreToolUse", rules: [{when: "len(json('x/j.json')) == 0", do: inject: message: "empty"}]}
hooks: c: {on: "PreToolUse", onError: "closed", rules: [{when: "len(json('x/j.json')) > 0", do: deny: "there"}]}
`,
		"project/x/j.json": "{", "project/.git/HEAD": "ref: refs/heads/main\n",
	})
	got := p.ask("s", `"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}`)
	if !strings.Contains(got, "c could not decide and refuses: ") || !strings.Contains(got, `"systemMessage":"empty"`) {
		t.Errorf("%s, want c to refuse beside what b says", got)
	}
}

// text returns a function that writes a file.
func text(data string) func(path string) error {
	return func(path string) error { return os.WriteFile(path, []byte(data), 0o644) }
}

// sized returns a function that makes a file of that many bytes, all zero.
func sized(bytes int64) func(path string) error {
	return func(path string) error {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			return err
		}
		return os.Truncate(path, bytes)
	}
}
