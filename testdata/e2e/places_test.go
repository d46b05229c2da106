package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/settings"
)

// marker returns a hook that notes that a settings file was read.
func (s *Stage) marker(file string) {
	s.t.Helper()
	check(s.t, os.MkdirAll(filepath.Dir(file), 0o755))
	text := fmt.Sprintf(`{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "echo '%s' >> '%s/read'; echo '{}'"}]}]}}`, file, s.log)
	check(s.t, os.WriteFile(file, []byte(text), 0o644))
}

// In a worktree the client reads the settings files that init, doctor and uninstall look into.
func TestSettingsOfWorktrees(t *testing.T) {
	s := repository(t, "", pushless)
	s.git("worktree", "add", "-q", s.beside("tree"))
	s.git("clone", "-q", "--bare", ".", s.beside("bare.git"))
	s.git("-C", s.beside("bare.git"), "worktree", "add", "-q", s.beside("first"))
	s.git("submodule", "add", "-q", s.beside("bare.git"), "part")
	s.bcrules("uninstall", "--unattended")
	for _, dir := range []string{"project", "project/sub", "tree", "tree/sub", "first", "project/part", "home", "bare.git"} {
		for _, name := range []string{"settings.json", "settings.local.json"} {
			s.marker(filepath.Join(s.beside(dir), ".claude", name))
		}
	}
	t.Setenv("HOME", s.home)
	for _, dir := range []string{"project", "project/sub", "tree", "tree/sub", "first", "project/part"} {
		s.play(Step{On: "work", Say: Say("Done.")})
		s.another(s.beside(dir))
		s.run("work")
		data, _ := os.ReadFile(filepath.Join(s.log, "read"))
		os.Remove(filepath.Join(s.log, "read"))
		read := slices.Sorted(strings.FieldsSeq(string(data)))
		all, err := settings.Places(s.beside(dir))
		check(t, err)
		var want []string
		for _, p := range all {
			want = append(want, p.File)
		}
		slices.Sort(want)
		if !slices.Equal(read, want) {
			t.Errorf("in %s it read\n%s\nwant\n%s", dir, strings.Join(read, "\n"), strings.Join(want, "\n"))
		}
	}
}

// Hooks are the user's, of a project below which the client was started, or of a project that the
// agent leaves. The rules of the project that the agent is in hold, and the user is told if they
// don't.
func TestWhereHooksAreRegistered(t *testing.T) {
	push := func(prompt string) []Step {
		return []Step{{On: prompt, Say: Shell("git push nowhere main")}, {On: "No pushes.", Say: Say("Then not.")}}
	}
	s := repository(t, "", pushless)
	check(t, os.MkdirAll(s.beside("project/sub"), 0o755))
	for _, flags := range [][]string{nil, {"--user"}} {
		s.bcrules("uninstall", "--unattended")
		s.bcrules(append([]string{"init"}, flags...)...)
		s.play(push("work below")...)
		s.another(s.beside("project/sub"))
		s.run("work below")
		s.says()
	}
	check(t, os.MkdirAll(s.beside("aside/.git"), 0o755))
	s.play(
		Step{On: "work aside", Say: Shell("cd ../aside && echo it is there")},
		Step{On: "it is there", Say: Shell("git push --help >help; echo it is tried")},
		Step{On: "it is tried", Say: Say("That was all.")},
	)
	s.another(s.project)
	s.run("work aside", "--add-dir", s.beside("aside"))
	s.says("project/.claude/bcrules are not in force: the agent is in " + s.beside("aside"))

	// Without rules hooks say so.
	s.play(Step{On: "work elsewhere", Say: Shell("echo it is elsewhere")}, Step{On: "it is elsewhere", Say: Say("Yes.")})
	s.another(s.beside("aside"))
	s.run("work elsewhere")
	s.says("hooks are registered in " + filepath.Join(s.home, ".claude/settings.json") + " and found no rules")
}
