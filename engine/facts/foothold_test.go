package facts

import (
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
)

// What the hooks stand on is this program, its records, and what settings start.
func TestFoothold(t *testing.T) {
	home := t.TempDir()
	for name, text := range map[string]string{
		"a.json": `{"hooks": {"PreToolUse": [{"hooks": [{"command": "bash \"$HOME/x/gate.sh\" 2>/dev/null >> /dev/null"}]}], "Stop": [{"command": "/opt/y", "args": ["--in", "~/z", "$UNSET/w"]}]}}`,
		"b.json": "no JSON",
	} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settings := []any{"~/a.json", "~/b.json", "~/c.json", "$UNSET/d.json", "", 1}
	at := host.Host{Dir: filepath.Join(home, "w"), Home: home, Getenv: func(string) string { return "" }}
	is := func(at host.Host, path, want string) {
		t.Helper()
		if found, err := standing(&engine.Call{Host: &at}, path, settings); err != nil || found != want {
			t.Errorf("%s: found %q (%v), want %q", path, found, err, want)
		}
	}
	is(at, "~/x/gate.sh", "program")
	is(at, "/opt/y", "program")
	is(at, "~/z", "program")
	is(at, host.Beside("bchook"), "program")
	is(at, os.Args[0], "program")
	is(at, filepath.Dir(os.Args[0]), "beside program")
	is(at, "~/x", "beside program")
	is(at, "/", "holds program")
	is(at, "~/c.json", "settings")
	is(at, "/dev/null", "")
	is(at, "main.go", "")
	if cache, err := os.UserCacheDir(); err == nil {
		is(at, filepath.Join(cache, "bcrules", "plans", "x"), "record")
	}
	staged := at
	staged.Stage = &host.Stage{System: "darwin", Root: home}
	is(staged, "/OPT/Y", "program")
	is(staged, os.Args[0], "")
}
