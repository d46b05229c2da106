package main

import (
	"testing"
	"time"

	"bcrules.dev/engine/store"
	"bcrules.dev/testdata/postgres"
)

// An event that asks several stores on one server connects to it once. If the server has ended the
// connection, it connects again.
func TestOneCall(t *testing.T) {
	server := postgres.Start(t)
	h := helper(t)
	callers := "select count(*) from pg_stat_activity where application_name = 'bcrules'"
	named := func(name string) *store.Opening {
		o := onServer(server.URL(""), schema)
		o.Name, o.Namespace = name, name
		return o
	}
	for _, name := range []string{"a", "b", "c"} {
		o := named(name)
		must(t, h, o, []any{"count", name})
		if n := number(t, must(t, h, o, []any{"n", name}), 0); n != 1 {
			t.Errorf("found %d in %s, want 1", n, name)
		}
		if n := server.Int(t, callers); n != 1 {
			t.Errorf("found %d callers, want 1", n)
		}
	}
	server.Stop()
	server.Restart(t)
	if _, err := do(h, named("a"), false, []any{"count", "a"}); err == nil {
		t.Error("found an answer of a server that ended the call")
	}
	must(t, h, named("d"), []any{"count", "d"})
}

// If one store takes too long, the event's other stores still reach their server: the connection is
// made again, once.
func TestLateCall(t *testing.T) {
	server := postgres.Start(t)
	h := helper(t)
	named := func(name string) *store.Opening {
		o := onServer(server.URL(""), schema)
		o.Name, o.Namespace, o.Within = name, name, time.Second
		return o
	}
	for _, name := range []string{"a", "b"} {
		must(t, h, named(name), []any{"count", name})
	}
	server.Pause()
	if _, err := do(h, named("a"), false, []any{"count", "a"}); err == nil {
		t.Error("found an answer of a server that was stopped")
	}
	server.Resume()
	for _, name := range []string{"b", "a"} {
		must(t, h, named(name), []any{"count", name})
	}
	if n := server.Int(t, "select count(*) from pg_stat_activity where application_name = 'bcrules'"); n != 1 {
		t.Errorf("found %d callers, want 1", n)
	}
	server.Pause()
	defer server.Resume()
	began := time.Now()
	for range 10 {
		if _, err := do(h, named("a"), false, []any{"count", "a"}); err == nil {
			t.Error("found an answer of a server that was stopped")
		}
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("found that ten requests took %s, want the time of one", took)
	}
}
