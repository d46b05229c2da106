package facts

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
)

// What the hooks stand on is this program, its records, and what settings start.
func TestOwn(t *testing.T) {
	home := t.TempDir()
	for name, text := range map[string]string{
		"a.json": `{"hooks": {"PreToolUse": [{"hooks": [{"command": "bash \"$HOME/x/gate.sh\" 2>/dev/null >> /dev/null"}]}], "Stop": [{"command": "/opt/y", "args": ["--in", "~/z", "$UNSET/w"]}]}}`,
		"b.json": "no JSON",
	} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := &engine.Call{Host: &host.Host{Dir: home, Home: home, Getenv: func(string) string { return "" }}}
	o, err := owned(c, []any{"a.json", "~/b.json", "c.json", "", 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{filepath.Join(home, "x", "gate.sh"), "/opt/y", filepath.Join(home, "z"), host.Beside("bchook"), os.Args[0]} {
		if !slices.Contains(o.Programs, want) {
			t.Errorf("found programs %q, want %s too", o.Programs, want)
		}
	}
	if slices.ContainsFunc(o.Programs, func(p string) bool { return filepath.Base(p) == "null" || filepath.Base(p) == "w" }) {
		t.Errorf("found programs %q, want no device, and nothing below what is not set", o.Programs)
	}
	if len(o.Settings) != 3 || o.Settings[1] != filepath.Join(home, "b.json") || len(o.Records) != 2 {
		t.Errorf("found settings %q and records %q, want three and two", o.Settings, o.Records)
	}
	c.Host.Stage = &host.Stage{}
	if o, err := owned(c, []any{"b.json"}); err != nil || len(o.Programs)+len(o.Records) != 0 {
		t.Errorf("found %v (%v) in a test, want no program", o, err)
	}
}
