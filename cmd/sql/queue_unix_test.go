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

// Who draws a number waits no longer than it is to, whether another has the byte of its own number or
// that of the one before.
func TestQueueIsBounded(t *testing.T) {
	for name, held := range map[string]string{"its own": "1 1", "the one before": "0 0"} {
		path := filepath.Join(t.TempDir(), "s.db"+queued)
		other := exec.Command(os.Args[0], "-test.run=^TestQueueHolder$")
		other.Env = append(os.Environ(), holding+"="+path, holding+"_BYTES="+held)
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
		end.Close()
		other.Wait()
	}
}
