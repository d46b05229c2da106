//go:build unix

package trust

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A file changed through mapped memory counts as changed, though its size and times are the same.
func TestSealedMapped(t *testing.T) {
	dir := Real(t.TempDir())
	path := filepath.Join(dir, "f")
	if err := os.WriteFile(path, bytes.Repeat([]byte("a"), 400<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	mapped, err := unix.Mmap(int(f.Fd()), 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(mapped)
	mapped[0] = 'a' // the page waits to be written, so the next write is no news to the system
	p := keep(dir, "f").sealed()
	if is, err := p.Is(path); !is || err != nil {
		t.Fatalf("found %t, %v of the file as it was, want it the same", is, err)
	}
	mapped[5] = 'b'
	if is, err := p.Is(path); is || err != nil {
		t.Errorf("found %t, %v of the file as it was changed in memory, want another", is, err)
	}
}
