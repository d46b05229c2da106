// Package outlived has folders for tests of hooks, which leave work to processes of their own: a
// bcstore that closes a store's file, a job in the background.
package outlived

import (
	"os"
	"testing"
	"time"
)

// Patience is longer than any process of a test takes on a busy machine.
const Patience = 20 * time.Second

// Folder returns a temporary folder to which such processes may still write after the test.
func Folder(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	t.Cleanup(func() {
		for began := time.Now(); os.RemoveAll(dir) != nil && time.Since(began) < Patience; {
			time.Sleep(5 * time.Millisecond)
		}
	})
	return dir
}
