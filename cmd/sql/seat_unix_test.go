//go:build unix

package sql

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/store"
)

// A process that asks a server waits while all seats are taken, but not longer than its limit.
func TestSeats(t *testing.T) {
	o := &store.Opening{URL: "postgres://localhost", Hung: filepath.Join(t.TempDir(), "hung")}
	leave := holder(t, o.Hung+".seats", 0, seats-2)
	var s seat
	if err := s.take(o, 50*time.Millisecond); err != nil {
		t.Fatalf("found %v, want the last seat", err)
	}
	s.file.Close()
	leave()
	leave = holder(t, o.Hung+".seats", 0, seats-1)
	var late *outage
	s = seat{}
	if err := s.take(o, 50*time.Millisecond); !errors.As(err, &late) || !strings.Contains(err.Error(), "PostgreSQL: found others still at work there, want them done within 50ms") {
		t.Errorf("found %v, want that its time is over", err)
	}
	came := make(chan error, 1)
	go func() { came <- s.take(o, time.Minute) }()
	leave()
	if err := <-came; err != nil {
		t.Errorf("found %v, want a seat of those who have left", err)
	}
}

// A seat is left soon after an answer, unless another request follows.
func TestSeatIsLeft(t *testing.T) {
	o := &store.Opening{URL: "postgres://localhost", Hung: filepath.Join(t.TempDir(), "hung")}
	var s seat
	has := func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.file != nil
	}
	for range 2 {
		if err := s.take(o, time.Second); err != nil || !has() {
			t.Fatalf("found %v, want a seat", err)
		}
		s.rest()
		if err := s.take(o, time.Second); err != nil {
			t.Fatal(err)
		}
		time.Sleep(idle + idle/2) // the time is the test's subject
		if !has() {
			t.Error("found that the seat was left during a request")
		}
		s.rest()
		for until := time.Now().Add(time.Minute); has() && time.Now().Before(until); {
			time.Sleep(time.Millisecond)
		}
		if has() {
			t.Error("found that the seat was kept")
		}
	}
}

// If the files of seats can't be made, nobody waits for a seat.
func TestSeatsNowhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := new(seat).take(&store.Opening{URL: "postgres://localhost", Hung: fmt.Sprint(file, "/hung")}, time.Second); err != nil {
		t.Error(err)
	}
}
