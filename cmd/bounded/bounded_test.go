package bounded

import (
	"path/filepath"
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
	if what := (&watch{Limits: most}).wait(done); what != "" {
		t.Errorf("what has ended: found %q, want nothing", what)
	}
	if what := (&watch{Limits: Limits{CPU: time.Hour, Memory: 1 << 10}}).wait(nil); what != "0 MB of memory" {
		t.Errorf("more memory than there may be: found %q", what)
	}
	var stop atomic.Bool
	go func() {
		for !stop.Load() { // computing
		}
	}()
	if what := (&watch{Limits: Limits{CPU: 20 * time.Millisecond, Memory: 1 << 40}}).wait(nil); what != "20ms of computing" {
		t.Errorf("a loop: found %q", what)
	}
	stop.Store(true)
}

// Packs and the user's own rules are not watched.
func TestWatched(t *testing.T) {
	own, other := filepath.Join(t.TempDir(), "own"), t.TempDir()
	if got := watched([]string{"bcrules.dev/packs/guard", own, other}, own); !slices.Equal(got, []string{other}) {
		t.Errorf("found %q, want %q alone", got, other)
	}
}
