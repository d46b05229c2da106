//go:build unix

package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pnpm are rules about files in the project, gofmt about a program's output.
const (
	pnpm = `package mine
hooks: pnpm: {on: "PreToolUse", match: "Bash", rules: [{id: "npm", when: "event.tool_input.command startsWith 'npm' && file('pnpm-lock.yaml').exists", do: deny: "pnpm"}]}
`
	gofmt = `package mine
hooks: fmt: {
	on: "PreToolUse", match: "Bash"
	rules: [{when: "event.tool_input.command == 'npm i'", do: [{run: {run: ["gofmt", "-l", "."], timeout: "5s"}, as: "it"}, {deny: "not formatted: ${it().value.out}"}]}]
}
`
	npm = `{"hook_event_name": "PreToolUse", "cwd": "/home/dev/shop", "session_id": "s", "tool_name": "Bash", "tool_input": {"command": "npm i"}}`
)

// Rules meet an event's surroundings as a test says them, and the test in the answer has them.
func TestPlaygroundAround(t *testing.T) {
	s := serveRules(t, pagesRules)
	around := func(rules, around string, want ...string) {
		t.Helper()
		code, body := s.post(url.Values{"rules": {rules}, "event": {npm}, "around": {around}, "do": {"part"}}, nil)
		for _, text := range want {
			if code != http.StatusOK || !strings.Contains(body, text) {
				t.Errorf("%s: found no %s in\n%s", around, text, body)
			}
		}
	}
	around(pnpm, "", "no opinion</span>", "expect: close({})")
	around(pnpm, "files: \"pnpm-lock.yaml\": \"\"", `deny</span> <b>PreToolUse`, "hook: &#34;pnpm&#34;", "\tfiles: &#34;pnpm-lock.yaml&#34;: &#34;&#34;", "permissionDecision: &#34;deny&#34;")
	around(gofmt, "prints: \"gofmt -l\": \"a.go\"", "not formatted: a.go")
	around(pnpm, "files: {\nfile: 1}", "around:2", "before that is mended")
	around(pnpm, "nothing: 1", "around:1", "unknown field")
}

// Tried rules and a test are kept as new files of the project, after a person has seen and
// confirmed them. They act once they are trusted.
func TestPlaygroundKeeps(t *testing.T) {
	s := serveRules(t, pagesRules)
	form := url.Values{"rules": {pnpm}, "event": {npm}, "around": {"files: \"pnpm-lock.yaml\": \"\""}, "name": {""}, "do": {"keep"}}
	dir := filepath.Join(s.home, "p", ".claude", "bcrules")
	_, page := s.post(form, nil)
	nonce := regexp.MustCompile(`name="nonce" value="(\w+)"`).FindStringSubmatch(page)
	if nonce == nil || !strings.Contains(page, ".claude/bcrules/pnpm_test.cue") || !strings.Contains(page, "package rules") {
		t.Fatalf("found no question in\n%s", page)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("it wrote before it was told to")
	}
	say := url.Values{"do": {"write"}, "nonce": nonce[1:]}
	if code, _ := s.post(url.Values{"do": {"write"}, "nonce": {"A"}}, nil); code != http.StatusConflict {
		t.Errorf("another nonce: found %d, want 409", code)
	}
	if code, _ := s.post(say, func(r *http.Request) { r.Header.Set("Origin", "http://example.com") }); code != http.StatusForbidden {
		t.Errorf("another page: found %d, want 403", code)
	}
	if _, page := s.post(say, nil); !strings.Contains(page, "<h1>Written") {
		t.Fatalf("found it not written:\n%s", page)
	}
	if code, _ := s.post(say, nil); code != http.StatusConflict {
		t.Errorf("the same answer again: found %d, want 409", code)
	}
	if out, err := s.command("bcrules", "test").Output(); err != nil || !strings.Contains(string(out), "1 test, 1 of 3 rules fired") {
		t.Errorf("the test: %v\n%s", err, out)
	}
	if out, _ := s.command("bcrules", "list").Output(); !strings.Contains(string(out), "untrusted") {
		t.Errorf("found the rules trusted:\n%s", out)
	}
	kept, _ := os.ReadFile(filepath.Join(dir, "pnpm.cue"))
	if want := strings.Replace(pnpm, "package mine", "package rules", 1); string(kept) != want {
		t.Errorf("found %s, want %s", kept, want)
	}
}

// Nothing is kept over an existing file, outside of the project, by a name that is a path, or if
// the rules are faulty together with the others. The content that those others read, which nobody
// trusts, is shown nowhere.
func TestPlaygroundKeepsNot(t *testing.T) {
	s := serveRules(t, pagesRules)
	dir := filepath.Join(s.home, "p", ".claude", "bcrules")
	secret := filepath.Join(s.home, "secret.json")
	put(t, secret, `[{"text": "SECRET"}]`)
	put(t, filepath.Join(dir, "there.cue"), "package theirs\nlog: level: \"info\"\ntables: pw: {file: \""+secret+"\", row: {n: int}}\nhooks: there: {on: \"Stop\", rules: [{when: \"pw() != []\", do: block: \"no\"}]}\n")
	refused := func(name, file, rules, around, want string) {
		t.Helper()
		_, page := s.post(url.Values{"rules": {rules}, "event": {npm}, "around": {around}, "name": {file}, "do": {"keep"}}, nil)
		if !strings.Contains(page, want) || strings.Contains(page, `name="nonce"`) || strings.Contains(page, "SECRET") {
			t.Errorf("%s: found no %s in\n%s", name, want, page)
		}
	}
	refused("a path", "../x", pnpm, "", "want a letter, then")
	refused("no name", "", strings.Replace(pnpm, "hooks: pnpm", "hooks: \"1\"", 1), "", "want a letter, then")
	refused("a file that is there", "there", pnpm, "", "found a file, want none")
	refused("a hook that is there", "x", strings.Replace(pnpm, "pnpm: {", "there: {", 1), "", "found a hook there at")
	refused("faults", "x", strings.Replace(pnpm, "event.", "evnt.", 1), "", "found no rules that answer")
	refused("a program that no test says", "x", strings.NewReplacer(", as: \"it\"", "", "${it().value.out}", "").Replace(gofmt), "", "fails; the playground must say what programs print")
	refused("what isn't so together", "x", pnpm+"log: level: \"debug\"\n", "", "contradict")
	if _, page := s.post(url.Values{"rules": {pnpm}, "event": {npm}, "name": {"ok"}, "do": {"keep"}}, nil); !strings.Contains(page, `name="nonce"`) || strings.Contains(page, "SECRET") {
		t.Errorf("beside rules that nobody trusts: found\n%s", page)
	}
	out := filepath.Join(s.home, "out")
	if err := os.MkdirAll(out, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(out, dir); err != nil {
		t.Fatal(err)
	}
	refused("a folder that leads out", "x", pnpm, "", "outside of")
	if left, _ := os.ReadDir(out); len(left) > 0 {
		t.Errorf("it wrote %v", left)
	}
}
