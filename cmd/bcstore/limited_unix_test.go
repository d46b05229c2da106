//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// limited returns a program that runs another one which can't make a file larger than 200 KiB, as
// on a full disk.
func limited(t *testing.T, program string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "limited")
	if err := os.WriteFile(path, fmt.Appendf(nil, "#!/bin/sh\ntrap '' XFSZ\nulimit -f 400\nexec %q\n", program), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}
