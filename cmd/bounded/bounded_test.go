package bounded

import (
	"bytes"
	"sync/atomic"
	"testing"
	"time"
)

// What works too long, or has too much, is found while it goes on; what ends is not.
func TestWatch(t *testing.T) {
	most := Limits{CPU: time.Hour, Memory: 1 << 40}
	done := make(chan struct{})
	close(done)
	if what := most.watch(done); what != "" {
		t.Errorf("what has ended: found %q, want nothing", what)
	}
	if what := (Limits{CPU: time.Hour, Memory: 1 << 10}).watch(nil); what != "0 MB of memory" {
		t.Errorf("more memory than there may be: found %q", what)
	}
	var stop atomic.Bool
	go func() {
		for !stop.Load() { // computing
		}
	}()
	if what := (Limits{CPU: 20 * time.Millisecond, Memory: 1 << 40}).watch(nil); what != "20ms of computing" {
		t.Errorf("a loop: found %q", what)
	}
	stop.Store(true)
}

// Packs are not watched.
func TestDoPack(t *testing.T) {
	t.Setenv(child, "1")
	var said bytes.Buffer
	ran := false
	Limits{}.Do([]string{"bcrules.dev/packs/guard"}, &said, func() { ran = true; time.Sleep(3 * often) })
	if !ran || said.Len() > 0 {
		t.Errorf("a pack: ran %v, said %q", ran, &said)
	}
}
