//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// factsOfFiles are conditions that hold, by the file or folder of the project that they look at.
var factsOfFiles = []struct{ tool, path, when string }{
	{"File", "x/f", "file('x/f').exists"},
	{"Read", "x/f", "read('x/f') != ''"},
	{"JSON", "x/j.json", "len(json('x/j.json')) > 0"},
	{"Lines", "x/f", "lines('x/f').count > 0"},
	{"Glob", "x", "len(glob('x/*.txt')) > 0"},
	{"Deep", "x", "len(glob('x/**/*.txt')) > 0"},
	{"Newest", "x", "newest('x/*.txt').exists"},
	{"Entries", "x", "len(entries('x', '*.txt')) > 0"},
	{"Above", "x/f", "above('x/deep/y', ['f']) != ''"},
	{"Local", "x/f", "local('x/f') == 'x/f'"},
	{"Transcript", "x/t.jsonl", "transcript('x/t.jsonl', {}).exists"},
	{"Settings", "x/conf.json", "settings().conf.strict"},
	{"Table", "x/rows.json", "len(rows()) > 0"},
	{"Marked", "x/said.d", "'a' in marked('said')"},
	{"Marks", "x/said.d", "len(marked('said')) > 0"},
	{"Store", "x/work.db", "len(notes()) > 0"},
	{"Git", ".git/HEAD", "git().branch != ''"},
}

// rulesOfFiles returns rules that deny a tool's call if its condition holds. Their hook is closed,
// or open for OpenTOOL.
func rulesOfFiles() string {
	var b strings.Builder
	b.WriteString(`package r
settings: conf: {file: "x/conf.json", values: strict: default: false}
tables: rows: {file: "x/rows.json", row: {c: string}}
marks: said: {claims: "x/said.d"}
stores: work: {file: "x/work.db", schema: ["create table notes (id text)", "insert into notes values ('a')"],
	queries: notes: {sql: "select id from notes", row: {id: string}}}
hooks: {
	keep: {on: "Stop", rules: [{do: state: {file: "x/state.json", set: b: 2}}]}
`)
	for _, f := range factsOfFiles {
		fmt.Fprintf(&b, "\t%s: {on: \"PreToolUse\", match: %[1]q, onError: \"closed\", rules: [{when: %[2]q, do: deny: \"there\"}]}\n", f.tool, f.when)
		fmt.Fprintf(&b, "\tOpen%s: {on: \"PreToolUse\", match: \"Open%[1]s\", rules: [{when: %[2]q, do: deny: \"there\"}]}\n", f.tool, f.when)
	}
	return b.String() + "}\n"
}

// A fact that can't tell what exists fails, for whatever reason: a closed hook refuses, another has
// no opinion. A missing file counts as missing.
func TestUnreadFacts(t *testing.T) {
	p := somebody(t, map[string]string{
		"home/.config/bcrules/r.cue": rulesOfFiles(),
		"project/x/f":                "hello\n", "project/x/a.txt": "hi\n", "project/x/j.json": `{"a": 1}`,
		"project/x/t.jsonl":   `{"type": "user", "message": {"content": "hi"}}`,
		"project/x/conf.json": `{"strict": true}`, "project/x/rows.json": `[{"c": "v"}]`,
		"project/x/said.d/a": "", "project/x/state.json": `{"a": 1}`, "project/.git/HEAD": "ref: refs/heads/main\n",
	})
	ask := func(tool string, through ...string) string {
		return p.ask("s", fmt.Sprintf(`"hook_event_name": "PreToolUse", "tool_name": %q, "tool_input": {}`, tool), through...)
	}
	const there, refuses = `"permissionDecisionReason":"there"`, " could not decide and refuses: "
	hold := func(when string) {
		t.Helper()
		for _, f := range factsOfFiles {
			for _, tool := range []string{f.tool, "Open" + f.tool} {
				if got := ask(tool); !strings.Contains(got, there) {
					t.Fatalf("%s, %s: %s, want %s", when, tool, got, there)
				}
			}
		}
	}
	hold("at first")
	for _, shut := range []struct {
		how        string
		bring, end func(path string) error
	}{
		{"the folder above has mode 0", func(string) error { return closed(p, 0) }, func(string) error { return closed(p, 0o755) }},
		{"a link to itself in its place", func(path string) error { return looped(p, path) }, func(path string) error { return unlooped(p, path) }},
	} {
		for _, f := range factsOfFiles {
			if f.tool == "Above" {
				f.path = "x" // what it looks for exists, even as a link that leads nowhere
			}
			p.must(shut.bring(f.path))
			closed, open := ask(f.tool), ask("Open"+f.tool)
			p.must(shut.end(f.path))
			if !strings.Contains(closed, refuses) || open != "" {
				t.Errorf("%s, %s: closed %s and open %s, want %q and {}", f.tool, shut.how, closed, open, refuses)
			}
		}
		hold("after " + shut.how)
	}
	if !p.traced() {
		t.Skip("calls can't be made to fail here")
	}
	for _, f := range factsOfFiles {
		if f.tool == "Marked" { // it looks at one mark, not at the list
			f.path += "/a"
		}
		for _, errno := range unknowns {
			if got := ask(f.tool, p.failing(errno, p.at("project/"+f.path))...); !strings.Contains(got, refuses) {
				t.Errorf("%s, %s: %s, want %q", f.tool, errno, got, refuses)
			}
		}
		for _, errno := range absences {
			if f.tool == "Store" || f.tool == "Local" { // a missing store is made, the other need not exist
				continue
			}
			if got := ask(f.tool, p.failing(errno, p.at("project/"+f.path))...); got != "" {
				t.Errorf("%s, %s: %s, want {}", f.tool, errno, got)
			}
		}
	}
	for _, errno := range unknowns {
		p.ask("s", `"hook_event_name": "Stop", "stop_hook_active": false`, p.failing(errno, p.at("project/x/state.json"))...)
		if data, err := os.ReadFile(p.at("project/x/state.json")); string(data) != `{"a": 1}` {
			t.Errorf("state, %s: found %s (%v), want it as it was", errno, data, err)
		}
	}
}

// closed sets the mode of the project's folders.
func closed(p person, mode os.FileMode) error {
	for _, dir := range []string{"project/x", "project/.git"} {
		if err := os.Chmod(p.at(dir), mode); err != nil {
			return err
		}
	}
	return nil
}

// looped replaces what is at a path of the project by a link to itself.
func looped(p person, path string) error {
	at := p.at("project/" + path)
	if err := os.Rename(at, at+"-kept"); err != nil {
		return err
	}
	return os.Symlink(filepath.Base(at), at) // an absolute one leads out of the project
}

func unlooped(p person, path string) error {
	at := p.at("project/" + path)
	if err := os.Remove(at); err != nil {
		return err
	}
	return os.Rename(at+"-kept", at)
}
