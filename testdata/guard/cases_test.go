package guard_test

import (
	"io"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/testdata/guard"
)

// What the guard pack says of our own cases is within the bounds of make score.
func TestPackCases(t *testing.T) {
	lists, err := filepath.Glob("*.jsonl")
	if err != nil || len(lists) == 0 {
		t.Fatalf("found %d files of cases (%v)", len(lists), err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("the cases are of a POSIX shell, in folders that Windows has not")
	}
	t.Setenv("HOME", "/home/dev")
	scratch, err := files.NewOverlay()
	if err != nil {
		t.Fatal(err)
	}
	defer scratch.Close()
	s, err := compile.Schema()
	if err != nil {
		t.Fatal(err)
	}
	set, err := s.Compile(path.Join(rules.Path, "guard"))
	if err != nil {
		t.Fatal(err)
	}
	var score guard.Score
	for _, file := range lists {
		cases, err := guard.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			event, err := c.Event("/home/dev/work/shop")
			if err != nil {
				t.Fatal(err)
			}
			ev, err := plan.ReadEvent(event)
			if err != nil {
				t.Fatal(err)
			}
			a := compile.Command().Answer(set.Plan, ev, scratch, io.Discard)
			v, err := guard.NewVerdict(a.Stdout, a.Stderr, a.Exit)
			if err != nil || len(a.Faults) > 0 {
				t.Errorf("%s: %v %v", c.Source, err, a.Faults)
			}
			score.Add(c, v)
		}
	}
	var said strings.Builder
	if err := score.Write(&said); err != nil || !score.OK() {
		t.Errorf("the score is out of bounds (%v):\n%s", err, &said)
	}
}
