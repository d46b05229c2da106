//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A variable that leads to a folder of the user's without rules, or with other ones, neither
// switches off the account's rules nor changes what these mean by the home folder.
func TestRulesAstray(t *testing.T) {
	a := newAstray(t)
	a.bring(t)
	os.RemoveAll(filepath.Join(a.project, ".claude"))
	others := t.TempDir()
	put(t, filepath.Join(others, "bcrules", "rules.cue"), broughtRules)
	for _, env := range []string{"HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent", "XDG_CONFIG_HOME=" + t.TempDir(), "HOME=" + t.TempDir(), "XDG_CONFIG_HOME=" + others} {
		for _, command := range [][]string{{"bchook"}, {"bchook", "--closed"}, {"bchook", "--closed", "--own=" + a.home(".config/bcrules")}, {"bcrules", "hook", "--closed"}} {
			if said := a.ask(t, command, env); !strings.Contains(said, "the user's own") || there(filepath.Join(a.project, "acted")) {
				t.Errorf("%s, %s: %s; want that the user's own rules refuse", env, command, said)
			}
		}
	}
}

// A repository includes its worktrees and everything it is a part of: a variable that leads from
// one into the other leads into the project.
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
