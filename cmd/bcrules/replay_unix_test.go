//go:build !windows

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
)

// replayed runs bcrules replay and returns what it took: peak memory in bytes, and time.
func replayed(t *testing.T, bin, file string) (memory int64, took time.Duration) {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "bcrules"), "replay", "--json", "--rules", "bcrules.dev/packs/brewcode", file)
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	cmd.Dir = filepath.Dir(file)
	debug.FreeOSMemory() // a started process begins with this one's peak
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte(`"interrupted":false`)) {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	took = time.Since(start)
	memory = cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS != "darwin" {
		memory <<= 10
	}
	return memory, took
}

// session writes a transcript of that many bytes.
func session(t *testing.T, path string, size int) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	for n, i := 0, 0; n < size; i++ {
		output := strings.Repeat("lorem ipsum ", []int{2, 50, 1000}[i%3])
		if i%500 == 0 {
			output = strings.Repeat("x", 2<<20)
		}
		k, err := fmt.Fprintf(w, `{"type":"assistant","sessionId":"s","cwd":"/nowhere","message":{"content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"make %d"}}]}}`+"\n"+
			`{"type":"user","sessionId":"s","cwd":"/nowhere","message":{"content":[{"type":"tool_result","tool_use_id":"t%d","content":"ok"}]},"toolUseResult":{"stdout":"%s"}}`+"\n"+
			`{"type":"user","sessionId":"s","cwd":"/nowhere","message":{"content":"and then?"}}`+"\n", i, i, i, output)
		if err != nil {
			t.Fatal(err)
		}
		n += k
	}
}

// A longer transcript takes longer, but no more memory. REPLAY_MB is its length, 24 MB if not set;
// -v shows what it took.
func TestReplayMemory(t *testing.T) {
	t.Setenv("GOGC", "") // as people have it
	mb := 64
	if s := os.Getenv("REPLAY_MB"); s != "" {
		var err error
		if mb, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	bin, dir := built.Commands(t), t.TempDir()
	file := filepath.Join(dir, "session.jsonl")
	peaks := map[int]int64{}
	for _, size := range []int{4, mb} {
		session(t, file, size<<20)
		memory, took := replayed(t, bin, file)
		peaks[size] = memory
		t.Logf("%d MB: at most %d MB of memory, %s", size, memory>>20, took.Round(time.Millisecond))
	}
	if peaks[mb] > peaks[4]+32<<20 {
		t.Errorf("%d MB took %d MB of memory, 4 MB took %d MB", mb, peaks[mb]>>20, peaks[4]>>20)
	}
}

// Ctrl-C ends a replay with the summary, even one that waits for its input.
func TestReplayInterrupted(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "events.jsonl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(built.Commands(t), "bcrules"), "replay", "--rules", "bcrules.dev/packs/brewcode", "--all", pipe)
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir(), "HOME="+t.TempDir())
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stuck := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	defer stuck.Stop()
	in, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	io.WriteString(in, `{"hook_event_name": "Other"}`+"\n")
	shown := bufio.NewReader(out)
	if line, err := shown.ReadString('\n'); err != nil || !strings.Contains(line, "Other: no opinion") {
		t.Fatalf("it showed %q, %v", line, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(shown)
	if err != nil || !strings.HasPrefix(string(rest), "interrupted after 1 event of 1 file") {
		t.Errorf("then %q, %v, want the summary", rest, err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("it ended with %v, want exit code %d", err, exitInterrupted)
	}
}
