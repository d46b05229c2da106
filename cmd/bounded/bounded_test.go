package bounded

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// An evaluation that works too long, or has too much, is found while it goes on; one that ends
// isn't.
func TestWatch(t *testing.T) {
	most := Limits{CPU: time.Hour, Memory: 1 << 40}
	done := make(chan struct{})
	close(done)
	if what := begin(t, most).wait(done); what != "" {
		t.Errorf("what has ended: found %q, want nothing", what)
	}
	if what := begin(t, Limits{CPU: time.Hour, Memory: 1 << 10}).wait(nil); what != "0 MB of memory" {
		t.Errorf("more memory than there may be: found %q", what)
	}
	defer computing()()
	if what := begin(t, Limits{CPU: 20 * time.Millisecond, Memory: 1 << 40}).wait(nil); what != "20ms of computing" {
		t.Errorf("a loop: found %q", what)
	}
}

// Evaluations aside don't count, neither while they run nor later; those after them do.
func TestAside(t *testing.T) {
	if larger > 1 {
		t.Skip("what the race detector keeps of memory is more than the system lets the process have")
	}
	debug.FreeOSMemory() // memory of earlier tests
	w := begin(t, Limits{CPU: time.Second, Memory: memory() + 100<<20})
	var kept []byte
	w.aside(func() {
		kept = filled(300 << 20)
		for began := cpuTime(); cpuTime()-began < 2*w.CPU; {
		}
		if what := w.found(); what != "" {
			t.Errorf("aside: found %q, want nothing", what)
		}
	})
	if what := w.found(); what != "" {
		t.Errorf("after it: found %q, want nothing", what)
	}
	most := w.CPU
	w.CPU = time.Hour
	more := filled(int(w.Memory) + 50<<20)
	if what, want := w.found(), fmt.Sprintf("%d MB of memory", w.Memory>>20); what != want {
		t.Errorf("more than may be: found %q, want %q", what, want)
	}
	runtime.KeepAlive(kept)
	runtime.KeepAlive(more)
	w.CPU, w.Memory = most, 1<<40
	defer computing()()
	if what := w.wait(nil); what != "1s of computing" {
		t.Errorf("a loop: found %q", what)
	}
}

// filled returns bytes that the system has provided.
func filled(size int) []byte {
	all := make([]byte, size)
	for i := range all {
		all[i] = 1
	}
	return all
}

// begin returns a watch that is released at the end of a test.
func begin(t *testing.T, l Limits) *watch {
	w := newWatch(l)
	t.Cleanup(w.unheld)
	return w
}

// computing keeps a processor busy until stop.
func computing() (stop func()) {
	var stopped atomic.Bool
	go func() {
		for !stopped.Load() {
		}
	}()
	return func() { stopped.Store(true) }
}

// Packs and the user's own rules are not watched.
func TestWatched(t *testing.T) {
	own, other := filepath.Join(t.TempDir(), "own"), t.TempDir()
	if got := watched([]string{"bcrules.dev/packs/guard", own, other}, own); !slices.Equal(got, []string{other}) {
		t.Errorf("found %q, want %q alone", got, other)
	}
}
