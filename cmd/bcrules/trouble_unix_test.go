//go:build !windows

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/postgres"
)

// troubled are rules that ask a store, on a server if WORK_DB has an address.
const troubled = `
stores: work: {
	file: "work.db"
	url:  "${env('WORK_DB')}"
	schema: ["create table notes (id text primary key)"]
	statements: note: "insert into notes values (:id)"
	within: "500ms"
}
hooks: x: {on: "Stop", rules: [{do: store: {in: "work", do: [{note: id: "${event.session_id}"}]}}]}
`

// The log says once a session what is wrong with a store, and the event goes on without an opinion.
// The test's log has what each case costs (-v).
func TestStoreTrouble(t *testing.T) {
	bin := built.Commands(t)
	server := postgres.Start(t)
	rules := written(t, troubled)
	project := t.TempDir() // beside the caches, which would not count as the user's in it
	file := filepath.Join(project, "work.db")
	log := filepath.Join(filepath.Dir(rules), "bcrules", "hook.log")
	ask := func(id string) time.Duration {
		p := startIn(t, project, bin, rules, nil)
		began := time.Now()
		saysNothing(t, p, fmt.Appendf(nil, `{"session_id": %q, "hook_event_name": "Stop", "stop_hook_active": false, "cwd": %q}`, id, project))
		return time.Since(began)
	}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	ask("plan")
	whole, err := os.ReadFile(file)
	must(err)
	for i, trouble := range []struct {
		name  string
		bring func()
		over  func()
		says  string // "" for nothing
	}{
		{"SQLite, nothing wrong", func() {}, nil, ""},
		{"a file of another owner", func() { must(os.Chown(file, 65534, 65534)) }, func() { must(os.Chown(file, os.Geteuid(), -1)) }, "found something that is not a file of this user"},
		{"a corrupt file", func() { os.Remove(file + "-wal"); must(os.WriteFile(file, bytes.Repeat([]byte("x"), 9000), 0o600)) }, func() { must(os.WriteFile(file, whole, 0o600)) }, "file is not a database"},
		{"no bcstore", func() { must(os.Rename(filepath.Join(bin, "bcstore"), filepath.Join(bin, "away"))) }, func() { must(os.Rename(filepath.Join(bin, "away"), filepath.Join(bin, "bcstore"))) }, "found no bcstore in"},
		{"PostgreSQL, nothing wrong", func() { t.Setenv("WORK_DB", server.URL("")) }, nil, ""},
		{"a wrong password", func() { t.Setenv("WORK_DB", server.URL("no")) }, func() { t.Setenv("WORK_DB", server.URL("")) }, "password authentication failed"},
		{"a slow server", server.Pause, server.Resume, "found no answer from the PostgreSQL server"},
		{"no server", server.Stop, func() { server.Restart(t) }, "found no PostgreSQL server that answers"},
		{"a server that is back", func() {}, nil, ""},
	} {
		if os.Geteuid() != 0 && strings.Contains(trouble.name, "owner") {
			continue // nobody else can give a file away
		}
		os.Remove(log)
		os.RemoveAll(filepath.Join(filepath.Dir(log), "hung")) // as after the rest
		trouble.bring()
		took := min(ask(fmt.Sprint("a", i)), ask(fmt.Sprint("b", i)))
		if trouble.over != nil {
			trouble.over()
		}
		said, _ := os.ReadFile(log)
		t.Logf("%-26s %4d ms  %s", trouble.name, took.Milliseconds(), bytes.TrimSpace(said))
		if trouble.says == "" && len(said) > 0 {
			t.Errorf("%s: said %q, want %q", trouble.name, said, trouble.says)
		}
		if trouble.says != "" && strings.Count(string(said), trouble.says) != 2 {
			t.Errorf("%s: said %q, want %q once a session", trouble.name, said, trouble.says)
		}
	}
}
