package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bcrules.dev/testdata/shapes"
)

// ignored matches what the client says of a field or a file that it ignores.
var ignored = regexp.MustCompile("This field was ignored|Invalid setting skipped")

// The client's use of settings in each shape, after init. If init registers, the client reads the
// file, and runs its hooks unless the file forbids it.
func TestSettings(t *testing.T) {
	for _, shape := range shapes.All {
		t.Run(shape.Name, func(t *testing.T) {
			files := rules("hooks: no: {on: \"PreToolUse\", match: \"Bash\", rules: [{when: \"event.tool_input.command contains 'quay'\", do: deny: \"no pier\"}]}\n")
			files["home/.claude/settings.json"] = `{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "echo {}"}]}]}}`
			s := stage(t, files,
				Step{On: "build it", Say: Shell("echo harbour-$SEEN")},
				Step{On: "harbour-", Say: Shell("touch quay; echo pier")},
				Step{On: "pier", Say: Say("So be it.")})
			s.bcrules("uninstall", "--unattended")
			_, err := shape.Lay(s.project)
			check(t, err)
			register := exec.Command(filepath.Join(bin, "bcrules"), "init")
			register.Dir, register.Env = s.project, []string{"HOME=" + s.home, "PATH=/usr/bin:/bin"}
			said, err := register.CombinedOutput()
			if (err != nil) != (shape.Refused != "") {
				t.Fatalf("init: %v, want it refused: %t\n%s", err, shape.Refused != "", said)
			}
			s.hookless, s.refusal = shape.Silent, ignored
			s.run("build it")
			if reads := strings.Contains(s.asks(1).News(), "harbour-seen"); reads == shape.Dropped && strings.Contains(shape.Text, "SEEN") {
				t.Errorf("the client reads the file: %t, want %t", reads, !shape.Dropped)
			}
			if runs := !s.there("quay"); runs != (shape.Refused == "" && !shape.Silent) {
				t.Errorf("the client runs the hook: %t", runs)
			}
			os.Chmod(filepath.Join(s.project, ".claude", "settings.local.json"), 0o640)
		})
	}
}
