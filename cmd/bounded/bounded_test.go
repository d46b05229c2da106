package bounded

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// What works too long, or has too much, is found while it goes on; what ends is not.
func TestWatch(t *testing.T) {
	most := Limits{CPU: time.Hour, Memory: 1 << 40}
	done := make(chan struct{})
	close(done)
	if what := begin(t, most).watch(done); what != "" {
		t.Errorf("what has ended: found %q, want nothing", what)
	}
	if what := begin(t, Limits{CPU: time.Hour, Memory: 1 << 10}).watch(nil); what != "0 MB of memory" {
		t.Errorf("more memory than there may be: found %q", what)
	}
	defer computing()()
	if what := begin(t, Limits{CPU: 20 * time.Millisecond, Memory: 1 << 40}).watch(nil); what != "20ms of computing" {
		t.Errorf("a loop: found %q", what)
	}
}

// What is evaluated aside doesn't count, neither while it is nor later; what comes after it
// does.
func TestAside(t *testing.T) {
	w := begin(t, Limits{CPU: 50 * time.Millisecond, Memory: memory() + 100<<20})
	defer watching.Store(watching.Swap(w))
	var kept []byte
	Aside(func() {
		kept = make([]byte, 300<<20)
		for i := range kept {
			kept[i] = 1
		}
		for began := cpuTime(); cpuTime()-began < 2*w.CPU; {
		}
		if what := w.found(); what != "" {
			t.Errorf("aside: found %q, want nothing", what)
		}
	})
	if what := w.found(); what != "" {
		t.Errorf("after it: found %q, want nothing", what)
	}
	if w.base < 250<<20 || w.base > 350<<20 {
		t.Errorf("aside: found %d MB left, want 300", w.base>>20)
	}
	more := make([]byte, 150<<20)
	for i := range more {
		more[i] = kept[i]
	}
	if what, want := w.found(), fmt.Sprintf("%d MB of memory", w.Memory>>20); what != want {
		t.Errorf("150 MB more: found %q, want %q", what, want)
	}
	runtime.KeepAlive(kept)
	runtime.KeepAlive(more)
	defer computing()()
	if what := begin(t, Limits{CPU: w.CPU, Memory: 1 << 40}).watch(nil); what != "50ms of computing" {
		t.Errorf("a loop: found %q", what)
	}
}

// begin returns a watch that lets go at the end of a test.
func begin(t *testing.T, l Limits) *watch {
	w := newWatch(l)
	t.Cleanup(w.end)
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
