package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
)

// If a program can't be started, or a link leads to a new file, explain's reply shows it like the
// hook's.
func TestExplainsStarts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs are found by their names' ends there")
	}
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(name, home)
	}
	rules := filepath.Join(t.TempDir(), "rules")
	put(t, filepath.Join(rules, "rules.cue"), `package rules

_programs: ["true", "absent", "/absent", "./absent", "./folder", "./plain"]
hooks: {
	for i, p in _programs {
		"start\(i)": {on: "Stop", rules: [{do: [{spawn: run: [p], as: "s"}, {inject: message: "\(p): ${s().error}"}]}]}
	}
	link: {on: "Stop", rules: [{do: [{touch: "made"}, {link: {to: "made", as: "link"}}, {inject: message: "${file('link').exists}"}]}]}
}
`)
	dir := t.TempDir()
	put(t, filepath.Join(dir, "plain"), "")
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	o := hook.Options{Rules: []string{rules}}
	for _, cwd := range []string{dir, filepath.Join(dir, "nowhere"), filepath.Join(dir, "plain")} {
		event := fmt.Appendf(nil, `{"hook_event_name": "Stop", "cwd": %q}`, cwd)
		x, err := explained(o, event, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		var out, said bytes.Buffer
		compile.Command().Run(o, bytes.NewReader(event), &out, &said)
		if got, want := string(x.Reply), string(bytes.TrimSpace(out.Bytes())); got != want {
			t.Errorf("in %s explain replies\n%s\nthe hook\n%s", cwd, got, want)
		}
	}
}
