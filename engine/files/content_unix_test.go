//go:build !windows

package files

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// The sum is that of the standard library, at every length about the size of a block and of
// a read.
func TestContentOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	data := make([]byte, 200<<10)
	rand.New(rand.NewSource(1)).Read(data)
	for _, n := range []int{0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 64<<10 - 1, 64 << 10, 64<<10 + 1, len(data)} {
		if err := os.WriteFile(path, data[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data[:n])
		want := Content{int64(n), hex.EncodeToString(sum[:])}
		got, err := ContentOf(path)
		if err != nil || got != want {
			t.Fatalf("%d bytes: found %v, %v, want %v", n, got, err, want)
		}
		if is, err := want.Is(path); !is || err != nil {
			t.Errorf("%d bytes: found it isn't so (%v), want it is", n, err)
		}
		if text := SHA256(string(data[:n])); text != want.Sum {
			t.Errorf("%d bytes: found %s, want %s", n, text, want.Sum)
		}
	}
}

// A missing file is nothing, and a folder is no file; of a pipe nothing is known.
func TestNoContent(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if is, err := AFolder.Is(dir); !is || err != nil {
		t.Errorf("found no folder (%v), want one", err)
	}
	for _, path := range []string{filepath.Join(dir, "no"), filepath.Join(dir, "no", "no")} {
		if is, err := NoContent.Is(path); !is || err != nil {
			t.Errorf("%s: found something (%v), want nothing", path, err)
		}
	}
	if is, err := NoContent.Is(pipe); is || err == nil {
		t.Errorf("found %v of a pipe, want an error", is)
	}
}

func BenchmarkContent(b *testing.B) {
	path := filepath.Join(b.TempDir(), "f")
	os.WriteFile(path, make([]byte, 1<<20), 0o600)
	b.SetBytes(1 << 20)
	for b.Loop() {
		ContentOf(path)
	}
}
