package cache

import (
	"os"
	"slices"
	"testing"
	"time"

	"bcrules.dev/engine/plan"
)

// Of three plans made a month ago, the one that was read since stays when another is made. In a
// folder that others may read, all stay.
func TestUnused(t *testing.T) {
	for _, mode := range []os.FileMode{0o700, 0o755} {
		s := store(t)
		old := time.Now().Add(-unused - time.Hour)
		for _, rules := range []string{"/a", "/b", "/c"} {
			if err := s.Write(rules, &plan.Plan{}, Stamp{}); err != nil {
				t.Fatal(err)
			}
		}
		for _, rules := range []string{"/a", "/b", "/c"} {
			if err := os.Chtimes(s.path(rules, "plan"), old, old); err != nil {
				t.Fatal(err)
			}
		}
		p, err := s.Read("/b")
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
		if err := os.Chmod(s.dirs[0], mode); err != nil {
			t.Fatal(err)
		}
		if err := s.Write("/new", &plan.Plan{}, Stamp{}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, rules := range []string{"/a", "/b", "/c", "/new"} {
			if s.Keeps(rules) {
				got = append(got, rules)
			}
		}
		want := []string{"/b", "/new"}
		if mode == 0o755 {
			want = []string{"/a", "/b", "/c", "/new"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("with mode %o found plans of %q, want %q", mode, got, want)
		}
	}
}
