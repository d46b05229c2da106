package journal

import (
	"os"
	"strings"
	"testing"

	"bcrules.dev/engine/files"
)

// The count goes on after entries that nothing counted, however long they are and wherever the last
// number stands.
func TestCountGoesOn(t *testing.T) {
	long := `{"time":"x","input":{"a":"` + strings.Repeat("y", 3*block) + `","seq":99}}` + "\n"
	for name, c := range map[string]struct {
		old, file string
		want      int64
	}{
		"nothing":                 {"", "", 1},
		"a short line":            {"", `{"seq":7}` + "\n" + `{"ms":1,"seq":7}` + "\n" + `{"ms":1}` + "\n", 8},
		"a long line":             {"", `{"ms":1,"seq":7}` + "\n" + long, 8},
		"several":                 {"", `{"ms":1,"seq":7}` + "\n" + strings.Repeat(long, 3), 8},
		"the old file":            {`{"ms":1,"seq":7}` + "\n", "", 8},
		"the old file, long ago":  {`{"ms":1,"seq":7}` + "\n" + long, long, 8},
		"none, of an old version": {long, long, 1},
	} {
		l := in(t.TempDir(), 0)
		for path, text := range map[string]string{l.Old: c.old, l.File: c.file} {
			if text != "" {
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := l.Write(&Entry{Session: "s"}); err != nil {
			t.Fatal(name, err)
		}
		if n := lastNumber(t, l); n != c.want {
			t.Errorf("%s: found number %d, want %d", name, n, c.want)
		}
	}
}

// A number that lies across two blocks is found.
func TestCountAcrossBlocks(t *testing.T) {
	for cut := range int(longSeq) {
		l := in(t.TempDir(), 0)
		tail := strings.Repeat("z", short-cut-1) + "\n"
		if err := os.WriteFile(l.File, []byte(`{"ms":1,"seq":1234567890123456789}`+"\n"+tail), 0o600); err != nil {
			t.Fatal(err)
		}
		if n := lastNumber(t, l); n != 1234567890123456789 {
			t.Fatalf("found number %d where %d bytes of it are in the last block", n, cut)
		}
	}
}

func lastNumber(t *testing.T, l Log) int64 {
	t.Helper()
	h, err := files.Open(l.File)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	n, err := lastSeq(h)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
