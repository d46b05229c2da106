package trust

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"bcrules.dev/engine/files"
)

// A big file isn't read as long as nobody writes to it; one that somebody does is, also where
// its size and its time are what they were.
func TestSealed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no state there says that a file is as it was")
	}
	dir := Real(t.TempDir())
	path, then := filepath.Join(dir, "f"), time.Now().Add(-time.Hour)
	write := func(c string, n int) {
		t.Helper()
		if err := os.WriteFile(path, bytes.Repeat([]byte(c), n), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
	}
	write("a", big)
	for !files.Rested(files.StateAt(path).Change, time.Now().UnixNano()) {
		time.Sleep(time.Millisecond)
	}
	p := keep(dir, "f").sealed()
	other := p
	other.Sum = "of something else"
	if is, err := other.Same(path); !is || err != nil {
		t.Errorf("found a big file read (%v), want its state believed", err)
	}
	write("b", big)
	if is, err := p.Same(path); is || err != nil {
		t.Errorf("found %v, %v of another content, want it told", is, err)
	}
	write("a", 10)
	if p := keep(dir, "f").sealed(); p.State != (files.State{}) {
		t.Errorf("found a state of a small file, want it read each time")
	}
}
