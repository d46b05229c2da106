// Package sqlite opens a store's file for a test. Other programs may have it open, too: a hook that
// nobody waits for may still write.
package sqlite

import (
	"database/sql"
	"testing"

	_ "modernc.org/sqlite"
)

// Open opens a file. Each statement waits up to 10 s for other programs that have the file. The
// caller closes it.
func Open(t testing.TB, file string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", file+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	return db
}
