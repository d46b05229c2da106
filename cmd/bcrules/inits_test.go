//go:build !windows

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/measure"
	"bcrules.dev/testdata/outlived"
)

// inits is how often a person starts afresh: $INITS times, as in make inits, on a machine that has
// other work; else once, beside other tests.
func inits(t *testing.T) (n, busy int) {
	if os.Getenv("INITS") == "" {
		return 1, 0
	}
	n, err := strconv.Atoi(os.Getenv("INITS"))
	if err != nil {
		t.Fatal(err)
	}
	return n, 2
}

// A new user takes all packs, or one at home and then one in a project: each time all are
// registered, trusted and in force.
func TestInits(t *testing.T) {
	bin := built.Commands(t)
	n, busy := inits(t)
	for range busy {
		busy := exec.Command("sh", "-c", "while :; do :; done")
		if err := busy.Start(); err != nil {
			t.Fatal(err)
		}
		defer busy.Wait()
		defer busy.Process.Kill()
	}
	five := []string{"init"}
	for _, name := range packs() {
		five = append(five, "--pack", name)
	}
	for i := range n {
		t.Run(fmt.Sprintf("five/%d", i), func(t *testing.T) {
			newcomer(t, bin).takes(five)
		})
		t.Run(fmt.Sprintf("guard/%d", i), func(t *testing.T) {
			newcomer(t, bin).takes([]string{"init", "--user", "--pack", "guard"}, []string{"init", "--pack", "guard"})
		})
	}
}

// A fresh is a person's home and project without anything of bcrules.
type fresh struct {
	*testing.T
	bin, home, project string
}

func newcomer(t *testing.T, bin string) fresh {
	f := fresh{t, bin, outlived.Folder(t), outlived.Folder(t)}
	if err := os.Mkdir(filepath.Join(f.project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	return f
}

// takes runs commands of bcrules, each of which must do all that it should, and then an event that
// guard denies.
func (f fresh) takes(commands ...[]string) {
	for _, args := range commands {
		began := time.Now()
		cmd := f.command("bcrules", args...)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), " canaries answered") {
			f.Fatalf("bcrules %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		f.Logf("bcrules %s: %.1f s, %d MB", strings.Join(args, " "), time.Since(began).Seconds(), measure.Peak(cmd.ProcessState)>>20)
	}
	cmd := f.command("bchook")
	cmd.Stdin = strings.NewReader(`{"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Bash", "tool_input": {"command": "git push -f"}}`)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), `"permissionDecision":"deny"`) {
		f.Errorf("git push -f: found %s (%v), want it denied", out, err)
	}
}

// command returns a program that the person starts in the project.
func (f fresh) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(f.bin, program), args...)
	cmd.Dir = f.project
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + f.home}
	return cmd
}
