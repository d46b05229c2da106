//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A variable that leads where the user has no rules doesn't switch off those of the account: a
// command line of closed hooks refuses, and any other says so.
func TestRulesAstray(t *testing.T) {
	a := newAstray(t)
	a.bring(t)
	os.RemoveAll(filepath.Join(a.project, ".claude"))
	for _, env := range []string{"HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent", "XDG_CONFIG_HOME=" + t.TempDir(), "HOME=" + t.TempDir()} {
		for _, closed := range []bool{false, true} { // a session is told once, and refused each time
			command, why := []string{"bchook"}, "found no rules of your own in"
			if closed {
				command, why = append(command, "--closed"), "and not to your own rules in"
			}
			said := a.ask(t, command, env)
			if refused := strings.Contains(said, `"permissionDecision":"deny"`); refused != closed || !strings.Contains(said, why) {
				t.Errorf("%s, closed %t: %s; want %q, and a refusal of closed hooks", env, closed, said, why)
			}
		}
	}
}

// A repository is one with its worktrees and with what it is a part of: a variable that leads
// from one into the other leads into the project.
func TestRepositoriesAstray(t *testing.T) {
	a := newAstray(t)
	a.bring(t)
	os.RemoveAll(filepath.Join(a.project, ".claude"))
	own := filepath.Join(a.project, ".git", "worktrees", "w")
	tree := filepath.Join(a.project, "trees", "w")
	put(t, filepath.Join(tree, ".git"), "gitdir: "+own+"\n")
	put(t, filepath.Join(own, "gitdir"), filepath.Join(tree, ".git")+"\n")
	put(t, filepath.Join(own, "commondir"), "../..\n")
	module := filepath.Join(a.project, "module")
	put(t, filepath.Join(module, ".git"), "gitdir: ../.git/modules/module\n")
	evil := "XDG_CONFIG_HOME=" + filepath.Join(a.project, "evil")
	whole := a.project
	for _, dir := range []string{tree, module} {
		a.project = dir
		if said := a.ask(t, []string{"bchook"}, evil); !strings.Contains(said, "the user's own") || there(filepath.Join(dir, "acted")) || there(filepath.Join(whole, "acted")) {
			t.Errorf("%s: %s; want that the user's own rules refuse", dir, said)
		}
	}
}
