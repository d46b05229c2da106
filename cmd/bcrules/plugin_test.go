package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/cmd/doctor"
	"bcrules.dev/testdata/built"

	"github.com/tidwall/gjson"
)

// The shipped plugin (.claude-plugin) has rules of its own, and starts bchook only at their events
// and tools: its hooks are those that init makes from the rules. If they change, its version does,
// because agents look for a new one by that.
func TestShippedPlugin(t *testing.T) {
	const root = "../../.claude-plugin"
	var market struct {
		Plugins []struct{ Name, Source string }
	}
	err := json.Unmarshal([]byte(textOf(t, filepath.Join(root, "marketplace.json"))), &market)
	if err != nil || len(market.Plugins) != 1 || market.Plugins[0].Name != doctor.Plugin {
		t.Fatalf("found %+v, %v, want a marketplace of one plugin, %s", market, err, doctor.Plugin)
	}
	shipped := filepath.Join(root, "..", market.Plugins[0].Source)
	hooks, manifest := filepath.Join("hooks", "hooks.json"), filepath.Join(".claude-plugin", "plugin.json")

	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "rules"), os.DirFS(filepath.Join(shipped, "rules"))); err != nil {
		t.Fatal(err)
	}
	register := exec.Command(filepath.Join(built.Commands(t), "bcrules"), "init", "--plugin", dir, "--rules", filepath.Join(dir, "rules"))
	register.Dir, register.Env = dir, []string{"HOME=" + t.TempDir(), "PATH=/usr/bin:/bin"}
	if out, err := register.CombinedOutput(); err != nil && !strings.Contains(string(out), "bchook is not on the PATH here") {
		t.Fatalf("%v\n%s", err, out)
	}
	made := textOf(t, filepath.Join(dir, hooks))
	was := textOf(t, filepath.Join(shipped, manifest))
	version := fmt.Sprintf("0.1.0-%x", sha256.Sum256([]byte(made+textOf(t, filepath.Join(dir, "rules", "guard.cue")))))[:len("0.1.0-")+12]
	if gjson.Get(was, "name").Str != doctor.Plugin {
		t.Errorf("found plugin %s, want it called as the marketplace does", gjson.Get(was, "name"))
	}
	is := strings.Replace(was, gjson.Get(was, "version").Raw, `"`+version+`"`, 1)
	for name, want := range map[string]string{hooks: made, manifest: is} {
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(filepath.Join(shipped, name), []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := textOf(t, filepath.Join(shipped, name)); got != want {
			t.Errorf("%s is not what its rules make (UPDATE=1 rewrites it): found %s, want %s", name, got, want)
		}
	}
}
