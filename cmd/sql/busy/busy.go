// Package busy waits where SQLite doesn't: some operations ignore its busy_timeout when they meet
// another process's lock, for example switching a new file to WAL.
package busy

import (
	"errors"
	"time"

	"modernc.org/sqlite"
	code "modernc.org/sqlite/lib"
)

// Is reports whether an error says that another process was using the file.
func Is(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == code.SQLITE_BUSY
}

// Retry runs do until it returns something other than that another process uses the file, or until
// late, and returns its last error.
func Retry(late time.Time, do func() error) error {
	for pause := time.Millisecond; ; pause = min(2*pause, 20*time.Millisecond) {
		err := do()
		if !Is(err) || time.Now().After(late) {
			return err
		}
		time.Sleep(pause)
	}
}
