//go:build unix

package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// post sends the form of the playground, like its page.
func (s *served) post(form url.Values, change func(*http.Request)) (code int, body string) {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.base+"playground", strings.NewReader(form.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", strings.Join(strings.SplitN(s.base, "/", 4)[:3], "/"))
	if change != nil {
		change(r)
	}
	return s.send(r)
}

// tries sends rules and an event, and looks for texts in the answer.
func (s *served) tries(name, rules, event string, want ...string) string {
	s.t.Helper()
	code, body := s.post(url.Values{"rules": {rules}, "event": {event}, "do": {"part"}}, nil)
	if code != http.StatusOK {
		s.t.Errorf("%s: found %d, want 200", name, code)
	}
	for _, text := range want {
		if !strings.Contains(body, text) {
			s.t.Errorf("%s: found no %s in\n%s", name, text, body)
		}
	}
	return body
}

const pushed = `{"hook_event_name": "PreToolUse", "cwd": "/home/dev/shop", "session_id": "s", "transcript_path": "/etc/passwd", "tool_name": "Bash", "tool_input": {"command": "git push"}}`

// The playground shows vet's findings in a text, at their places, and the answer to an event: in
// short, and as each agent gets it. Without scripts its form does the same.
func TestPlayground(t *testing.T) {
	s := serveRules(t, pagesRules)
	s.event("git push")
	s.has("playground", "<textarea", "no-force-push", "tool_input", `<optgroup label="Recorded">`, `<optgroup label="Codex">`, `value="gemini/BeforeTool/run_shell_command"`)
	s.has("playground?of=1", "git push", `value="1" selected`)
	rule := func(when string) string {
		return "package rules\nhooks: \"<img onerror>\": {on: \"PreToolUse\", rules: [{when: \"" + when + "\", do: deny: \"<script>no</script>\"}]}\n"
	}
	s.tries("a fault", rule("evnt.x == ''"), pushed, `class="caret"`, "rules.cue:2:60", "&lt;img onerror&gt;", "unknown name evnt", "before that is mended")
	body := s.tries("an answer", rule("event.tool_input.command contains 'push'"), pushed,
		"No faults", "The whole trace", `<span class="tag refused">deny</span> <b>PreToolUse</b> <code>Bash</code>`, "&lt;script&gt;no&lt;/script&gt;", "<b>Claude Code</b> <span class=\"faint\">who sent it", "&#34;permission&#34;:&#34;deny&#34;", "<b>Windsurf</b>, <b>Kiro CLI</b>: exit code 2")
	for _, markup := range []string{"<img", "<script>no", "<i>"} {
		if strings.Contains(body, markup) {
			t.Errorf("found %s as markup", markup)
		}
	}
	s.tries("the root", rule("event.cwd startsWith '/'"), strings.Replace(pushed, "/home/dev/shop", "/", 1), `<span class="tag refused">deny</span> <b>PreToolUse</b> <code>Bash</code>`)
	s.tries("folders", rule("any(call().commands, .dir startsWith '/home' && .program == 'git')"), pushed, "&#34;dir&#34;:&#34;/home/dev/shop&#34;,&#34;")
	s.tries("no event", rule("event.tool_input.command == 'x'"), "", "There is no event")
	s.tries("no JSON", rule("event.tool_input.command == 'x'"), "{", "not JSON")
	s.tries("warnings and an answer", strings.Replace(rule("event.tool_input.command != 'x'"), "on: \"Pre", "match: \"Bsh\", on: \"Pre", 1), pushed, "doubtful", `no opinion</span> <b>PreToolUse</b>`)

	if _, page := s.post(url.Values{"rules": {rule("true")}, "of": {"codex/PreToolUse/Bash"}, "do": {"take"}}, nil); !strings.Contains(page, "turn_id") || !strings.Contains(page, "&lt;img onerror&gt;") {
		t.Errorf("a sample that is taken: found\n%s", page)
	}
	if _, page := s.post(url.Values{"rules": {rule("event.tool_input.command != 'x'")}, "event": {pushed}}, nil); !strings.Contains(page, "<textarea") || !strings.Contains(page, `<span class="tag refused">deny</span> <b>PreToolUse</b> <code>Bash</code>`) {
		t.Errorf("the form: found\n%s", page)
	}
}

// A trial reads nothing outside of the text, runs nothing, and ends if it takes too much. Only the
// page can start one.
func TestPlaygroundRefuses(t *testing.T) {
	s := serveRules(t, pagesRules)
	made := filepath.Join(s.home, "made")
	put(t, filepath.Join(s.home, "secret.json"), `[{"text": "SECRET"}]`)
	secret := filepath.Join(s.home, "secret.json")
	body := s.tries("what lies about", `package rules
tables: pw: {file: "`+secret+`", row: text: string}
hooks: x: {on: "PreToolUse", rules: [
	{when: "read('`+secret+`') != ''", do: deny: "SECRET"},
	{when: "env('HOME') != '' || env('PATH') != ''", do: deny: "SECRET"},
	{when: "transcript(event.transcript_path, {}).exists", do: deny: "SECRET"},
	{when: "pw() != []", do: deny: "SECRET"},
	{when: "event.tool_name == 'Bash'", do: [{run: {run: ["touch", "`+made+`"], timeout: "1s"}}, {spawn: run: ["touch", "`+made+`"]}, {link: {as: "l", to: "`+secret+`"}}]},
	{when: "read('l') != ''", do: deny: "SECRET"},
]}
`, pushed, `no opinion</span> <b>PreToolUse</b>`, "not run: </span><code>[", "leads out of")
	if strings.Contains(body, "SECRET") {
		t.Errorf("what lies about was read:\n%s", body)
	}
	if _, err := os.Stat(made); err == nil {
		t.Error("a program was run")
	}
	s.tries("a module", "package rules\nimport \"example.com/x\"\nhooks: {}\n", pushed, "found a module of others", "rules.cue:2:8")
	s.tries("an embedded file", "package rules\na: _ @embed(file=x.json)\nhooks: {}\n", pushed, "found @embed")
	var doubled strings.Builder
	for i := range 20 {
		fmt.Fprintf(&doubled, "_a%d: _a%d+_a%d\n", i+1, i, i)
	}
	s.tries("too much", "package rules\nimport \"strings\"\n_a0: strings.Repeat(\"x\", 1000)\n"+doubled.String()+"hooks: {}\n", pushed, "found rules that take more", "memory") // whichever of the bounds it meets first
	form := url.Values{"rules": {"package rules\n"}, "do": {"part"}}
	for name, change := range map[string]func(*http.Request){
		"no origin":      func(r *http.Request) { r.Header.Del("Origin") },
		"another origin": func(r *http.Request) { r.Header.Set("Origin", "http://example.com") },
		"null":           func(r *http.Request) { r.Header.Set("Origin", "null") },
		"no token":       func(r *http.Request) { r.URL.Path = "/playground" },
		"another page":   func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
	} {
		if code, _ := s.post(form, change); code != http.StatusForbidden {
			t.Errorf("%s: found %d, want 403", name, code)
		}
	}
	form.Set("rules", strings.Repeat("x", 5<<20))
	if code, _ := s.post(form, nil); code != http.StatusRequestEntityTooLarge {
		t.Errorf("too long: found %d, want 413", code)
	}
	if left, _ := filepath.Glob(filepath.Join(s.temp, "bcrules-try-*")); len(left) > 0 {
		t.Errorf("left %q", left)
	}
}
