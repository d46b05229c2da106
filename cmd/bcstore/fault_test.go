package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/store"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/postgres"
	"bcrules.dev/testdata/sqlite"
)

// kills is how often a process is killed: enough to meet each step of a transaction.
const kills = 300

// If a process is killed at any moment, each transaction is whole or undone, the store is sound,
// and nothing is locked.
func TestKilled(t *testing.T) { onBoth(t, killed) }

func killed(t *testing.T, of func([]string) *store.Opening) {
	at := of(schema)
	must(t, helper(t), at, []any{"count", "other"})
	for i := range kills {
		cmd := counting(t, at, i, 200)
		time.Sleep(time.Duration(rand.IntN(25_000)) * time.Microsecond) // the moment is the test's subject
		cmd.Process.Kill()
		cmd.Wait()
	}
	began := time.Now()
	a := must(t, helper(t), at, []any{"count", "all"}, []any{"n", "all"}, []any{"noted"})
	if n, noted := number(t, a, 1), number(t, a, 2); n-1 != noted || noted < kills/10 {
		t.Errorf("found %d counts and %d notes, want as many and one, %d at least", n, noted, kills/10)
	}
	if took := time.Since(began); took > patience/2 {
		t.Errorf("found that it takes %s to ask the store, want nothing locked", took)
	}
	if at.File == "" {
		return
	}
	if found := sound(t, at.File); found != "ok" {
		t.Errorf("found %s of the integrity check, want ok", found)
	}
}

// counting starts a process that counts and notes that many times.
func counting(t *testing.T, at *store.Opening, id, times int) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(filepath.Join(built.Commands(t), "bcstore"))
	var lines bytes.Buffer
	for n := range times {
		r := store.Request{Format: store.Format, Store: at.Name, Do: []store.Step{{Name: "count", Args: []any{"all"}}, {Name: "note", Args: []any{fmt.Sprint(id, ".", n), "all"}}}}
		if n == 0 {
			r.Open = at
		}
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	cmd.Stdin = &lines
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// Whoever opens the file reads its whole log. The log doesn't grow with the number of events, each
// of which is a process that is alone with the file.
func TestLogIsEmptied(t *testing.T) {
	at := opening(schema)
	at.File = filepath.Join(t.TempDir(), "work.db")
	const most = 128 << 10 // the log is emptied when it has reached half of this
	for i := range 60 {
		if err := counting(t, at, i, 1).Wait(); err != nil {
			t.Fatal(err)
		}
		if log, err := os.Stat(at.File + "-wal"); err != nil || log.Size() > most {
			t.Fatalf("found a log of %d bytes (%v) after %d processes, want %d at most", log.Size(), err, i+1, most)
		}
	}
	if a := must(t, helper(t), at, []any{"n", "all"}); number(t, a, 0) != 60 {
		t.Errorf("found %s counts, want 60", a.Rows)
	}
}

// sound returns what SQLite's integrity check says of a file.
func sound(t *testing.T, file string) (found string) {
	t.Helper()
	db := sqlite.Open(t, file)
	defer db.Close()
	if err := db.QueryRow("pragma integrity_check").Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

// A fault of a file is reported, and the file stays as it is.
func TestFileFaults(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole.db")
	o := opening(schema)
	o.File = whole
	h := helper(t)
	for i := range 50 {
		must(t, h, o, []any{"note", fmt.Sprint(i), strings.Repeat("x", 1000)})
	}
	db := sqlite.Open(t, whole)
	if _, err := db.Exec("pragma wal_checkpoint(truncate)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	spoilt := bytes.Clone(data)
	for i := 4096; i < len(spoilt)-4096; i++ {
		spoilt[i] ^= 0x5a
	}
	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"text", []byte(strings.Repeat("This is no database.\n", 100)), "file is not a database"},
		{"cut", data[:len(data)/2], "malformed"},
		{"spoilt", spoilt, "malformed"},
		{"a folder's", nil, "unable to open database file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := opening(schema)
			o.File, o.Within = filepath.Join(t.TempDir(), "x.db"), time.Second
			if test.data == nil {
				o.File = t.TempDir()
			} else if err := os.WriteFile(o.File, test.data, 0o600); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			_, err := do(helper(t), o, false, []any{"note", "new", "x"}, []any{"noted"}, []any{"kept", "30"})
			t.Logf("%s: %v", time.Since(began).Round(100*time.Microsecond), err)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "SQLITE") {
				t.Errorf("found %v, want %q", err, test.want)
			}
			if now, err := os.ReadFile(o.File); test.data != nil && (err != nil || !bytes.Equal(now, test.data)) {
				t.Errorf("found that the file was changed (%v)", err)
			}
		})
	}
}

// If somebody has a store for longer than a rule waits, the rule waits its time, and the fault says
// so.
func TestBusy(t *testing.T) {
	o := opening(schema)
	o.File = filepath.Join(t.TempDir(), "work.db")
	must(t, helper(t), o, []any{"count", "x"})
	db := sqlite.Open(t, o.File)
	defer db.Close()
	if _, err := db.Exec("begin immediate; update counts set n = 7"); err != nil {
		t.Fatal(err)
	}
	short := *o
	short.Within = 100 * time.Millisecond
	_, err := do(helper(t), &short, false, []any{"count", "x"})
	if err == nil || !strings.Contains(err.Error(), "found others still writing after 100ms, want them done") {
		t.Errorf("found %v, want that others are at it", err)
	}
	a, err := do(helper(t), &short, true, []any{"n", "x"})
	if err != nil || number(t, a, 0) != 1 {
		t.Errorf("found %s (%v) to read, want what was there before", a.Rows, err)
	}
}

// A full disk takes nothing, and what was there stays.
func TestFull(t *testing.T) {
	o := opening(schema)
	o.File = filepath.Join(t.TempDir(), "work.db")
	must(t, helper(t), o, []any{"note", "1", "x"})
	limited := limited(t, filepath.Join(built.Commands(t), "bcstore"))
	h := &store.Helper{Program: func() (string, error) { return limited, nil }, Waits: true}
	defer h.Close()
	_, err := do(h, o, false, []any{"note", "2", strings.Repeat("x", 1<<20)})
	if err == nil || !strings.Contains(err.Error(), o.File) {
		t.Errorf("found %v, want that %s can't be written", err, o.File)
	}
	if a := must(t, helper(t), o, []any{"noted"}); number(t, a, 0) != 1 {
		t.Errorf("found %s, want the row of before", a.Rows)
	}
	if found := sound(t, o.File); found != "ok" {
		t.Errorf("found %s of the integrity check, want ok", found)
	}
}

// locked locks a table for another connection, until leave is called.
func locked(t *testing.T, server *postgres.Server, table string) (leave func()) {
	t.Helper()
	cmd := exec.Command("psql", "-q", "-d", server.URL(""))
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err == nil {
		_, err = fmt.Fprintf(in, "begin;\nlock table %s in access exclusive mode;\n", table)
	}
	if err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(patience); server.Int(t, "select count(*) from pg_locks where mode = 'AccessExclusiveLock' and granted and relation = '"+table+"'::regclass") == 0; {
		if time.Now().After(until) {
			t.Fatalf("found that nobody locked %s", table)
		}
	}
	return func() {
		in.Close()
		cmd.Wait()
	}
}

// A fault that keeps a server from answering is reported without the server's address. It costs no
// more time than the store is given, and ends when the server is back.
func TestServerFaults(t *testing.T) {
	server := postgres.Start(t)
	at := func(secret string) *store.Opening {
		o := onServer(server.URL(secret), schema)
		o.Within = 2 * time.Second
		return o
	}
	h := helper(t)
	must(t, h, at(""), []any{"claim", "/x", "a"})
	fails := func(name string, h *store.Helper, o *store.Opening, want string) {
		t.Helper()
		began := time.Now()
		_, err := do(h, o, false, []any{"owner", "/x"})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "let me") || strings.Contains(err.Error(), "postgres://") {
			t.Errorf("%s: found %v, want %q", name, err, want)
		}
		took := time.Since(began)
		if t.Logf("%s, of %s: %s: %v", name, o.Within, took.Round(100*time.Microsecond), err); took > 2*o.Within+5*time.Second {
			t.Errorf("%s: found that it took %s", name, took)
		}
	}
	fails("wrong password", helper(t), at("let me out"), "password authentication failed")
	server.Value(t, "create role few login password 'let me in' connection limit 0")
	full := at("")
	full.URL = strings.Replace(full.URL, "hooks", "few", 1)
	fails("full", helper(t), full, "too many connections for role")
	unlock := locked(t, server, "hooks.claims")
	fails("locked", helper(t), at(""), "") // either the server's time or this side's ends first
	unlock()
	must(t, helper(t), at(""), []any{"owner", "/x"})
	server.Pause()
	fails("slow, connected", h, at(""), "found no answer from the PostgreSQL server within 2s, want one")
	fails("slow", helper(t), at(""), "found no answer from the PostgreSQL server within 2s, want one")
	noted := at("")
	noted.Hung = filepath.Join(t.TempDir(), "hung", "server")
	fails("slow, noted", helper(t), noted, "found no answer from the PostgreSQL server within 2s, want one")
	server.Resume()
	fails("slow before", helper(t), noted, "ago, and it is asked again 30s after that")
	long := time.Now().Add(-time.Minute)
	if err := os.Chtimes(noted.Hung, long, long); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		must(t, helper(t), noted, []any{"owner", "/x"})
	}
	h = helper(t)
	must(t, h, at(""), []any{"owner", "/x"})
	server.Stop()
	fails("gone, connected", h, at(""), "found that the PostgreSQL server ended the connection")
	fails("gone", helper(t), at(""), "found no PostgreSQL server that answers at the address, want one")
	odd := at("")
	odd.URL = "postgres://host:port:more/x?y=%zz&password=let me in"
	fails("no address", helper(t), odd, "found an address that can't be read")
	server.Restart(t)
	a := must(t, helper(t), at(""), []any{"owner", "/x"})
	if string(a.Rows[0]) != `[{"owner":"a"}]` {
		t.Errorf("found %s after it was back, want the claim of before", a.Rows)
	}
}
