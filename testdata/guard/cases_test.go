package guard_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/guard"
)

// oneIn returns n if a test looks at one of n cases, because all would take long. With ALL=1, as in
// make score, and in make thorough it is 1.
func oneIn() int {
	if os.Getenv("ALL") != "" || built.Thorough {
		return 1
	}
	return 4
}

// seeded returns the source of the drawn cases: seeded by SEED, or else by the time.
func seeded(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("SEED"); s != "" {
		var err error
		if seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// The guard pack's verdicts on our own cases are within the bounds of make score. The unseen cases
// are sorted by trade and list: one of four neighbours is tried and counts for them, so that the
// bounds are those of all.
func TestPackCases(t *testing.T) {
	lists, err := filepath.Glob("*.jsonl")
	if err != nil || len(lists) == 0 {
		t.Fatalf("found %d files of cases (%v)", len(lists), err)
	}
	a, some := newAsked(t), seeded(t)
	var score guard.Score
	for _, file := range lists {
		cases, err := guard.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		n := 1
		if file == guard.Unseen {
			n = oneIn()
		}
		for len(cases) > 0 {
			near := cases[:min(n, len(cases))]
			c := near[some.IntN(len(near))]
			score.Add(c, a.verdict(t, c), len(near))
			cases = cases[len(near):]
		}
	}
	var said strings.Builder
	if err := score.Write(&said); err != nil || !score.OK() {
		t.Errorf("the score is out of bounds (%v):\n%s", err, &said)
	}
}
