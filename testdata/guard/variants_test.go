package guard_test

import (
	"cmp"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"bcrules.dev/testdata/guard"
)

// A dangerous command stays so in whatever runs it and with any further option, unless passes.txt
// says why not. There are tens of thousands of variants, of which a sample is tried: one in 40,
// drawn by SEED; with VARIANTS=N one in N, and with 1 all:
//
//	make variants
//	make variants PART=10 SEED=7
func TestVariants(t *testing.T) {
	data, err := os.ReadFile("passes.txt")
	if err != nil {
		t.Fatal(err)
	}
	passes, err := guard.Passes(string(data))
	if err != nil {
		t.Fatal(err)
	}
	seed, _ := strconv.ParseUint(os.Getenv("SEED"), 10, 64)
	oneIn, err := strconv.Atoi(cmp.Or(os.Getenv("VARIANTS"), "40"))
	if err != nil || oneIn < 1 {
		t.Fatalf("found VARIANTS=%s, want how many of them one is looked at", os.Getenv("VARIANTS"))
	}
	some := rand.New(rand.NewPCG(seed, 0))
	a := newAsked(t)
	used := make([]int, len(passes))
	examples, looked, freed := a.examples(t), 0, 0
	for _, command := range examples {
		for _, v := range guard.Variants(command) {
			if some.IntN(oneIn) > 0 {
				continue
			}
			looked++
			if a.verdict(t, guard.Case{Source: v.Kind, Command: v.Command}).Held() {
				continue
			}
			known := false
			for i, p := range passes {
				if p.Frees(v) {
					used[i]++
					known = true
				}
			}
			if freed++; !known {
				t.Errorf("%s\t%s\t%s\tpasses: %s", v.Kind, v.Of, v.With, v.Command)
			}
		}
	}
	for i, p := range passes {
		if oneIn == 1 && used[i] == 0 {
			t.Errorf("passes.txt frees %s of %s with %s, which nothing needs", p.Kind, p.Of, p.With)
		}
	}
	t.Logf("seed %d: %d variants of %d examples, %d pass for a reason", seed, looked, len(examples), freed)
}
