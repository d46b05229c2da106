//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/testdata/built"
)

// An astray user is misled into the project by its settings, which may set the environment of
// hooks. System has the account's own folder.
type astray struct {
	bin, system, project string
}

// The account's own rules. They refuse by a table at home, and leave marks at home and in the
// folder for temporary files.
const ownRules = `package rules
tables: calls: {file: "~/calls.json", row: {id: string}}
hooks: own: {on: "PreToolUse", match: "Bash", rules: [
	{when: "len(calls({id: event.tool_input.command})) > 0", do: [{touch: "~/state"}, {touch: "${temp()}/bcrules-own"}, {deny: "the user's own"}]},
]}
`

// The project's rules, which act if anything from the project is believed.
const broughtRules = `package rules
hooks: brought: {on: "PreToolUse", rules: [{do: touch: "acted"}]}
`

// newAstray gives the account its rules and has them answer a first event.
func newAstray(t *testing.T) *astray {
	t.Helper()
	bin := built.Commands(t)
	system, err := built.System()
	if err != nil {
		t.Fatal(err)
	}
	a := &astray{bin: bin, system: system}
	for _, name := range []string{".config", ".cache", "state", "calls.json"} {
		t.Cleanup(func() { os.RemoveAll(a.home(name)) })
	}
	put(t, a.home(".config/bcrules/rules.cue"), ownRules)
	put(t, a.home("calls.json"), `[{"id": "rm"}]`)
	then := time.Now().Add(-time.Hour)
	for _, name := range []string{".config/bcrules/rules.cue", "calls.json"} {
		if err := os.Chtimes(a.home(name), then, then); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func (a *astray) home(name string) string { return filepath.Join(a.system, "home", name) }

// bring makes a project with everything to which a variable may lead, in evil: rules, a record that
// trusts the project's own, a key, and a plan under each possible name.
func (a *astray) bring(t *testing.T) (before []string) {
	t.Helper()
	a.project = t.TempDir()
	for _, dir := range []string{".git", "evil/bcrules", "evil/.config/bcrules", ".claude/bcrules", "evil/tmp"} {
		if err := os.MkdirAll(filepath.Join(a.project, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{"evil/bcrules", "evil/.config/bcrules", ".claude/bcrules"} {
		put(t, filepath.Join(a.project, dir, "rules.cue"), broughtRules)
	}
	return a.files(t)
}

// plans writes the project's plans into a cache folder, for each rule set that may be asked for, as
// another user's bcrules would.
func (a *astray) plans(t *testing.T, config, cacheDir string, names ...string) {
	t.Helper()
	s := compile.Schema()
	plan, faults, err := compile.Plan(s, []string{filepath.Join(a.project, "evil/bcrules")}, "")
	if err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	account := host.System
	defer func() { host.System = account }()
	host.System = t.TempDir() // where they have no account, and so no key
	own := host.FindProject("/", func(name string) string {
		return map[string]string{"HOME": filepath.Dir(config), "XDG_CONFIG_HOME": config, "XDG_CACHE_HOME": cacheDir}[name]
	}).Folders()
	if _, err := compile.Key(own); err != nil {
		t.Fatal(err)
	}
	store, err := cache.Open(own)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := store.Write(name, plan, cache.Stamp{Taken: 1}); err != nil {
			t.Fatal(err)
		}
		if p, err := store.Read(name); err != nil {
			t.Fatalf("who wrote it reads it: %v", err)
		} else {
			p.Close()
		}
	}
}

// files returns the project's files.
func (a *astray) files(t *testing.T) (all []string) {
	t.Helper()
	err := filepath.WalkDir(a.project, func(path string, _ fs.DirEntry, err error) error {
		all = append(all, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// ask answers an event that the user's own rules refuse.
func (a *astray) ask(t *testing.T, program []string, env ...string) (said string) {
	t.Helper()
	event, _ := json.Marshal(map[string]any{"session_id": t.Name(), "cwd": a.project, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": map[string]any{"command": "rm"}})
	cmd := exec.Command(filepath.Join(a.bin, program[0]), program[1:]...)
	cmd.Dir, cmd.Stdin = a.project, bytes.NewReader(event)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + a.home("")}, env...)
	dir, err := os.Open(a.project) // as /dev/fd/3
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	cmd.ExtraFiles = []*os.File{dir}
	out, err := cmd.CombinedOutput()
	if exit := cmd.ProcessState.ExitCode(); err != nil && exit != engine.ExitRefused {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// No variable leads to anything that the project brought, by whatever name, or has anything written
// there: rules, records, keys, plans, indexes, logs, or the state of rules. The account's own count
// instead.
func TestVariablesAstray(t *testing.T) {
	a := newAstray(t)
	beside := t.TempDir() // a link that leads in
	for _, variable := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR"} {
		for _, way := range []string{"by its name", "by a link", "/proc/self/cwd", "/dev/fd", "relative", "empty", "nothing there"} {
			if !there("/proc/self/cwd") && way == "/proc/self/cwd" {
				continue
			}
			t.Run(variable+" "+way, func(t *testing.T) {
				before := a.bring(t)
				link := filepath.Join(beside, strings.ReplaceAll(variable+way, "/", "-"))
				if err := os.Symlink(a.project, link); err != nil {
					t.Fatal(err)
				}
				value := map[string]string{"by its name": filepath.Join(a.project, "evil"), "by a link": filepath.Join(link, "evil"), "/proc/self/cwd": "/proc/self/cwd/evil",
					"/dev/fd": "/dev/fd/3/evil", "relative": "evil", "empty": "", "nothing there": filepath.Join(a.project, "none")}[way]
				os.Remove(a.home("state"))
				for _, program := range [][]string{{"bchook"}, {"bcrules", "hook"}} {
					said := a.ask(t, program, variable+"="+value)
					if !strings.Contains(said, `"permissionDecision":"deny"`) || !strings.Contains(said, "the user's own") {
						t.Errorf("%s: %s, want that the user's own rules refuse", program, said)
					}
				}
				if !there(a.home("state")) || !there(a.home(".cache/bcrules/decisions.jsonl")) {
					t.Error("found no state or log at home, want both there")
				}
				if after := a.files(t); !slices.Equal(before, after) {
					t.Errorf("found %q in the project, want what was there: %q", after, before)
				}
			})
		}
	}
}

// The command line says where the user's rules are, or else the account, if it has some. A variable
// that leads to other rules removes none of them.
func TestClosedElsewhere(t *testing.T) {
	a := newAstray(t)
	a.bring(t)
	clone, link := t.TempDir(), filepath.Join(t.TempDir(), "link") // of the user's, and no project
	put(t, filepath.Join(clone, "bcrules/rules.cue"), broughtRules)
	if err := os.Symlink(clone, link); err != nil {
		t.Fatal(err)
	}
	own, named := "--own="+filepath.Join(clone, "bcrules"), "XDG_CONFIG_HOME="+clone
	for name, test := range map[string]struct {
		args, env []string
		want      string // where the rules come from: account, named or refused
	}{
		"the account's":                     {[]string{"--closed"}, []string{named}, "account"},
		"and where there are none":          {[]string{"--closed"}, []string{"XDG_CONFIG_HOME=" + t.TempDir()}, "account"},
		"hooks that aren't closed":          {nil, []string{named}, "account"},
		"those named":                       {[]string{"--closed", own}, []string{named}, "named"},
		"by a link":                         {[]string{"--closed", own}, []string{"XDG_CONFIG_HOME=" + link}, "named"},
		"others than those named":           {[]string{"--closed", own}, nil, "named"},
		"as a project's":                    {[]string{"--closed", own}, []string{"XDG_CONFIG_HOME=/nonexistent", "BCRULES_RULES=" + filepath.Join(clone, "bcrules")}, "named"},
		"beside rules that are given empty": {[]string{"--closed", "--rules=", own}, nil, "named"},
		"no folder":                         {[]string{"--closed", "--own="}, []string{named}, "refused"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, program := range [][]string{{"bchook"}, {"bcrules", "hook"}} {
				os.Remove(filepath.Join(a.project, "acted"))
				said := a.ask(t, append(program, test.args...), test.env...)
				got := [3]bool{strings.Contains(said, "the user's own"), there(filepath.Join(a.project, "acted")), strings.Contains(said, "registration is wrong")}
				if got != [3]bool{test.want == "account", test.want == "named", test.want == "refused"} {
					t.Errorf("%s: %s, rules elsewhere acted: %t; want the %s", program, said, got[1], test.want)
				}
			}
		})
	}
}

// A plan that another user wrote doesn't count, wherever it is: in the project, by each of the
// names that led there, or in another clone, which belongs to no project and to which a variable
// may lead. The user's own rules are compiled, and hold.
func TestPlansAstray(t *testing.T) {
	a := newAstray(t)
	own := a.home(".config/bcrules")
	for name, test := range map[string]struct {
		env   func(evil, clone string) []string
		rules string
	}{
		"nothing need be known": {func(string, string) []string {
			return []string{"XDG_CACHE_HOME=/proc/self/cwd/evil", "XDG_CONFIG_HOME=/proc/self/cwd/evil", "BCRULES_RULES=/proc/self/cwd/r"}
		}, "?/proc/self/cwd/r\x00!/proc/self/cwd/evil/bcrules"},
		"the cache alone":         {func(evil, _ string) []string { return []string{"XDG_CACHE_HOME=" + evil} }, own},
		"the cache of a clone":    {func(_, clone string) []string { return []string{"XDG_CACHE_HOME=" + clone} }, own},
		"with a key in the clone": {func(_, clone string) []string { return []string{"XDG_CACHE_HOME=" + clone, "XDG_RUNTIME_DIR=" + clone} }, own},
	} {
		t.Run(name, func(t *testing.T) {
			a.bring(t)
			clone, evil := t.TempDir(), filepath.Join(a.project, "evil")
			os.RemoveAll(filepath.Join(a.project, ".claude")) // only plans stay
			of := "=" + own                                   // as the key of a set that has the user's own
			for _, dir := range []string{evil, clone} {
				a.plans(t, filepath.Join(dir, "config"), dir, test.rules, of)
			}
			said := a.ask(t, []string{"bchook"}, test.env(evil, clone)...)
			if !strings.Contains(said, "the user's own") || there(filepath.Join(a.project, "acted")) {
				t.Errorf("%s, acted %t; want that the user's own rules refuse", said, there(filepath.Join(a.project, "acted")))
			}
		})
	}
}

// If another user wrote a table's index or a compiled pack, it is made anew.
func TestIndexesAstray(t *testing.T) {
	a := newAstray(t)
	a.bring(t)
	os.RemoveAll(filepath.Join(a.project, ".claude"))
	clone := t.TempDir()
	env := "XDG_CACHE_HOME=" + clone
	a.ask(t, []string{"bchook"}, env)
	key := a.home(".cache/bcrules/key")
	kept, err := filepath.Glob(filepath.Join(clone, "bcrules", "tables", "*.table"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("found %q, %v, want the index of the one table", kept, err)
	}
	before := modified(t, kept[0])
	a.ask(t, []string{"bchook"}, env)
	if !modified(t, kept[0]).Equal(before) {
		t.Error("the user's own index was made anew")
	}
	if err := os.WriteFile(key, []byte("that of somebody"), 0o600); err != nil { // so that it is another's
		t.Fatal(err)
	}
	if said := a.ask(t, []string{"bchook"}, env); !strings.Contains(said, "the user's own") || modified(t, kept[0]).Equal(before) {
		t.Errorf("%s, want a refusal by an index that was made anew", said)
	}
}

// A key that others may read, or of another length, doesn't count: a new one is made.
func TestKeyAstray(t *testing.T) {
	a := newAstray(t)
	a.bring(t)
	os.RemoveAll(filepath.Join(a.project, ".claude"))
	a.ask(t, []string{"bchook"})
	key := a.home(".cache/bcrules/key")
	for what, spoil := range map[string]func() error{
		"others may read it": func() error { return os.Chmod(key, 0o644) },
		"it is cut off":      func() error { return os.Truncate(key, 8) },
		"it is gone":         func() error { return os.Remove(key) },
	} {
		was, err := os.ReadFile(key)
		if err != nil {
			t.Fatal(err)
		}
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		said := a.ask(t, []string{"bchook"})
		is, err := os.ReadFile(key)
		info, absent := os.Stat(key)
		if err != nil || absent != nil || len(is) != 16 || info.Mode().Perm() != 0o600 || bytes.Equal(was, is) || !strings.Contains(said, "the user's own") {
			t.Errorf("%s: %s; %d bytes of a key, %v; want a refusal, and another key", what, said, len(is), err)
		}
	}
	memory := filepath.Join(a.system, "dev/shm") // where a key is kept otherwise
	if err := errors.Join(os.Remove(key), os.Mkdir(key, 0o700), os.Rename(memory, memory+".away")); err != nil {
		t.Fatal(err)
	}
	defer os.Rename(memory+".away", memory)
	doctor := exec.Command(filepath.Join(a.bin, "bcrules"), "doctor")
	doctor.Dir, doctor.Env = a.home(""), []string{"PATH=" + os.Getenv("PATH"), "HOME=" + a.home("")}
	if out, err := doctor.CombinedOutput(); err == nil || !strings.Contains(string(out), filepath.Dir(key)+": no key can be kept: ") {
		t.Errorf("a folder is in its place: doctor says %s, %v; want that no key can be kept", out, err)
	}
}

func modified(t *testing.T, path string) time.Time {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}
