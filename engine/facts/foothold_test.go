package facts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/host"
)

// The hooks depend on this program, its records, and the programs that settings start.
func TestFoothold(t *testing.T) {
	home := t.TempDir()
	for name, text := range map[string]string{
		"a.json": `{"hooks": {"PreToolUse": [{"hooks": [{"command": "bash \"$HOME/x/gate.sh\" 2>/dev/null >> /dev/null"}]}], "Stop": [{"command": "/opt/y", "args": ["--in", "~/z", "$UNSET/w"]}]}}`,
		"b.json": "no JSON",
		"deep":   `{"hooks": ` + strings.Repeat("[", 1_000_000), // a project may bring it; it's read as far as agents nest hooks
	} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settings := []any{"~/a.json", "~/b.json", "~/c.json", "~/deep", "$UNSET/d.json", "", 1}
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
	is(at, "/", "holds record")
	is(at, "/opt", "beside program")
	is(at, "~/c.json", "settings")
	is(at, "~/x/g*.sh", "program")
	is(at, "~/[a-c].json", "settings")
	is(at, "~/[[:alpha:]].json", "settings")
	is(at, "~/[!b].json", "settings")
	is(at, "~/[!abc].json", "")
	is(at, "~/[x]", "beside program")
	is(at, "~/x/*.py", "")
	is(at, "~/**", "holds settings")
	is(at, "~", "holds settings")
	is(at, "~/**/[ab].json", "settings")
	is(at, filepath.Dir(home)+"/**/a.json", "settings")
	is(at, "~/**/*.log", "")
	is(at, "~/**/x/**", "beside program")
	is(at, "/dev/null", "")
	is(at, "main.go", "")
	if cache, err := os.UserCacheDir(); err == nil {
		is(at, filepath.Join(cache, "bcrules", "plans", "x"), "record")
		is(at, filepath.Join(cache, "bc*", "plans", "x"), "record")
		is(at, filepath.Join(cache, "bc*"), "holds record")
		is(at, cache, "holds record")
	}
	staged := at
	staged.Stage = &host.Stage{System: "darwin", Root: home}
	is(staged, "/OPT/Y", "program")
	is(staged, os.Args[0], "")
	is(staged, "~/.config/bcrules/rules.cue", "record")
	is(staged, "~/.c*", "holds record")
	is(staged, "~/*/bcrules", "")
	is(staged, "~/.cache/*", "holds record")
	if found, err := standing(&engine.Call{Host: &staged}, "~/a.json", []any{"~/b.json"}); err != nil || found != "" {
		t.Errorf("of settings that are none of those: found %q (%v), want nothing", found, err)
	}
}

// A package and a process are recognised as ours by their names, whatever is around these.
func TestStandsOn(t *testing.T) {
	for name, is := range map[string]string{
		"bcrules": "package process", "bcrules@1.0": "package process", "bcrules.dev/cmd/bchook@v1": "package process", "./bcrules_1.0_amd64.deb": "package process",
		"@bcrules/linux-x64": "package process", "BCHOOK.exe": "package process", "bcindex==1": "package process", "/run/bchook.pid": "package process",
		"bch.*": "process", "[b]chook": "process", "^bchook$": "process", "hook": "process", "webhook": "", "hookbc": "", "bcrulesque": "",
		"bc": "process", "/bin/bc": "process", "bcrules hook --rules a": "package process", "bc*": "process", "dex": "process", "ok": "",
		".": "", ".*": "", "[a-z]+": "", "b": "", "(": "", "$(…)": "", "": "", "{print $2}": "",
	} {
		for _, what := range []string{"package", "process"} {
			if found, err := isOurs(effects.Thing{Is: what, Name: name}); err != nil || found != strings.Contains(is, what) {
				t.Errorf("%s %q: found %v (%v), want %q", what, name, found, err, is)
			}
			whole := strings.Contains(is, "package") // a pattern is none where all of a name is asked for
			if found, err := isOurs(effects.Thing{Is: what, Name: name, Whole: true}); err != nil || found != whole {
				t.Errorf("%s %q as a whole: found %v (%v), want %v", what, name, found, err, whole)
			}
		}
	}
}
