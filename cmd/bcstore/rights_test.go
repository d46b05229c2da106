package main

import (
	"strings"
	"testing"

	"bcrules.dev/engine/store"
	"bcrules.dev/testdata/postgres"
)

// SQL of a PostgreSQL store is one statement that asks or changes rows, or a text of a schema that
// can't end its transaction. The role's rights are reported.
func TestRights(t *testing.T) {
	server := postgres.Start(t)
	server.Value(t, "create role plain login password 'let me in'; grant create on database postgres to plain")
	plain := strings.Replace(server.URL(""), "//hooks:", "//plain:", 1)
	rights := func(url string) []string {
		t.Helper()
		o := &store.Opening{Name: "a", URL: url, ReadOnly: true, Within: patience}
		a, err := helper(t).Do(store.Request{Store: "a", Open: o, Try: true})
		if err != nil || a.Rights == nil {
			t.Fatalf("found %v, %v, want the rights of a role", a, err)
		}
		return a.Rights.May
	}
	if may := rights(plain); len(may) != 0 {
		t.Errorf("a plain role: found that it may %s, want nothing", may)
	}
	if may := rights(server.URL("")); len(may) != 1 || !strings.Contains(may[0], "superuser") {
		t.Errorf("a superuser: found %q, want that it is one", may)
	}
	for role, want := range map[string]string{"pg_read_server_files": "read files", "pg_write_server_files": "write files", "pg_execute_server_program": "run programs"} {
		server.Value(t, "grant "+role+" to plain")
		if may := rights(plain); len(may) != 1 || !strings.HasPrefix(may[0], want) {
			t.Errorf("%s: found %q, want that it may %s", role, may, want)
		}
		server.Value(t, "revoke "+role+" from plain")
	}
	for _, text := range []string{"commit", "rollback", "begin", "savepoint x", "set role hooks", "set session characteristics as transaction read write", "discard all",
		"copy claims to '/tmp/never'", "copy claims from program 'id'", "load 'x'", "do 'begin commit; end'", "call x()", "create table x ()", "select 1; select 2", "vacuum", "/* x */ commit"} {
		for _, kind := range []string{"statement", "query", "schema"} {
			o := onServer(plain, schema)
			o.Namespace = "own"
			if kind == "schema" {
				if strings.HasPrefix(text, "create") || strings.HasPrefix(text, "select") || strings.HasPrefix(text, "set") || strings.HasPrefix(text, "discard") {
					continue // a schema may do these, or the role's rights decide
				}
				o.Schema = append(o.Schema[:len(o.Schema):len(o.Schema)], text)
			}
			s := store.Statement{SQL: text}
			if kind == "query" {
				s.Row = map[string]string{"x": "string"}
			}
			o.Statements["lead"] = s
			if _, err := do(helper(t), o, kind == "query", []any{"lead"}); err == nil {
				t.Errorf("%s %s: found it done, want a fault", kind, text)
			}
		}
	}
	o := onServer(plain, append(append([]string{}, schema...), "create function twice(n int) returns int language sql as $$select 2 * n$$; insert into counts values ('$bcrules$', 1)"))
	o.Namespace = "own"
	if a := must(t, helper(t), o, []any{"count", "$bcrules$"}, []any{"n", "$bcrules$"}); number(t, a, 1) != 2 {
		t.Errorf("found %s, want two counts", a.Rows)
	}
}
