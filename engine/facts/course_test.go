package facts

import (
	"slices"
	"strings"
	"testing"
)

// git is asked what a command brings after others, by names that still mean what they did.
func TestCourse(t *testing.T) {
	for _, test := range []struct{ before, brings, want string }{
		{"", "HEAD..x", "HEAD..x"},
		{"HEAD..main", "HEAD..x", "HEAD..x"},
		{"HEAD..main", "HEAD..HEAD~1", "unknown"},
		{"HEAD..HEAD~1", "HEAD..@{-1}", "unknown"},
		{"HEAD..main", "HEAD...@{upstream}", "HEAD...@{upstream} HEAD...main@{upstream}"},
		{"HEAD..@{-1}", "HEAD...@{upstream}", "HEAD...@{upstream} HEAD...@{-1}@{upstream}"},
		{"HEAD..HEAD~1", "HEAD...@{upstream}", "HEAD...@{upstream}"},
		{"fetches", "HEAD..origin/main", "HEAD..origin/main"},
		{"fetches", "HEAD...FETCH_HEAD", "unknown"},
		{"stages", "HEAD..x", "HEAD..x changed untracked"},
		{"stages", "HEAD~2^..HEAD~2", "unknown"},
		{"stages", "changed", "changed untracked"},
		{"HEAD..x", "untracked", "untracked"},
		{"patched:x", "HEAD..HEAD~1", "unknown"},
		{"fetches", "main..x", "main..x"},
		{"HEAD..x", "HEAD~1..x", "unknown"},
		{"moves", "HEAD..x", "unknown"},
		{"unknown", "changed", "unknown"},
		{"changed stashes", "stash@{0}^..stash@{0}", ""},
		{"changed stashes HEAD...@{upstream}", "stash@{0}^..stash@{0}", ""},
		{"changed stashes stash@{0}^..stash@{0}", "stash@{0}^..stash@{0}", "stash@{0}^..stash@{0} changed untracked"},
		{"stash@{0}^..stash@{0}", "stash@{0}^..stash@{0}", "unknown"},
		{"changed stashes", "stash@{1}^..stash@{1}", "unknown"},
	} {
		var c course
		c.follow(strings.Fields(test.before))
		if got := c.now(test.brings); !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("%s, then %s: found %q, want %q", test.before, test.brings, got, test.want)
		}
	}
}
