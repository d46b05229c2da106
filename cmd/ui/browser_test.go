//go:build unix && !race

package ui_test

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/browser"
	"bcrules.dev/testdata/built"
)

func TestMain(m *testing.M) { os.Exit(browser.M{Tests: built.M{M: m}}.Run()) }

// shown are rules with names and texts that a page must not take for markup.
const shown = `
log: inputs: true
hooks: "<img onerror>": {
	doc:   "<b>No</b> pushes & such."
	on:    "PreToolUse"
	match: "Bash"
	rules: [
		{id: "push", doc: "Denies <i>pushes</i>.", when: "event.tool_input.command contains 'push'", do: deny: "<script>no</script>"},
		{id: "rarely", when: "event.tool_input.command == 'rarely'", do: deny: "no"},
	]
}
hooks: fails: {on: "PreToolUse", match: "Edit", rules: [{when: "duration(event.tool_input.old_string) > duration('1s')", do: deny: "no"}]}
hooks: greeting: {
	doc: "Says at the start what stands."
	on: ["SessionStart", "UserPromptSubmit"]
	rules: [{when: "event.session_id != 'a long condition that has to be broken somewhere on a narrow page, as nobody scrolls sideways to read it'", do: inject: context: "hello"}]
}
`

// A site is a running "bcrules ui", with a home for it and for hooks, and a tab with its first
// page.
type site struct {
	*browser.Tab
	t         *testing.T
	bin, home string
	base      string // address of the pages, with token and slash
	server    *os.Process
}

// serve serves the pages of rules, after some events.
func serve(t *testing.T, rules string, events ...string) *site {
	t.Helper()
	s := prepare(t, rules)
	for _, e := range events {
		s.event(e)
	}
	s.start()
	return s
}

// prepare makes a home with rules, and looks for a browser.
func prepare(t *testing.T, rules string) *site {
	t.Helper()
	browser.Want(t)
	return home(t, t.TempDir(), rules)
}

// home makes a home of a folder.
func home(t *testing.T, dir, rules string) *site {
	t.Helper()
	s := &site{t: t, bin: built.Commands(t), home: dir}
	s.rules(rules)
	if err := os.Mkdir(s.project(), 0o755); err != nil {
		t.Fatal(err)
	}
	s.command("bcrules", "compile").Run() // so that no event waits for it; some tests are about faults
	return s
}

// start starts the server and opens the tab.
func (s *site) start(args ...string) {
	s.t.Helper()
	ui := s.command("bcrules", append([]string{"ui", "--no-open"}, args...)...)
	out, err := ui.StdoutPipe()
	if err == nil {
		err = ui.Start()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.server = ui.Process
	s.t.Cleanup(func() { ui.Process.Kill(); ui.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.t.Fatal(err)
	}
	s.base = strings.TrimSuffix(strings.TrimSpace(line), "rules")
	s.Tab = browser.Open(s.t, s.base)
}

func (s *site) project() string { return filepath.Join(s.home, "shop") }

// rules writes the user's rule file.
func (s *site) rules(text string) {
	s.t.Helper()
	s.put(s.file(), "package r\n"+text)
}

func (s *site) put(file, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	before := time.Now().Add(-time.Hour) // a plan of very new files is made twice
	for _, name := range []string{file, filepath.Dir(file)} {
		if err := os.Chtimes(name, before, before); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *site) log() string { return filepath.Join(s.home, ".cache", "bcrules", "decisions.jsonl") }

func (s *site) file() string { return filepath.Join(s.home, ".config", "bcrules", "a.cue") }

// command returns a command with the home, in the project.
func (s *site) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir, cmd.Stderr = s.project(), s.t.Output()
	cmd.Env = append(os.Environ(), "HOME="+s.home, "XDG_CACHE_HOME="+filepath.Join(s.home, ".cache"), "XDG_CONFIG_HOME="+filepath.Join(s.home, ".config"))
	return cmd
}

// event has the hook answer a call of a shell command, or an event in full.
func (s *site) event(text string) {
	s.t.Helper()
	if !strings.HasPrefix(text, "{") {
		text = fmt.Sprintf(`{"hook_event_name": "PreToolUse", "session_id": "s<u>1", "cwd": %q, "tool_name": "Bash", "tool_input": {"command": %q}}`, s.project(), text)
	}
	cmd := s.command("bchook")
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(text, "PROJECT", s.project()))
	if out, err := cmd.Output(); err != nil {
		s.t.Fatal(err, string(out))
	}
}

// codex returns an event of another agent, in the project.
const codex = `{"session_id":"c-1","turn_id":"t","transcript_path":null,"cwd":"PROJECT","hook_event_name":"PreToolUse","model":"m","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"c"}`

// broken returns an event at which a rule fails.
const broken = `{"hook_event_name": "PreToolUse", "session_id": "s<u>1", "cwd": "PROJECT", "tool_name": "Edit", "tool_input": {"file_path": "/a<b>", "old_string": "<i>"}}`

// untrusted are rules of the project that nobody trusts.
const untrusted = `package p

hooks: untrusted: {doc: "Acts when it is trusted.", on: "Stop", rules: [{when: "!event.stop_hook_active", do: block: "no"}]}
`

// addresses are those of all pages; each page has content after four events.
func (s *site) addresses() []string {
	return []string{
		"rules", "rules?never=1", "rules?text=nothing+is+called+so", "source?" + url.Values{"file": {s.file()}}.Encode(),
		"guide", "playground", "playground?of=1", "decisions", "decisions?said=deny", "decisions?text=nowhere", "decision?n=1", "decision?n=4", "decisions?" + url.Values{"session": {"s<u>1"}}.Encode(),
	}
}
