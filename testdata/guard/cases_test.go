package guard_test

import (
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/testdata/guard"
)

// What the guard pack says of our own cases is within the bounds of make score.
func TestPackCases(t *testing.T) {
	lists, err := filepath.Glob("*.jsonl")
	if err != nil || len(lists) == 0 {
		t.Fatalf("found %d files of cases (%v)", len(lists), err)
	}
	a := newAsked(t)
	var score guard.Score
	for _, file := range lists {
		cases, err := guard.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			score.Add(c, a.verdict(t, c))
		}
	}
	var said strings.Builder
	if err := score.Write(&said); err != nil || !score.OK() {
		t.Errorf("the score is out of bounds (%v):\n%s", err, &said)
	}
}
