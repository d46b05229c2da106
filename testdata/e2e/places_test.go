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

// marker is a hook that notes that a settings file was read.
func (s *Stage) marker(file string) {
	s.t.Helper()
	check(s.t, os.MkdirAll(filepath.Dir(file), 0o755))
	text := fmt.Sprintf(`{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "echo '%s' >> '%s/read'; echo '{}'"}]}]}}`, file, s.log)
	check(s.t, os.WriteFile(file, []byte(text), 0o644))
}

// The client reads those settings files in a worktree that init, doctor and uninstall look into.
func TestSettingsOfWorktrees(t *testing.T) {
	s := repository(t, "", pushless)
	s.git("worktree", "add", "-q", s.beside("tree"))
	s.git("clone", "-q", "--bare", ".", s.beside("bare.git"))
	s.git("-C", s.beside("bare.git"), "worktree", "add", "-q", s.beside("first"))
	s.git("submodule", "add", "-q", s.beside("bare.git"), "part")
	s.bcrules("uninstall")
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
