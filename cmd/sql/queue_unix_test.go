//go:build unix

package sql

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bcrules.dev/engine/store"
)

// holding names the environment variable that has TestQueueHolder hold the bytes of a queue.
const holding = "SQL_HOLDS_QUEUE"

func TestQueueHolder(t *testing.T) {
	path := os.Getenv(holding)
	if path == "" {
		t.Skip("it is another process of TestQueueIsBounded")
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	var first, last int64
	fmt.Sscan(os.Getenv(holding+"_BYTES"), &first, &last)
	for at := first; at <= last; at++ {
		if err := lock(f, at, syscall.F_WRLCK); err != nil {
			t.Fatal(err)
		}
	}
	os.Stdout.WriteString("held")
	io.Copy(io.Discard, os.Stdin)
	f.Close()
}

// holder starts a process that holds bytes of a file, until it is told to leave.
func holder(t *testing.T, path string, first, last int64) (leave func()) {
	t.Helper()
	other := exec.Command(os.Args[0], "-test.run=^TestQueueHolder$")
	other.Env = append(os.Environ(), holding+"="+path, fmt.Sprint(holding, "_BYTES=", first, " ", last))
	end, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len("held"))); err != nil {
		t.Fatal(err)
	}
	return func() {
		end.Close()
		other.Wait()
	}
}

// Whoever draws a number waits no longer than allowed, whether another is drawing one or has the
// byte of the number before.
func TestQueueIsBounded(t *testing.T) {
	for name, held := range map[string]int64{"the door": door, "the one before": 0} {
		path := filepath.Join(t.TempDir(), "s.db"+queued)
		leave := holder(t, path, held, held)
		q := &queue{path: path, within: 50 * time.Millisecond}
		came := make(chan error, 1)
		go func() { came <- q.turn(&store.Opening{File: "s.db"}) }()
		var late *outage
		select {
		case err := <-came:
			if !errors.As(err, &late) || !strings.Contains(err.Error(), "within 50ms") {
				t.Errorf("%s: found %v, want that its time is over", name, err)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%s: found that it waits on", name)
		}
		leave()
	}
}

// A number that another still has, as when numbers have started again, isn't drawn.
func TestQueueStartsAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db"+queued)
	defer holder(t, path, 1, 2)()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if found, err := draw(f); err != nil || found != 3 {
		t.Errorf("found %d and %v, want 3", found, err)
	}
}

// lining names the environment variable that has TestQueueMember take turns in a queue.
const lining = "SQL_LINES_UP"

// members is the number of processes in TestQueueIsInOrder, and turns how many each takes.
const (
	members = 12
	turns   = 100
)

func TestQueueMember(t *testing.T) {
	path := os.Getenv(lining)
	if path == "" {
		t.Skip("it is another process of TestQueueIsInOrder")
	}
	for range turns {
		q := &queue{path: path, within: time.Minute}
		if err := q.turn(&store.Opening{}); err != nil {
			t.Fatal(err)
		}
		number, err := q.file.Seek(0, io.SeekCurrent)
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path+".order", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(f, number)
		f.Close()
		q.over()
	}
}

// Nobody overtakes another in the queue, and each number comes once.
func TestQueueIsInOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "q")
	var all []*exec.Cmd
	for range members {
		other := exec.Command(os.Args[0], "-test.run=^TestQueueMember$")
		other.Env = append(os.Environ(), lining+"="+path)
		if err := other.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, other)
	}
	for _, other := range all {
		if err := other.Wait(); err != nil {
			t.Error(err)
		}
	}
	text, err := os.ReadFile(path + ".order")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(text))
	if len(lines) != members*turns {
		t.Fatalf("found %d turns, want %d", len(lines), members*turns)
	}
	for i, line := range lines {
		if line != fmt.Sprint(i+1) {
			t.Fatalf("found number %s as turn %d, want it in its order", line, i+1)
		}
	}
}
