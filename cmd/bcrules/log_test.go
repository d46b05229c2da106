package main

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/journal"
	"bcrules.dev/testdata/built"
)

// log -f shows new entries, and Ctrl-C ends it.
func TestLogFollows(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupt can be sent")
	}
	cache := t.TempDir()
	l := journal.Log{File: filepath.Join(cache, "bcrules", "decisions.jsonl"), Old: filepath.Join(cache, "bcrules", "decisions.old.jsonl")}
	put := func(event string) {
		if err := l.Write(&journal.Entry{Time: time.Now(), Event: event, Tool: "Bash"}); err != nil {
			t.Fatal(err)
		}
	}
	put("First")
	cmd := exec.Command(filepath.Join(built.Commands(t), "bcrules"), "log", "-f", "--since", "1h")
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache, "HOME="+cache)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stuck := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	defer stuck.Stop()
	lines := bufio.NewScanner(out)
	for _, event := range []string{"EVENT", "First", "Second"} {
		if event == "Second" {
			put(event)
		}
		if !lines.Scan() || !strings.Contains(lines.Text(), event) {
			t.Fatalf("it showed %q, want %s", lines.Text(), event)
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if lines.Scan() {
		t.Errorf("it went on with %q", lines.Text())
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("it ended with %v, want exit code %d", err, exitInterrupted)
	}
}
