package guard_test

import (
	"io"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/testdata/guard"
)

// At every event each topic is tested for whether it opens, and if so, all its rules are read and
// tried: a row of calls that holds too often costs a tenth of an event. A command about which
// nothing is said should open none.
func TestTopicsOpened(t *testing.T) {
	a := newAsked(t)
	for command, want := range map[string]string{
		"go test ./... && git status": "",
		`git log --since=1.week --format='%an <%ae>' -- src docs | sort | uniq -c | sort -rn | head -5 > authors.txt && sed -i 's/^ *//' authors.txt && cat authors.txt`: "",
		"find . -name '*.go' | xargs sed -i 's/a/b/'":     "system secrets",
		"git push --force origin main && rm -rf ~/.cache": "files git leash persistence secrets",
	} {
		event, err := guard.Case{Command: command}.Event(project)
		if err != nil {
			t.Fatal(err)
		}
		ev, err := plan.ReadEvent(event)
		if err != nil {
			t.Fatal(err)
		}
		trace, opened := &engine.Trace{}, []string{}
		compile.Command().Answer(a.plan, ev, a.scratch, io.Discard, trace)
		for _, h := range trace.Hooks {
			if h.When != nil && h.When.Value == true {
				opened = append(opened, strings.TrimPrefix(h.Name, "guard/"))
			}
		}
		if len(trace.Hooks) == 0 || strings.Join(opened, " ") != want {
			t.Errorf("%s: opens %q of %d topics, want %q", command, opened, len(trace.Hooks), want)
		}
	}
}
