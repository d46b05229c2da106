//go:build !windows

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// If the account has closed hooks, init tries them in a home of its own, and they answer.
func TestInitAtAccount(t *testing.T) {
	a := newAstray(t)
	a.bring(t)
	put(t, a.home(".config/bcrules/closed.cue"), `package rules
hooks: closed: {on: "PreToolUse", match: "Bash", onError: "closed", rules: []}
`)
	t.Cleanup(func() { os.RemoveAll(a.home(".claude")) })
	cmd := exec.Command(filepath.Join(a.bin, "bcrules"), "init", "--user", "--yes")
	cmd.Dir, cmd.Env = a.project, append(os.Environ(), "HOME="+a.home(""), "XDG_CONFIG_HOME=", "XDG_CACHE_HOME=", "CLAUDE_CONFIG_DIR=")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "1 of 1 canaries answered") {
		t.Errorf("%v\n%s\nwant an answer of each canary", err, out)
	}
}

// The user's own rules are those in their folder. What is above it, or beside a link that leads
// there, is no part of their module.
func TestBesideOwn(t *testing.T) {
	a := newAstray(t)
	a.bring(t)
	os.RemoveAll(filepath.Join(a.project, ".claude"))
	beside := func(dir string) {
		put(t, filepath.Join(dir, "cue.mod/module.cue"), "module: \"a.example/b@v0\"\nlanguage: version: \"v0.15.0\"\n")
		put(t, filepath.Join(dir, "a.cue"), broughtRules)
	}
	beside(a.home(".config"))
	link := filepath.Join(a.project, "way")
	if err := os.MkdirAll(link, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(a.home(".config/bcrules"), filepath.Join(link, "bcrules")); err != nil {
		t.Fatal(err)
	}
	beside(link)
	for _, env := range []string{"XDG_CONFIG_HOME=", "XDG_CONFIG_HOME=" + link} {
		for _, program := range [][]string{{"bchook"}, {"bchook", "--closed", "--own=" + a.home(".config/bcrules")}, {"bcrules", "hook"}} {
			if said := a.ask(t, program, env); !strings.Contains(said, `"permissionDecisionReason":"the user's own"`) {
				t.Errorf("%s, %q: %s; want the user's own rules alone", env, program, said)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(a.project, "acted")); err == nil {
		t.Error("rules from beside the user's acted")
	}
}

// Rules named by a variable don't replace a closed hook, whether nothing speaks against them or
// their owner is unknown.
func TestClosedBefore(t *testing.T) {
	a := newAstray(t)
	a.bring(t)
	os.RemoveAll(filepath.Join(a.project, ".claude"))
	other := t.TempDir() // another repository of the user's
	put(t, filepath.Join(other, "evil/bcrules/rules.cue"), broughtRules)
	env := "XDG_CONFIG_HOME=" + filepath.Join(other, "evil")
	a.ask(t, []string{"bchook"}, env)
	put(t, filepath.Join(a.project, "sub/.git"), "")
	for _, flag := range []string{"--closed", "--own=" + a.home(".config/bcrules")} {
		said := a.ask(t, []string{"bchook", "--closed", flag}, env, "CLAUDE_PROJECT_DIR="+filepath.Join(a.project, "sub"))
		if !strings.Contains(said, `"permissionDecision":"deny"`) {
			t.Errorf("%s: %s; want a refusal", flag, said)
		}
		if _, err := os.Stat(filepath.Join(a.project, "acted")); err == nil {
			t.Errorf("%s: rules of the variable acted", flag)
		}
	}
}

// If the account's rules can't be read, or are gone, the kept ones hold, even if variables lead to
// folders of the user's without any rules.
func TestGoneElsewhere(t *testing.T) {
	a := newAstray(t)
	a.bring(t)
	os.RemoveAll(filepath.Join(a.project, ".claude"))
	rules := a.home(".config/bcrules")
	put(t, filepath.Join(rules, "closed.cue"), `package rules
hooks: closed: {on: "PreToolUse", match: "Bash", onError: "closed", rules: []}
`)
	a.ask(t, []string{"bchook"})
	kept := t.TempDir()
	if err := os.Rename(rules, filepath.Join(kept, "bcrules")); err != nil {
		t.Fatal(err)
	}
	ways := func() [][]string {
		cache, config := "XDG_CACHE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir()
		return [][]string{nil, {cache}, {config}, {cache, config}}
	}
	if err := os.Symlink("bcrules", rules); err != nil {
		t.Fatal(err)
	}
	for _, env := range ways() {
		if said := a.ask(t, []string{"bchook"}, env...); !strings.Contains(said, `"permissionDecisionReason":"the user's own"`) {
			t.Errorf("%q, can't be read: %s; want the last good ones", env, said)
		}
	}
	if err := os.Remove(rules); err != nil {
		t.Fatal(err)
	}
	for _, env := range ways() {
		for _, program := range [][]string{{"bchook", "--closed"}, {"bcrules", "hook", "--closed"}} {
			if said := a.ask(t, program, env...); !strings.Contains(said, `"permissionDecision":"deny"`) || !strings.Contains(said, "the rules in "+rules+" are gone") {
				t.Errorf("%s, %q, gone: %s; want a refusal that says so", program, env, said)
			}
		}
	}
}
