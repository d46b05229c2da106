package actions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/engine/entries"
	"bcrules.dev/engine/files"
)

// taskForm is the form of the entries here.
var taskForm = entries.Form{Kind: "t", Text: "txt", Time: "ts", Usual: "ℹ️"}

// compacting is how files are compacted here: above a share of the entries that stay.
func compacting(over float64, most int) compaction {
	return compaction{Kind: "t", Text: "txt", Time: "ts", Kinds: []string{"❌", "✅", "ℹ️"}, Over: over, Max: most}
}

// lines joins lines by newlines, the last one included.
func lines(all ...string) string { return strings.Join(all, "\n") + "\n" }

func TestCompactKnowledge(t *testing.T) {
	const (
		a    = `{"ts":"2026-01-01T00:00:00.000Z","t":"✅","txt":"a","src":"x","n":9007199254740993}`
		b    = `{"txt":"b <&>","ts":"soon"}`
		want = a + "\n" + `{"txt":"b <&>","ts":"1970-01-01T00:00:00.000Z","t":"ℹ️"}` + "\n"
	)
	tests := []struct {
		name, data string
		over       float64
		done       bool
		want       string
	}{
		{"enough entries", lines(b, a), 0.1, true, want},
		{"as many as the share", lines(b, a), 0.2, false, lines(b, a)},
		{"lines that are no entries don't count", lines(b, "text", a), 0.2, false, lines(b, "text", a)},
		{"lines that are no entries go", lines(b, "text", a), 0.1, true, want},
		{"nothing", "", 0, false, ""},
		{"already compact", want, 0, true, want},
	}
	for _, test := range tests {
		path := file(t, "K.jsonl", test.data)
		done, _, err := compacting(test.over, 10).compactAt(files.At(path))
		if err != nil || done != test.done {
			t.Errorf("%s: %t, %v, want %t", test.name, done, err, test.done)
		}
		if got := content(t, path); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	absent := filepath.Join(t.TempDir(), "K.jsonl")
	if done, _, err := compacting(0, 10).compactAt(files.At(absent)); done || err != nil {
		t.Errorf("absent: %t, %v, want nothing done", done, err)
	}
}

// A file longer than what is read of it is cut when compacted, and then grows like any other.
func TestKnowledgeLarge(t *testing.T) {
	path := file(t, "K.jsonl", lines(`{"t":"❌","txt":"first","ts":"2026-01-01"}`))
	if err := os.Truncate(path, 1<<30); err != nil { // sparse
		t.Fatal(err)
	}
	p := files.At(path)
	if err := addTo(p, `{"ts":"2026-01-02","t":"✅","txt":"last"}`); err != nil {
		t.Fatal(err)
	}
	n := 0
	scan, err := taskForm.At(p, func(entries.Entry) bool { n++; return true })
	if err != nil || n != 1 || !scan.Cut {
		t.Errorf("%d entries, %+v, %v, want what stands at the start", n, scan, err)
	}
	done, cut, err := compacting(0.1, 10).compactAt(p)
	if err != nil || !done || !cut {
		t.Errorf("%t, cut %t, %v, want it compacted", done, cut, err)
	}
	if got, want := content(t, path), `{"t":"❌","txt":"first","ts":"2026-01-01"}`+"\n"+`{"ts":"2026-01-02","t":"✅","txt":"last"}`+"\n"; got != want {
		t.Errorf("file %.200q, want %q", got, want)
	}
}
