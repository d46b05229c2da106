package facts

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

func TestGlobDeep(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]int{"a.ts": 0, "src/b.ts": 0, "src/x/c.ts": 0, "src/x/y/ä.ts": 0, "src/x/y/d.md": 0, "lib/src/x/e.ts": 0, "src/dir.ts/f": 0})
	os.Symlink("..", filepath.Join(dir, "src/x/up"))
	tests := []struct{ src, want string }{
		{"map(glob('**/*.ts'), .rel)", `["a.ts","lib/src/x/e.ts","src/b.ts","src/x/c.ts","src/x/y/ä.ts"]`},
		{"map(glob('src/**/*.ts'), .rel)", `["src/b.ts","src/x/c.ts","src/x/y/ä.ts"]`},
		{"map(glob('**/x/**/*.ts'), .rel)", `["lib/src/x/e.ts","src/x/c.ts","src/x/y/ä.ts"]`},
		{"len(glob('src/**'))", "6"}, // a link counts, its target doesn't
		{"glob('none/**/x')", "[]"},
		{"newest('**/d.md').name", "d.md"},
		{"glob('a*')[0].rel + format(glob('a*')[0].time, ' %F', 'UTC')", "a.ts 2026-02-09"},
		{"format(file('none').time, '%Y')", "0001"},
	}
	for _, test := range tests {
		if got := ask(t, dir, "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s: %s, want [%s]", test.src, got, test.want)
		}
	}
}

// A pattern ends when it finds more than a process should hold, and the log says so.
func TestGlobEnds(t *testing.T) {
	dir := t.TempDir()
	manyFiles(t, dir, mostFiles+1)
	for pattern, warns := range map[string]bool{"**/*.md": true, "**/*1.md": false, "d0/**": false} {
		var said bytes.Buffer
		h := host.New(&plan.Event{Cwd: dir})
		h.Log = &host.Log{Now: h.Now, Stderr: &said}
		c := &engine.Call{Host: h}
		all, err := filesLike(c, pattern)
		err = c.Settled(err)
		h.Close()
		if len(all) > mostFiles || warns != (len(all) == mostFiles) || err != nil {
			t.Errorf("%s: found %d files, %v", pattern, len(all), err)
		}
		if warns != strings.Contains(said.String(), "more than 10000 files") {
			t.Errorf("%s: said %q, want a warning %t", pattern, said.String(), warns)
		}
	}
}

func BenchmarkGlobDeep(b *testing.B) {
	dir := b.TempDir()
	manyFiles(b, dir, mostFiles)
	h := host.New(&plan.Event{Cwd: dir})
	defer h.Close()
	for b.Loop() {
		if all, err := filesLike(&engine.Call{Host: h}, "**/*.md"); len(all) != mostFiles || err != nil {
			b.Fatal(len(all), err)
		}
	}
}

// manyFiles makes n files in a hundred folders.
func manyFiles(t testing.TB, dir string, n int) {
	for i := range n {
		path := filepath.Join(dir, fmt.Sprintf("d%d/e%d/f%d.md", i%10, i%100, i))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, nil, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
