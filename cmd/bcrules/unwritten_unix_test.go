//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// If stdout doesn't take a refusal, it ends with exit code 2 and its reason on stderr. Other
// answers don't.
func TestUnwritten(t *testing.T) {
	bin, home := built.Commands(t), outlived.Folder(t)
	rules := filepath.Join(home, "rules")
	put(t, filepath.Join(rules, "rules.cue"), `package r
hooks: {
	deny: {on: "PreToolUse", match: "Bash", rules: [{do: deny: "no shell"}]}
	block: {on: "Stop", rules: [{do: block: "not yet"}]}
	say: {on: "UserPromptSubmit", rules: [{do: inject: message: "hello"}]}
}
`)
	outputs := map[string]func() *os.File{
		"a pipe that nobody reads": func() *os.File {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			r.Close()
			return w
		},
		"nothing": func() *os.File { return nil },
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		outputs["a full disk"] = func() *os.File {
			f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
	}
	for event, why := range map[string]string{
		`"PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}`: "no shell",
		`"Stop", "stop_hook_active": false`:                                  "not yet",
		`"UserPromptSubmit", "prompt": "x"`:                                  "",
	} {
		for name, open := range outputs {
			cmd := exec.Command(filepath.Join(bin, "bchook"), "--rules", rules)
			out := open()
			if cmd.Stdout = out; out == nil {
				cmd = exec.Command("sh", "-c", `exec "$0" "$@" >&-`, filepath.Join(bin, "bchook"), "--rules", rules)
			}
			var said strings.Builder
			cmd.Stderr = &said
			cmd.Env, cmd.Dir = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + home}, home
			cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id": "s", "cwd": %q, "hook_event_name": %s}`, home, event))
			err := cmd.Run()
			out.Close()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			code := cmd.ProcessState.ExitCode()
			if (code == 2) != (why != "") || why != "" && strings.TrimSpace(said.String()) != why {
				t.Errorf("%s to %s: exit code %d and %q, want %q and 2 if that is a reason", event, name, code, said.String(), why)
			}
		}
	}
}

// A refusal to a pipe that is full, and that nobody reads, ends in the same way.
func TestUnread(t *testing.T) {
	bin, home := built.Commands(t), outlived.Folder(t)
	rules := filepath.Join(home, "rules")
	put(t, filepath.Join(rules, "rules.cue"), `package r
hooks: deny: {on: "PreToolUse", match: "Bash", rules: [{do: deny: "no shell"}]}
`)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
	for err == nil {
		_, err = w.Write(make([]byte, 512))
	}
	var said strings.Builder
	started := func(stdout *os.File) *exec.Cmd {
		cmd := exec.Command(filepath.Join(bin, "bchook"), "--rules", rules, "--within", "4s")
		cmd.Stdout, cmd.Stderr = stdout, &said
		cmd.Env, cmd.Dir = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + home}, home
		cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id": "s", "cwd": %q, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}`, home))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	started(nil).Wait() // it compiles the rules
	said.Reset()
	cmd := started(w)
	late := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	cmd.Wait()
	if !late.Stop() || cmd.ProcessState.ExitCode() != 2 || strings.TrimSpace(said.String()) != "no shell" {
		t.Errorf("exit code %d and %q, want 2 and the reason, in time", cmd.ProcessState.ExitCode(), said.String())
	}
}
