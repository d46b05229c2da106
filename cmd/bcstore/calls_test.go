package main

import (
	"testing"

	"bcrules.dev/engine/store"
	"bcrules.dev/testdata/postgres"
)

// An event that asks several stores on one server calls it once, and one whose call the server
// has ended calls again.
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
