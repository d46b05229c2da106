//go:build !windows

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// A started process is bchook with rules of its own, whose stdin and stdout the test holds.
type started struct {
	*exec.Cmd
	in  io.WriteCloser
	out *os.File
}

// start starts bchook on the rules, in a project and home of its own, with pipes as an agent has
// them. more are files that it inherits.
func start(t *testing.T, bin, rules string, more []*os.File, args ...string) *started {
	t.Helper()
	return startIn(t, filepath.Dir(rules), bin, rules, more, args...)
}

// startIn is start in another folder than the home.
func startIn(t *testing.T, dir, bin, rules string, more []*os.File, args ...string) *started {
	t.Helper()
	cmd := bchook(dir, bin, rules, args...)
	cmd.ExtraFiles = more
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	r.SetReadDeadline(time.Now().Add(outlived.Patience))
	return &started{cmd, in, r}
}

// bchook returns its command on the rules, in a folder, with the rules' folder as home.
func bchook(dir, bin, rules string, args ...string) *exec.Cmd {
	home := filepath.Dir(rules)
	cmd := exec.Command(filepath.Join(bin, "bchook"), append([]string{"--rules", rules}, args...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+home, "XDG_CONFIG_HOME="+home)
	return cmd
}

// written puts a rule file into a folder and returns the folder. If the test fails, it shows the
// log of that folder's hooks.
func written(t *testing.T, text string) string {
	t.Helper()
	dir := outlived.Folder(t)
	t.Cleanup(func() {
		if said, err := os.ReadFile(filepath.Join(dir, "bcrules", "hook.log")); t.Failed() && err == nil {
			t.Logf("the hooks logged:\n%s", said)
		}
	})
	rules := filepath.Join(dir, "rules")
	put(t, filepath.Join(rules, "a.cue"), "package r\n"+text)
	return rules
}

// What an agent sees of the process, beside its answer.
func TestProcess(t *testing.T) {
	bin := built.Commands(t)
	for name, test := range map[string]func(*testing.T, string){
		"input without an end":     testEndlessInput,
		"the same of closed hooks": testEndlessClosed,
		"ended by a signal":        testTerminated,
		"a program left to itself": testSpawnedHoldsNothing,
		"a program waited for":     testRunEnds,
		"a crowd without a plan":   testCrowd,
	} {
		t.Run(name, func(t *testing.T) { test(t, bin) })
	}
}

// If an agent never ends the event, it gets no opinion when the time is up.
func testEndlessInput(t *testing.T, bin string) {
	p := start(t, bin, written(t, `hooks: x: {on: "Setup", rules: []}`), nil, "--within", "200ms")
	io.WriteString(p.in, `{"hook_event_name": "Setup"`)
	out, err := io.ReadAll(p.out)
	if len(out) > 0 || err != nil {
		t.Errorf("%q, %v, want nothing", out, err)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
}

// If hooks find no plan all at once, the rules answer all of them: one process makes the plan, and
// none is too late.
func testCrowd(t *testing.T, bin string) {
	rules := written(t, "import \"bcrules.dev/packs/guard\"\npacks: \"guard\": guard\n")
	var crowd [40]*started
	for i := range crowd {
		crowd[i] = start(t, bin, rules, nil, "--within", "1m")
		crowd[i].out.SetReadDeadline(time.Now().Add(time.Minute))
		io.WriteString(crowd[i].in, `{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm -rf /"}}`)
		crowd[i].in.Close()
	}
	for i, p := range crowd {
		out, err := io.ReadAll(p.out)
		if err == nil {
			err = p.Wait()
		}
		if !bytes.Contains(out, []byte(`"permissionDecision":"deny"`)) && !bytes.Contains(out, []byte(`"permissionDecision":"ask"`)) || err != nil {
			t.Errorf("process %d of %d: %s, %v; want what guard says of rm -rf /", i, len(crowd), out, err)
		}
	}
}

// If an event doesn't arrive whole, closed hooks that it may have been for refuse it by exit code:
// it is unknown what form its agent wants on stdout.
func testEndlessClosed(t *testing.T, bin string) {
	rules := written(t, `hooks: x: {on: "PreToolUse", onError: "closed", rules: []}`)
	first := start(t, bin, rules, nil) // makes the plan
	io.WriteString(first.in, `{"hook_event_name": "PreToolUse"}`)
	first.in.Close()
	if err := first.Wait(); err != nil {
		t.Fatal(err)
	}
	cmd := bchook(filepath.Dir(rules), bin, rules, "--within", "200ms")
	var out, reason bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &reason
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(in, `{"hook_event_name": "PreToolUse"`)
	err = cmd.Wait()
	if out.Len() > 0 || cmd.ProcessState.ExitCode() != 2 {
		t.Errorf("%q on stdout, %v; want nothing, exit code 2", &out, err)
	}
	if want := "x could not decide and refuses: "; !strings.Contains(reason.String(), want) {
		t.Errorf("%q on stderr, want %q", &reason, want)
	}
}

// killed is how many processes are ended at some moment, for each size of answer.
const killed = 60

// A process that gets SIGTERM gives its whole answer or none of it.
func testTerminated(t *testing.T, bin string) {
	for _, size := range []int{10, 1 << 20} {
		rules := written(t, `hooks: x: {on: "Setup", rules: [{do: inject: message: "${event.trigger}"}]}`)
		event := `{"hook_event_name": "Setup", "trigger": "` + strings.Repeat("x", size) + `"}`
		whole, none := 0, 0
		var usual time.Duration
		for i := range killed {
			p := start(t, bin, rules, nil)
			began := time.Now()
			go func() {
				io.WriteString(p.in, event)
				p.in.Close()
			}()
			if i > 1 { // the first makes the plan, the second shows how long it takes
				delay := time.Duration(rand.Float64() * float64(usual))
				go func() {
					for time.Since(began) < delay { // a timer may be a millisecond late, which is all it takes
					}
					p.Process.Signal(syscall.SIGTERM)
				}()
			}
			out, err := io.ReadAll(p.out)
			if err != nil {
				t.Fatal(err)
			}
			usual = max(usual, time.Since(began))
			if i == 0 {
				usual = 0
			}
			switch {
			case len(out) == 0:
				none++
			case json.Valid(out) && bytes.HasSuffix(out, []byte("}\n")) && len(out) > size:
				whole++
			default:
				t.Errorf("%d bytes of an answer, want all or none", len(out))
			}
			p.Wait()
		}
		t.Logf("answers of %d bytes: %d whole, %d none", size, whole, none)
		if whole == 0 || none == 0 {
			t.Errorf("answers of %d bytes: %d whole, %d none, want some of both", size, whole, none)
		}
	}
}

// A background program of a rule has nothing for which the agent waits: neither the hook's own
// files nor others that it inherited.
func testSpawnedHoldsNothing(t *testing.T, bin string) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	rules := written(t, `hooks: x: {on: "Setup", rules: [{do: spawn: run: ["sh", "-c", "echo $$ > pid; exec sleep 600"]}]}`)
	p := start(t, bin, rules, []*os.File{w})
	w.Close()
	io.WriteString(p.in, `{"hook_event_name": "Setup"}`)
	p.in.Close()
	if out, err := io.ReadAll(p.out); len(out) > 0 || err != nil {
		t.Errorf("%q, %v, want nothing", out, err)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
	pid := pidIn(t, filepath.Dir(rules))
	defer syscall.Kill(pid, syscall.SIGKILL)
	r.SetReadDeadline(time.Now().Add(outlived.Patience))
	if data, err := io.ReadAll(r); len(data) > 0 || err != nil {
		t.Errorf("a pipe of the agent: %q, %v, want its end", data, err)
	}
	if err := syscall.Kill(pid, 0); err != nil && !errors.Is(err, syscall.EPERM) {
		t.Errorf("the program has ended (%v), want it to live", err)
	}
}

// A program that a rule waits for ends when the hook gets SIGTERM, however early: here the program
// sends it first.
func testRunEnds(t *testing.T, bin string) {
	rules := written(t, `hooks: x: {on: "Setup", rules: [{do: run: {run: ["sh", "-c", "echo $$ > pid; exec 3> held; kill -TERM $PPID; exec sleep 600"], timeout: "7s"}}]}`)
	held := filepath.Join(filepath.Dir(rules), "held")
	if err := syscall.Mkfifo(held, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		r, err := os.OpenFile(held, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		p := start(t, bin, rules, nil)
		io.WriteString(p.in, `{"hook_event_name": "Setup"}`)
		p.in.Close()
		if out, err := io.ReadAll(p.out); len(out) > 0 || err != nil {
			t.Errorf("%q, %v, want no answer", out, err)
		}
		var ended *exec.ExitError
		if err := p.Wait(); !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
			t.Fatalf("%v, want the hook ended by the signal", err)
		}
		r.SetReadDeadline(time.Now().Add(outlived.Patience))
		if _, err := io.ReadAll(r); err != nil { // its number stays until somebody waits for it, what it holds doesn't
			syscall.Kill(pidIn(t, filepath.Dir(rules)), syscall.SIGKILL)
			t.Fatalf("the program lives (%v), want it ended", err)
		}
	}
}

// pidIn returns the process id that a program writes into a file of the folder.
func pidIn(t *testing.T, dir string) (pid int) {
	t.Helper()
	for begun := time.Now(); pid == 0; time.Sleep(time.Millisecond) {
		data, err := os.ReadFile(filepath.Join(dir, "pid"))
		if json.Unmarshal(data, &pid); time.Since(begun) > outlived.Patience {
			t.Fatalf("the program didn't start: %v", err)
		}
	}
	return pid
}
