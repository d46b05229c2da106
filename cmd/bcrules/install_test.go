package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/testdata/built"
)

// For any settings: after init, then every registered event through its command line, then
// uninstall, every byte is as before.
func TestInstall(t *testing.T) {
	tests := []struct {
		name string
		text string // "-" for no file
		link bool
	}{
		{name: "absent", text: "-"},
		{name: "empty", text: ""},
		{name: "braces", text: "{}"},
		{name: "comments", text: "// mine\n{\n  // all of it\n  \"model\": \"x\", // really\n  \"hooks\": { /* none yet */ },\n}\n"},
		{name: "other hooks on the same events", text: `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}], "Stop": []}}`},
		{name: "unknown keys", text: "{\n    \"$schema\": \"x\",\n    \"new\": {\"a\": [1.0, null]},\n    \"hooks\": {\n        \"Newest\": [{\"hooks\": []}]\n    }\n}\n"},
		{name: "CRLF", text: "{\r\n  \"model\": \"x\",\r\n  \"env\": {}\r\n}\r\n"},
		{name: "tabs", text: "{\n\t\"hooks\": {\n\t\t\"Stop\": [\n\t\t\t{\"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}\n\t\t]\n\t}\n}\n"},
		{name: "no final newline", text: "{\n  \"model\": \"x\"\n}"},
		{name: "a link", text: "{\"model\": \"x\"}\n", link: true},
	}
	bin := built.Commands(t)
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", onAllEvents(t))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			name := filepath.Join(dir, ".claude", "settings.local.json")
			if test.text != "-" {
				lay(t, name, test.text, test.link)
			}
			do(t, filepath.Join(bin, "bcrules"), "init", "--yes")
			once := textOf(t, name)
			do(t, filepath.Join(bin, "bcrules"), "init", "--yes")
			if again := textOf(t, name); again != once {
				t.Errorf("a second init made\n%s\nof\n%s", again, once)
			}
			f, err := (settings.Place{Kind: "local", File: name}).Read(dir)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(f.Managed()); n < 25 {
				t.Errorf("%d entries, want one for nearly every event", n)
			}
			for _, e := range f.Managed() {
				fire(t, dir, e)
			}
			do(t, filepath.Join(bin, "bcrules"), "uninstall", "--unattended")
			if test.text == "-" {
				if left, _ := os.ReadDir(dir); len(left) > 0 {
					t.Errorf("%v is left", left)
				}
				return
			}
			if got := textOf(t, name); got != test.text {
				t.Errorf("got %q, want %q", got, test.text)
			}
			if info, err := os.Lstat(name); err != nil || test.link != (info.Mode()&os.ModeSymlink != 0) {
				t.Errorf("%v is a link or not: %v", name, err)
			}
		})
	}
}

// onAllEvents returns a folder for configurations, with rules of the user's on all events that
// honour a message.
func onAllEvents(t *testing.T) string {
	t.Helper()
	s := compile.Schema()
	var names []string
	for _, e := range s.Events.List(s.Library.Actions) {
		if slices.Contains(e.Actions, "inject message") {
			names = append(names, fmt.Sprintf("%q", e.Name))
		}
	}
	dir := t.TempDir()
	text := fmt.Sprintf("package r\nhooks: all: {on: [%s], rules: [{do: inject: message: \"on ${event.hook_event_name}\"}]}\n", strings.Join(names, ", "))
	lay(t, filepath.Join(dir, "bcrules", "r.cue"), text, false)
	return dir
}

// fire gives an event to the command line of an entry, as the agent does.
func fire(t *testing.T, dir string, e settings.Entry) {
	t.Helper()
	event := fmt.Sprintf(`{"session_id": "s", "cwd": %q, "hook_event_name": %q, "tool_name": "Bash", "tool_input": {}}`+"\n", dir, e.Event)
	cmd := exec.Command(e.Command, e.Args...)
	cmd.Stdin = strings.NewReader(event)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	want := fmt.Sprintf(`{"systemMessage":"on %s"}`, e.Event)
	if e.Event == "PostCompact" { // the agent shows its stdout as it is
		want = "on PostCompact"
	}
	if err != nil || strings.TrimSpace(string(out)) != want {
		t.Errorf("%s: %s, %v, %s", e.Event, out, err, &stderr)
	}
}

// lay writes a file, or a link to one beside its folder.
func lay(t *testing.T, name, text string, link bool) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil && link {
		real := filepath.Join(filepath.Dir(filepath.Dir(name)), "real.json")
		if err = os.Symlink(real, name); err == nil {
			name = real
		}
	}
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func textOf(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func do(t *testing.T, line ...string) {
	t.Helper()
	if out, err := exec.Command(line[0], line[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", line, err, out)
	}
}
