package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"bcrules.dev/engine/store"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/postgres"
)

func TestMain(m *testing.M) { os.Exit(built.M{M: m}.Run()) }

// patience is longer than anything asked here takes on a busy machine.
const patience = 30 * time.Second

// schema is the schema of a store in which people count and claim.
var schema = []string{
	"create table claims (path text primary key, owner text not null)",
	"create table counts (name text primary key, n bigint not null); create table log (id text primary key, count text not null, live boolean, more text, at bigint, part double precision)",
}

// opening returns how that store is opened, at the version of the schema.
func opening(schema []string) *store.Opening {
	one := map[string]string{"n": "int"}
	return &store.Opening{Name: "work", Schema: schema, Within: patience, Statements: map[string]store.Statement{
		"claim": {SQL: "insert into claims values (?1, ?2) on conflict (path) do nothing"},
		"owner": {SQL: "select owner from claims where path = ?1", Row: map[string]string{"owner": "string"}},
		"count": {SQL: "insert into counts values (?1, 1) on conflict (name) do update set n = counts.n + 1"},
		"n":     {SQL: "select n from counts where name = ?1", Row: one},
		"note":  {SQL: "insert into log (id, count) values (?1, ?2)"},
		"keep":  {SQL: "insert into log values (?1, ?2, ?3, ?4, ?5, ?6)"},
		"kept":  {SQL: "select * from log where id = ?1", Row: map[string]string{"id": "string", "count": "string", "live": "bool", "more": "object", "at": "int", "part": "number"}},
		"noted": {SQL: "select count(*) as n from log", Row: one},
		"sly":   {SQL: "delete from claims returning owner", Row: map[string]string{"owner": "string"}},
	}}
}

// onBoth runs a test on a store of each kind, and on PostgreSQL also behind a pooler.
func onBoth(t *testing.T, test func(t *testing.T, at func(schema []string) *store.Opening)) {
	t.Run("sqlite", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "wo rk#%41&mode=ro.db")
		test(t, func(schema []string) *store.Opening {
			o := opening(schema)
			o.File = file
			return o
		})
	})
	t.Run("postgres", func(t *testing.T) {
		server := postgres.Start(t)
		test(t, func(schema []string) *store.Opening { return onServer(server.URL(""), schema) })
	})
	t.Run("pgbouncer", func(t *testing.T) {
		url := postgres.Start(t).Pooled(t)
		test(t, func(schema []string) *store.Opening { return onServer(url, schema) })
	})
}

// onServer is opening for PostgreSQL.
func onServer(url string, schema []string) *store.Opening {
	o := opening(schema)
	o.URL, o.Namespace = url, "hooks"
	for name, s := range o.Statements {
		s.SQL = strings.ReplaceAll(s.SQL, "?", "$")
		o.Statements[name] = s
	}
	return o
}

// helper returns a keeper that asks a bcstore of its own, until the test ends.
func helper(t testing.TB) *store.Helper {
	t.Helper()
	program := filepath.Join(built.Commands(t), "bcstore")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	h := &store.Helper{Program: func() (string, error) { return program, nil }, Waits: true}
	t.Cleanup(func() { h.Close() })
	return h
}

// do does steps, each a statement with its arguments.
func do(h store.Keeper, o *store.Opening, read bool, steps ...[]any) (store.Answer, error) {
	r := store.Request{Store: o.Name, Read: read}
	if !h.Opened(o.Name) {
		r.Open = o
	}
	for _, s := range steps {
		r.Do = append(r.Do, store.Step{Name: s[0].(string), Args: s[1:]})
	}
	return h.Do(r)
}

// must is do without an error.
func must(t *testing.T, h store.Keeper, o *store.Opening, steps ...[]any) store.Answer {
	t.Helper()
	a, err := do(h, o, false, steps...)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// number reads the one number that a step gave.
func number(t *testing.T, a store.Answer, step int) int {
	t.Helper()
	var rows []struct{ N int }
	if err := json.Unmarshal(a.Rows[step], &rows); err != nil || len(rows) != 1 {
		t.Fatalf("found %s (%v), want one row", a.Rows[step], err)
	}
	return rows[0].N
}

// Forty processes at once make the store, count, and claim one path: each count is there,
// and the path has one owner.
func TestAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, at func([]string) *store.Opening) {
		const many, each = 40, 5
		owners := make([]string, many)
		var wait sync.WaitGroup
		for i := range many {
			h, o := helper(t), at(schema)
			wait.Go(func() {
				defer h.Close()
				me := fmt.Sprint("p", i)
				for n := range each {
					a, err := do(h, o, false, []any{"claim", "/x", me}, []any{"owner", "/x"}, []any{"count", "all"}, []any{"note", fmt.Sprint(me, ".", n), "all"})
					if err != nil {
						t.Error(err)
						return
					}
					owners[i] = string(a.Rows[1])
				}
			})
		}
		wait.Wait()
		for _, owner := range owners {
			if owner != owners[0] {
				t.Errorf("found owners %s and %s, want one", owners[0], owner)
			}
		}
		a := must(t, helper(t), at(schema), []any{"n", "all"}, []any{"noted"})
		if n, noted := number(t, a, 0), number(t, a, 1); n != many*each || noted != n {
			t.Errorf("found %d counts and %d notes, want %d of both", n, noted, many*each)
		}
	})
}

// Written values come back as they were, as far as their type allows.
func TestValues(t *testing.T) {
	onBoth(t, func(t *testing.T, at func([]string) *store.Opening) {
		h, o := helper(t), at(schema)
		text := "it's \"ä\\\n\u2028😀'; drop table log; --"
		must(t, h, o, []any{"keep", text, "1", true, `{"a": [1, "x"]}`, int64(1) << 52, 0.25})
		must(t, h, o, []any{"keep", "nothing", "0", nil, nil, nil, nil})
		a := must(t, h, o, []any{"kept", text}, []any{"kept", "nothing"}, []any{"kept", "other"})
		quoted, _ := json.Marshal(text)
		for i, want := range []string{
			fmt.Sprintf(`[{"at":4503599627370496,"count":"1","id":%s,"live":true,"more":{"a":[1,"x"]},"part":0.25}]`, quoted),
			`[{"at":null,"count":"0","id":"nothing","live":null,"more":null,"part":null}]`,
			`[]`,
		} {
			if got := string(a.Rows[i]); got != want {
				t.Errorf("found %s, want %s", got, want)
			}
		}
	})
}

// A transaction is done whole or not at all, and a query doesn't write. After a failure the store
// can be asked as before.
func TestWhole(t *testing.T) {
	onBoth(t, func(t *testing.T, at func([]string) *store.Opening) {
		h, o := helper(t), at(schema)
		must(t, h, o, []any{"claim", "/x", "a"}, []any{"note", "1", "x"})
		for _, steps := range [][][]any{
			{{"count", "x"}, {"note", "1", "twice"}},
			{{"count", "x"}, {"note", "2", nil}},
			{{"count", "x"}, {"no such"}},
			{{"count", "x"}, {"owner"}},
		} {
			if _, err := do(h, o, false, steps...); err == nil {
				t.Errorf("%v: found no error, want one", steps)
			}
		}
		if a, err := do(h, o, true, []any{"sly"}); err == nil {
			t.Errorf("found %s of a query that deletes, want an error", a.Rows)
		}
		a := must(t, h, o, []any{"noted"}, []any{"n", "x"}, []any{"owner", "/x"})
		if number(t, a, 0) != 1 || string(a.Rows[1]) != "[]" || string(a.Rows[2]) != `[{"owner":"a"}]` {
			t.Errorf("found %s, want what was there before", a.Rows)
		}
		if changed := must(t, h, o, []any{"count", "x"}, []any{"claim", "/x", "b"}, []any{"claim", "/y", "b"}).Changed; changed != 2 {
			t.Errorf("found %d changed rows, want 2", changed)
		}
	})
}

// A store is migrated once, by whichever process is first, and keeps its content. Rules that are
// older than it leave it alone.
func TestVersions(t *testing.T) {
	onBoth(t, func(t *testing.T, at func([]string) *store.Opening) {
		must(t, helper(t), at(schema[:1]), []any{"claim", "/x", "a"})
		var wait sync.WaitGroup
		for range 10 {
			h := helper(t)
			wait.Go(func() {
				if _, err := do(h, at(schema), false, []any{"count", "x"}); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		a := must(t, helper(t), at(schema), []any{"n", "x"}, []any{"owner", "/x"})
		if number(t, a, 0) != 10 || string(a.Rows[1]) != `[{"owner":"a"}]` {
			t.Errorf("found %s, want ten counts and the claim of before", a.Rows)
		}
		_, err := do(helper(t), at(schema[:1]), false, []any{"claim", "/y", "b"})
		if err == nil || !strings.Contains(err.Error(), "found version 2 of the store, want 1 at most") {
			t.Errorf("found %v, want that the store is newer", err)
		}
		broken := append(append([]string{}, schema...), "create table more (id text); creat table less")
		if _, err = do(helper(t), at(broken), false, []any{"noted"}); err == nil || !strings.Contains(err.Error(), "schema 3: ") {
			t.Errorf("found %v, want what is wrong with the schema's third", err)
		}
		mended := append(append([]string{}, schema...), "create table more (id text)")
		must(t, helper(t), at(mended), []any{"noted"})
	})
}

// Only a dry run sees what it does.
func TestDry(t *testing.T) {
	onBoth(t, func(t *testing.T, at func([]string) *store.Opening) {
		must(t, helper(t), at(schema[:1]), []any{"claim", "/x", "a"})
		dry, h := at(schema), helper(t)
		dry.Dry = true
		must(t, h, dry, []any{"count", "x"}, []any{"claim", "/y", "b"})
		if _, err := do(h, dry, false, []any{"count", "x"}, []any{"no such"}); err == nil {
			t.Error("found no error of a statement that there is none of")
		}
		if a := must(t, h, dry, []any{"n", "x"}, []any{"owner", "/y"}); number(t, a, 0) != 1 || string(a.Rows[1]) != `[{"owner":"b"}]` {
			t.Errorf("found %s in the dry run, want what it did", a.Rows)
		}
		h.Close()
		if a := must(t, helper(t), at(schema[:1]), []any{"owner", "/y"}, []any{"owner", "/x"}); string(a.Rows[0]) != "[]" || string(a.Rows[1]) != `[{"owner":"a"}]` {
			t.Errorf("found %s after it, want what was there before", a.Rows)
		}
	})
}

// SQL that a database doesn't take is found before the database is asked, and nothing is made.
func TestTry(t *testing.T) {
	onBoth(t, func(t *testing.T, at func([]string) *store.Opening) {
		must(t, helper(t), at(schema[:1]), []any{"claim", "/x", "a"})
		wrong := at(schema)
		wrong.Dry = true
		delete(wrong.Statements, "sly")
		wrong.Statements["astray"] = store.Statement{SQL: "select x from nowhere"}
		wrong.Statements["spelt"] = store.Statement{SQL: "selct x from counts"}
		h := helper(t)
		a, err := h.Do(store.Request{Store: "work", Open: wrong, Try: true})
		h.Close()
		if err != nil || len(a.Tried) != len(wrong.Statements) {
			t.Fatalf("found %v (%v), want what becomes of each statement", a.Tried, err)
		}
		for name, trial := range a.Tried {
			if (trial.Error != "") != (name == "astray" || name == "spelt") {
				t.Errorf("%s: found %q, want what is wrong with two statements", name, trial.Error)
			}
		}
		if _, err := do(helper(t), at(schema[:1]), false, []any{"owner", "/x"}); err != nil {
			t.Errorf("found %v, want the store at its version still", err)
		}
	})
}
