package main

import (
	"os"
	"testing"
	"time"
)

// patience is longer than any process of a test may take, on a busy machine.
const patience = 20 * time.Second

// outlived returns a temporary folder in which what hooks left to processes of their own may
// still write when the test is over.
func outlived(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Cleanup(func() {
		for began := time.Now(); os.RemoveAll(dir) != nil && time.Since(began) < patience; {
			time.Sleep(5 * time.Millisecond)
		}
	})
	return dir
}
