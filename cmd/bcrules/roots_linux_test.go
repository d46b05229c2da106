package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/testdata/built"
)

// A plan made by the administrator is believed by users who may not read the administrator's key,
// if nobody else may write the plan or any folder above it. The test uses a root of its own,
// because everybody may write folders above a test's.
func TestRootsPlan(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root makes files of root's")
	}
	top := t.TempDir()
	program, err := os.ReadFile(filepath.Join(built.Commands(t), "bchook"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(top, "bchook"), program, 0o755); err != nil {
		t.Fatal(err)
	}
	rules := filepath.Join(top, "rules")
	put(t, filepath.Join(rules, "r.cue"), "package r\nhooks: no: {on: \"Stop\", rules: [{do: block: \"not yet\"}]}\n")
	s := compile.Schema()
	plan, faults, err := compile.Plan(s, []string{rules}, "")
	if err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	own := host.FindProject("/", func(name string) string {
		return map[string]string{"HOME": filepath.Join(top, "root"), "XDG_CACHE_HOME": filepath.Join(top, "cache")}[name]
	}).Folders()
	if _, err := compile.Key(own); err != nil {
		t.Fatal(err)
	}
	store, err := cache.Open(own)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Write("/rules", plan, cache.Stamp{}); err != nil {
		t.Fatal(err)
	}
	plans := filepath.Join(top, "cache", "bcrules", "plans")
	file, err := filepath.Glob(filepath.Join(plans, "*.plan"))
	if err != nil || len(file) != 1 {
		t.Fatal(file, err)
	}
	for _, test := range []struct {
		what     string
		path     string
		mode     fs.FileMode
		believed bool
	}{
		{"as it is", plans, 0o755, true},
		{"others may write it", file[0], 0o666, false},
		{"its group may", file[0], 0o664, false},
		{"others may replace it", plans, 0o777 | fs.ModeSticky, false},
		{"others may replace a folder above", filepath.Join(top, "cache"), 0o757, false},
		{"as it is again", plans, 0o755, true},
	} {
		for _, dir := range []string{top, filepath.Join(top, "cache"), filepath.Join(top, "cache", "bcrules"), plans} {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(os.Chmod(file[0], 0o644), os.Chmod(test.path, test.mode)); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("/bchook", "--rules", "/rules")
		cmd.Dir, cmd.Env = "/", []string{"HOME=/nowhere", "XDG_CACHE_HOME=/cache"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: top, Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		cmd.Stdin = strings.NewReader(`{"session_id": "s", "hook_event_name": "Stop", "cwd": "/"}`)
		out, err := cmd.Output()
		if got := strings.Contains(string(out), "not yet"); err != nil || got != test.believed {
			t.Errorf("%s: %s, %v, want that it is believed: %t", test.what, out, err, test.believed)
		}
	}
}
