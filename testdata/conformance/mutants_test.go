package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
)

// killers is how many cases that detect a mutation are kept, if there are that many.
const killers = 2

// If some recorded case detects a mutation of the pack, a kept case does: tried with MUTANTS
// mutations drawn by SEED. CASES is the file of all recorded cases; UPDATE=1 adds the missing ones
// to the kept ones.
//
//	make mutants CASES=FILE MUTANTS=400 SEED=7
func TestMutants(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("MUTANTS"))
	if n == 0 {
		t.Skip("MUTANTS says how many mutations are looked at; make mutants")
	}
	seed, err := strconv.ParseUint(os.Getenv("SEED"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	alone(t)
	trial := newTrial(t, os.Getenv("CASES"))
	trial.kills(t, mutation{what: "nothing changed"}, true)
	var found [][]int // by mutation that some case finds out: which do
	void := 0
	drawn := draw(t, "../../rules/brewcode", seed, n)
	for _, m := range drawn {
		switch by, ok := trial.kills(t, m, false); {
		case !ok:
			void++
		case len(by) > 0:
			found = append(found, by)
			if !slices.ContainsFunc(by, func(i int) bool { return trial.kept[i] }) {
				t.Logf("no kept case finds out %s; %d do", m, len(by))
			}
		}
	}
	missed := trial.missed(found)
	t.Logf("seed %d: %d mutations drawn, %d of them no rules; of %d cases one or more find out %d, of %d kept ones %d",
		seed, len(drawn), void, len(trial.all), len(found), trial.count(), len(found)-missed)
	if os.Getenv("UPDATE") != "" {
		trial.cover(found)
		trial.write(t)
		t.Logf("%d are kept now", trial.count())
	} else if missed > 0 {
		t.Errorf("found %d mutations that no kept case finds out, want none; UPDATE=1 keeps what does", missed)
	}
}

// A trial is all recorded cases.
type trial struct {
	schema *schema.Schema
	all    []recorded
	lines  [][]byte // as in the file
	kept   []bool   // those in brewcode.jsonl
	hooks  []string
}

func newTrial(t *testing.T, file string) *trial {
	t.Helper()
	s := compile.Schema()
	r := &trial{schema: s, all: cases(t, file)}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r.lines = bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	names := map[string]bool{}
	for _, c := range cases(t, recordedCases) {
		names[c.Name] = true
	}
	for _, c := range r.all {
		r.kept = append(r.kept, names[c.Name])
		if !slices.Contains(r.hooks, c.Hook) {
			r.hooks = append(r.hooks, c.Hook)
		}
	}
	return r
}

// errUnkept says that no store has a plan: the next case asks for it again.
var errUnkept = errors.New("kept nowhere")

// kills returns which cases detect a mutation; not ok if it leaves no rules. With none, a case that
// does is a fault.
func (r *trial) kills(t *testing.T, m mutation, none bool) (by []int, ok bool) {
	t.Helper()
	folder := t.TempDir()
	m.lay(t, "../../rules/brewcode", folder)
	set, err := r.schema.Compile(folder)
	if err != nil {
		return nil, false
	}
	command := compile.Command()
	command.Compile = func(layers.Set, time.Duration) (*plan.Plan, string, error) { return set.Plan, "", errUnkept }
	cache := t.TempDir()
	of := m.hook(r.hooks)
	for _, live := range []bool{false, true} {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			if live {
				ollama(t)
			}
			for i, c := range r.all {
				if c.Ollama != live || of != "" && of != c.Hook {
					continue
				}
				t.Run(c.Name, func(t *testing.T) {
					if differs := c.play(t, c.called(t, command, cache, folder)); len(differs) > 0 {
						by = append(by, i)
						if none {
							t.Error(differs)
						}
					}
				})
			}
		})
	}
	return by, true
}

// cover keeps as many further cases as needed: first those that detect most of what too few cases
// do, then the shorter ones.
func (r *trial) cover(found [][]int) {
	for {
		gain := make([]int, len(r.all))
		for _, by := range found {
			if have := r.of(by); have < min(killers, len(by)) {
				for _, i := range by {
					if !r.kept[i] {
						gain[i]++
					}
				}
			}
		}
		best := 0
		for i := range gain {
			if gain[i] > gain[best] || gain[i] == gain[best] && len(r.lines[i]) < len(r.lines[best]) {
				best = i
			}
		}
		if gain[best] == 0 {
			return
		}
		r.kept[best] = true
	}
}

// of counts the kept ones.
func (r *trial) of(cases []int) (n int) {
	for _, i := range cases {
		if r.kept[i] {
			n++
		}
	}
	return n
}

func (r *trial) count() (n int) {
	for _, kept := range r.kept {
		if kept {
			n++
		}
	}
	return n
}

// missed counts mutations that no kept case detects.
func (r *trial) missed(found [][]int) (n int) {
	for _, by := range found {
		if r.of(by) == 0 {
			n++
		}
	}
	return n
}

// write writes the kept cases.
func (r *trial) write(t *testing.T) {
	t.Helper()
	var b bytes.Buffer
	for i, line := range r.lines {
		if r.kept[i] {
			b.Write(bytes.TrimSuffix(line, []byte("\n")))
			b.WriteByte('\n')
		}
	}
	if err := os.WriteFile(recordedCases, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
