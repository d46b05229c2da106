package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"

	"github.com/tidwall/gjson"
)

// Rules of a project: guard, with a setting by which the folder of stages isn't temporary; and
// guard as it is.
const (
	guarded  = "package own\nimport \"bcrules.dev/packs/guard\"\npacks: \"guard\": guard & {temporary: [\"/dev/shm\"]}\n"
	pushless = "package own\nhooks: pushless: {on: \"PreToolUse\", match: \"Bash\", rules: [{when: \"event.tool_input.command matches '^git push'\", do: deny: \"No pushes.\"}]}\n"
)

// repository is a stage whose project is a repository with trusted rules and a folder build, and
// with some ignored files.
func repository(t *testing.T, ignored, rules string) *Stage {
	t.Helper()
	s := stageOf(t, nil, map[string]string{
		"project/.claude/bcrules/own.cue": rules,
		"project/.gitignore":              ignored,
		"project/build/harbour":           "built\n",
	})
	s.trust(s.project)
	s.git("init", "-q", "-b", "main", ".")
	s.commit()
	return s
}

// beside returns a path in the project's parent folder.
func (s *Stage) beside(name string) string { return filepath.Join(filepath.Dir(s.project), name) }

// git runs git in the project.
func (s *Stage) git(args ...string) {
	s.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@t", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir, cmd.Env = s.project, []string{"HOME=" + s.home, "PATH=/usr/bin:/bin"}
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("git %s: %v\n%s", args, err, out)
	}
}

// says checks what the client's last run told its user about the rules: one text for each of the
// wanted ones, which contains it, and no others.
func (s *Stage) says(want ...string) {
	s.t.Helper()
	said := s.told()
	for i, text := range said {
		if i >= len(want) || !strings.Contains(text, want[i]) {
			s.t.Errorf("the user was told %q", text)
		}
	}
	if len(said) < len(want) {
		s.t.Errorf("the user was told %q, want %q", said, want)
	}
}

// told returns what the client's last run told its user about the rules.
func (s *Stage) told() (all []string) {
	s.t.Helper()
	for line := range strings.Lines(s.printed()) {
		if said := gjson.Get(gjson.Get(line, "stdout").Str, "systemMessage").Str; strings.HasPrefix(said, "bcrules: ") {
			all = append(all, said)
		}
	}
	return all
}

func (s *Stage) commit() {
	s.t.Helper()
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "a step of the test")
}

// trust has the user trust a project's rules, as at a terminal.
func (s *Stage) trust(project string) {
	s.t.Helper()
	env := func(name string) string { return map[string]string{"HOME": s.home}[name] }
	c := compile.Schema()
	found, err := trust.Read(c, layers.Asking(filepath.Join(project, ".claude", "bcrules"), env))
	check(s.t, err)
	check(s.t, trust.Open(layers.User(env)).Write(found.Record(c)))
}

// witness has a hook beside bcrules note at each event where it runs. It returns the client's flags
// for that.
func (s *Stage) witness() []string {
	file := filepath.Join(s.log, "witness.json")
	command := fmt.Sprintf(`printf '%%s\t%%s\n' "$CLAUDE_PROJECT_DIR" "$(cat)" >> '%s/witness'; echo '{}'`, s.log)
	hook := []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command}}}}
	text, err := json.Marshal(map[string]any{"hooks": map[string]any{"SessionStart": hook, "PreToolUse": hook, "CwdChanged": hook}})
	check(s.t, err)
	check(s.t, os.WriteFile(file, text, 0o644))
	return []string{"--settings", file}
}

// places returns where hooks ran at calls of the shell: for each the client's project, and the
// working folder.
func (s *Stage) places() (all []string) {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.log, "witness"))
	check(s.t, err)
	for line := range strings.Lines(string(data)) {
		project, in, _ := strings.Cut(line, "\t")
		rel := func(path string) string {
			rel, _ := filepath.Rel(filepath.Dir(s.project), path)
			return rel
		}
		if gjson.Get(in, "tool_name").Str == "Bash" {
			all = append(all, rel(project)+" "+rel(gjson.Get(in, "cwd").Str))
		}
	}
	return all
}

// pushes returns steps in which the model tries what guard denies, removes a folder of where it is,
// and tries to remove the project's folder. The first step answers on.
func (s *Stage) pushes(on string) []Step {
	return []Step{
		{On: on, Say: Shell("git push -f origin feat")},
		{On: "(guard/git/push-force, ", Say: Shell("mkdir -p build && touch build/it && rm -rf build && echo $PWD has none")},
		{On: " has none", Say: Shell("rm -rf " + s.project + "/build")},
		{On: "(guard/files/remove-outside, ", Say: Say("Then not.")},
	}
}
