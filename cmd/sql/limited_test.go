package sql

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/store"
)

// leads is SQL of SQLite that leads out of the store's file, or out of its transaction: each verb
// that names a file, each that ends a transaction, and settings. % is the file.
var leads = []string{
	"attach '%' as a", "attach database '%' as a", "ATTACH 'file:%?mode=rwc' AS a", "/* x */ attach ('' || '%') as a",
	"vacuum into '%'", "vacuum main into '%'", "vacuum",
	"detach main", "detach temp",
	"pragma temp_store_directory = '%'", "pragma data_store_directory = '%'", "pragma journal_mode = delete", "pragma user_version = 99", "pragma writable_schema = 1", "insert into sqlite_dbpage(pgno, data) values (2, randomblob(4096))",
	"pragma query_only = 0", "pragma trusted_schema = 1", "select * from pragma_journal_mode",
	"select load_extension('%')", "select writefile('%', 'x')", "select readfile('%')", "select edit('x', '%')", "select fts3_tokenizer('a', x'00')",
	"commit", "end", "rollback", "begin", "savepoint a", "release request", "rollback to request",
	"create virtual table v using sqlite_dbpage", "create virtual table v using dbstat(main)", "create virtual table v using csv(filename = '%')", "create virtual table v using zipfile('%')", "create virtual table v using fileio('%')",
}

// SQL of rules stays in its store, as the text of a schema, as a query and as a statement, even
// after another one: otherwise it is refused, and no file is created or changed.
func TestLimited(t *testing.T) {
	for _, lead := range leads {
		for _, kind := range []string{"schema", "query", "statement", "second"} {
			t.Run(kind+" "+lead, func(t *testing.T) {
				dir := t.TempDir()
				other := filepath.Join(dir, "other.db")
				o := &store.Opening{Name: "a", File: filepath.Join(dir, "own", "a.db"), Within: time.Second, Schema: []string{"create table t (x text)"}, Statements: map[string]store.Statement{}}
				if err := os.Mkdir(filepath.Dir(o.File), 0o700); err != nil {
					t.Fatal(err)
				}
				text := strings.ReplaceAll(lead, "%", filepath.ToSlash(other))
				step := store.Step{Name: "s"}
				switch kind {
				case "schema":
					o.Schema = append(o.Schema, text)
				case "query":
					o.Statements["s"] = store.Statement{SQL: text, Row: map[string]string{"x": "string"}}
				case "second":
					text = "insert into t values ('a'); " + text
					fallthrough
				default:
					o.Statements["s"] = store.Statement{SQL: text}
				}
				for _, try := range []bool{true, false} {
					a := asked(t, store.Request{Format: store.Format, Store: "a", Open: o, Try: try, Do: []store.Step{step}})
					if a.Tried["s"].Error+a.Error == "" && !(try && (kind == "second" || later(lead))) { // the first of them is tried
						t.Errorf("found it done (try: %t), want a fault", try)
					}
				}
				all, err := os.ReadDir(dir)
				if err != nil || len(all) != 1 {
					t.Errorf("found %v beside the store's folder (%v), want nothing", all, err)
				}
			})
		}
	}
}

// later reports whether SQLite finds out only while running a statement that it leads out.
func later(text string) bool {
	return strings.HasPrefix(text, "vacuum") || strings.HasPrefix(text, "create virtual table") || strings.Contains(text, "from pragma_")
}

// asked returns the answer of a separate process.
func asked(t *testing.T, r store.Request) (a store.Answer) {
	t.Helper()
	line, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Serve(bytes.NewReader(append(line, '\n')), &out); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatal(err)
	}
	return a
}
