package e2e

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/files"

	"github.com/creack/pty"
)

// If a rule asks, the person at the terminal is asked, with the reason, and the answer is followed.
func TestWhatAsksIsAskedAtATerminal(t *testing.T) {
	for _, test := range []struct {
		key, then string
		made      bool
	}{{"\r", "It is made.", true}, {"\x1b", "nterrupted", false}} {
		s := stage(t, rules(`hooks: ask: {on: "PreToolUse", match: "Bash", rules: [{when: "event.tool_input.command contains 'asked'", do: ask: "Ask the harbour master."}]}`))
		s.play(Step{On: "work at once", Say: Shell("touch asked; echo done as asked")})
		if test.made {
			s.steps = append(s.steps, Step{On: "done as asked", Say: Say("It is made.")})
			s.asked = make([]*Request, 2)
		}
		screen := s.sit("work at once", [][2]string{{"Ask the harbour master.", ""}, {"1. Yes", test.key}, {test.then, ""}})
		if s.there("asked") != test.made {
			t.Errorf("answered by %q: the call was made: %v, want %v; the screen: %s", test.key, !test.made, test.made, tail(screen))
		}
	}
}

// unseen matches what moves about on a terminal or colours it, and white space, because the client
// moves instead of writing it.
var unseen = regexp.MustCompile(`\x1b(\[[0-9;?<>=]*[a-zA-Z]|\][^\x07\x1b]*(\x07|\x1b\\)|[()][A-Z0-9]|[=>78])|\s`)

// sit runs the client at a terminal with a prompt, as a person does: it waits for each text of
// talk, and then presses the keys for it. It returns all visible output, without white space.
func (s *Stage) sit(prompt string, talk [][2]string) string {
	s.t.Helper()
	s.runs++
	settled := map[string]any{"hasCompletedOnboarding": true, "theme": "dark", "customApiKeyResponses": map[string]any{"approved": []string{"none"}},
		"projects": map[string]any{s.dir: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}}}
	check(s.t, os.WriteFile(filepath.Join(s.home, ".claude.json"), files.JSON(settled), 0o600))
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	cmd := s.client(ctx, prompt, "--debug-file", filepath.Join(s.log, "terminal.debug"))
	cmd.Env = append(cmd.Env, "TERM=xterm-256color", "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL=1")
	seat(cmd)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: 160})
	check(s.t, err)
	defer terminal.Close()
	var shown []byte
	seen, part := "", make([]byte, 1<<16)
	for _, step := range talk {
		for !strings.Contains(seen, unseen.ReplaceAllString(step[0], "")) {
			n, err := terminal.Read(part)
			if err != nil {
				s.t.Fatalf("the client at the terminal: %v; it didn't say %q: %s", err, step[0], tail(seen))
			}
			shown = append(shown, part[:n]...)
			seen = unseen.ReplaceAllString(string(shown), "")
		}
		terminal.WriteString(step[1])
	}
	check(s.t, os.WriteFile(filepath.Join(s.log, "terminal.screen"), shown, 0o600))
	terminal.WriteString("\x03")
	stop()
	cmd.Wait()
	for _, line := range left(5 * time.Second) {
		s.t.Errorf("still there after the client: %s", line)
	}
	debug, err := os.ReadFile(filepath.Join(s.log, "terminal.debug"))
	check(s.t, err)
	for _, line := range complaints(string(debug)) {
		s.t.Errorf("the client says: %s", line)
	}
	return seen
}
