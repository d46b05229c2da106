// Package sqlite opens a store's file for a test, which is then one of several programs that have
// it: a hook that nobody waits for may still write.
package sqlite

import (
	"database/sql"
	"testing"

	_ "modernc.org/sqlite"
)

// Open returns a file, each statement on which waits up to 10 s for whoever else has it. The caller
// closes it.
func Open(t testing.TB, file string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", file+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	return db
}
