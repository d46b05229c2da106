//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// kept are rules that deny one command.
const keeping = `package r
hooks: keep: {on: "PreToolUse", match: "Bash", onError: "closed", rules: [{when: "event.tool_input.command == 'rm -rf /etc'", do: deny: "not that"}]}
`

// A lack is a way in which rules can't be known or asked.
type lack struct {
	name string
	// bring causes the lack, in a home with only the rules; nil if there is nothing to do.
	bring func(t *testing.T, l *lacking)
	// known says whether the hook then knows the rules: "yes", "no", or "" for either.
	known string
	only  string // the only system with it, "" for all
	root  bool   // it takes root to bring it
}

// A lacking is a place in which a lack is caused.
type lacking struct {
	bin, home string // the commands' folder and the user's
	env       []string
	line      []string // before the command line
	args      []string // after it
}

// shell has a shell start the hook, after some other command.
func (l *lacking) shell(first string) { l.line = []string{"bash", "-c", first + `; exec "$0" "$@"`} }

// fake replaces bcrules by a script, or removes it.
func (l *lacking) fake(t *testing.T, script string) {
	t.Helper()
	alone := filepath.Join(l.home, "bin")
	err := os.MkdirAll(alone, 0o755)
	if err == nil { // what was just written can't be started while another test starts a process
		err = os.Link(filepath.Join(l.bin, "bchook"), filepath.Join(alone, "bchook"))
	}
	if err == nil && script != "" {
		err = os.WriteFile(filepath.Join(alone, "bcrules"), []byte("#!/bin/sh\n"+script+"\n"), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	l.bin = alone
}

// warm makes the plan and keeps it.
func (l *lacking) warm(t *testing.T) {
	t.Helper()
	if out, code := l.event(t, "ls", false); code != 0 || out != "" {
		t.Fatalf("warming up: %d %q", code, out)
	}
}

// damaged spoils the plan, and removes what is kept beside it.
func (l *lacking) damaged(t *testing.T) {
	t.Helper()
	l.warm(t)
	plans, err := filepath.Glob(filepath.Join(l.home, ".cache", "bcrules", "plans", "*.plan"))
	if err != nil || len(plans) == 0 {
		t.Fatal(plans, err)
	}
	for _, p := range plans {
		os.Remove(strings.TrimSuffix(p, "plan") + "guard")
		if err := os.Truncate(p, 50); err != nil {
			t.Fatal(err)
		}
	}
}

// start starts a hook on a command, registered for closed hooks or not.
func (l *lacking) command(command string, closed bool) (*exec.Cmd, *bytes.Buffer) {
	line := append(slices.Clone(l.line), filepath.Join(l.bin, "bchook"))
	if closed {
		line = append(line, "--closed")
	}
	line = append(line, l.args...)
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Dir = filepath.Join(l.home, "project")
	cmd.Env = append([]string{"HOME=" + l.home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + l.home}, l.env...)
	cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id": "s", "cwd": %q, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": %q}}`, cmd.Dir, command))
	var out bytes.Buffer
	cmd.Stdout = &out
	return cmd, &out
}

// event sends command to a hook and waits for its end. It returns the output and the exit code.
func (l *lacking) event(t *testing.T, command string, closed bool) (string, int) {
	t.Helper()
	cmd, out := l.command(command, closed)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	return out.String(), cmd.ProcessState.ExitCode()
}

// isRefused reports whether the agent takes an answer for a refusal. said reports whether an answer
// that is none has a message for the user.
func isRefused(out string, code int) bool { return code == 2 || strings.Contains(out, `"deny"`) }

func said(out string) bool {
	var reply struct{ SystemMessage string }
	return json.Unmarshal([]byte(out), &reply) == nil && strings.Contains(reply.SystemMessage, "bcrules: no rule ")
}

func limited(first string) func(*testing.T, *lacking) {
	return func(_ *testing.T, l *lacking) { l.shell(first) }
}

func faked(script string) func(*testing.T, *lacking) {
	return func(t *testing.T, l *lacking) { l.fake(t, script) }
}

// lacks are all such ways.
func lacks() []lack {
	all := []lack{
		{name: "nothing", known: "yes"},
		{name: "a cache that is no folder", known: "yes", bring: func(_ *testing.T, l *lacking) { l.env = append(l.env, "XDG_CACHE_HOME=/dev/null") }},
		{name: "no bcrules", known: "no", bring: faked("")},
		{name: "bcrules is killed", known: "no", bring: faked("kill -9 $$")},
		{name: "bcrules fails", known: "no", bring: faked("echo broken >&2; exit 3")},
		{name: "bcrules ends as the runtime ends it", known: "no", bring: faked("echo 'fatal error: newosproc' >&2; exit 2")},
		{name: "bcrules ends well and did nothing", known: "no", bring: faked("exit 0")},
		{name: "bcrules takes too long", known: "no", bring: func(t *testing.T, l *lacking) {
			l.fake(t, "exec sleep 2")
			l.args = []string{"--within", "300ms"}
		}},
		{name: "a damaged plan", known: "yes", bring: func(t *testing.T, l *lacking) { l.damaged(t) }},
		{name: "a damaged plan and no bcrules", known: "no", bring: func(t *testing.T, l *lacking) { l.damaged(t); l.fake(t, "") }},
		{name: "rules that can't be read as CUE", known: "no", bring: func(t *testing.T, l *lacking) {
			put(t, filepath.Join(l.home, ".config", "bcrules", "more.cue"), "package r\nhooks: {{\n")
		}},
		{name: "1 s of processor", bring: limited("ulimit -t 1")},
		{name: "100 MB of data", only: "linux", bring: limited("ulimit -d 100000")},
		{name: "1 GB of addresses", only: "linux", bring: limited("ulimit -v 1000000")},
		{name: "no /proc", known: "yes", only: "linux", root: true, bring: func(t *testing.T, l *lacking) {
			l.line = []string{"unshare", "-m", "sh", "-c", `umount -l /proc; exec "$0" "$@"`}
		}},
	}
	for _, n := range []int{3, 4, 5, 6, 7, 8, 9, 10, 12, 16} {
		all = append(all, lack{name: fmt.Sprintf("%d open files", n), bring: limited(fmt.Sprint("ulimit -n ", n))},
			lack{name: fmt.Sprintf("%d open files and a plan", n), bring: func(t *testing.T, l *lacking) {
				l.warm(t)
				l.shell(fmt.Sprint("ulimit -n ", n))
			}})
	}
	for _, n := range []int{4, 5, 6, 8, 10} {
		all = append(all, lack{name: fmt.Sprintf("%d processes", n), only: "linux", root: true, bring: func(t *testing.T, l *lacking) {
			const nobody = "61207" // of whom there are no processes
			if out, err := exec.Command("chown", "-R", nobody, l.home).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			l.line = []string{"setpriv", "--reuid", nobody, "--clear-groups", "bash", "-c", fmt.Sprintf(`ulimit -u %d; exec "$0" "$@"`, n)}
		}})
	}
	return all
}

// If anything keeps a hook from knowing or asking the rules, the event is refused if closed hooks
// are registered; else the user learns that it went on.
func TestLacks(t *testing.T) {
	bin := built.Commands(t)
	for _, lack := range lacks() {
		for _, closed := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, closed %t", lack.name, closed), func(t *testing.T) {
				t.Parallel()
				if lack.only != "" && lack.only != runtime.GOOS || lack.root && os.Geteuid() != 0 {
					t.Skip("it can't be brought here")
				}
				for _, command := range []string{"rm -rf /etc", "ls"} {
					l := &lacking{bin: bin, home: atHome(t)}
					if lack.bring != nil {
						lack.bring(t, l)
					}
					out, code := l.event(t, command, closed)
					t.Logf("%s: %d %.300s", command, code, out)
					is, unknown := isRefused(out, code), lack.known == "no"
					switch {
					case command == "ls" && lack.known == "yes" && (is || out != ""):
						t.Error("want no opinion, as the rules are known")
					case command == "ls" && lack.known != "no":
					case (closed || lack.known == "yes") && !is:
						t.Error("want a refusal")
					case !is && !said(out):
						t.Error("want the user told that no rule is in force")
					case unknown && !closed && is:
						t.Error("want no refusal, as nobody said that hooks are closed")
					}
				}
			})
		}
	}
}

// atHome returns a home with the rules.
func atHome(t *testing.T) string {
	t.Helper()
	home := outlived.Folder(t)
	rules := filepath.Join(home, ".config", "bcrules", "rules.cue")
	put(t, rules, keeping)
	put(t, filepath.Join(home, "project", ".git", "HEAD"), "ref: refs/heads/main\n")
	rested := time.Now().Add(-time.Hour)
	if err := os.Chtimes(rules, rested, rested); err != nil {
		t.Fatal(err)
	}
	return home
}

// If many hooks run at once and none can keep a plan, each refuses.
func TestLackAtOnce(t *testing.T) {
	l := &lacking{bin: built.Commands(t), home: atHome(t), env: []string{"XDG_CACHE_HOME=/dev/null"}}
	var wait sync.WaitGroup
	for range 12 {
		wait.Go(func() {
			cmd, out := l.command("rm -rf /etc", true)
			if err := cmd.Start(); err != nil {
				t.Error(err)
				return
			}
			cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); !isRefused(out.String(), code) {
				t.Errorf("%d %s, want a refusal", code, out)
			}
		})
	}
	wait.Wait()
}
