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

// killers is how many cases are kept that find a mutation out, where there are so many.
const killers = 2

// Each mutation of the pack that some recorded case finds out, a kept case finds out: of
// MUTANTS mutations that SEED draws. CASES is the file of all that was recorded; UPDATE=1
// adds those cases to the kept ones that are missing for that.
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

// A trial is all cases there are.
type trial struct {
	schema *schema.Schema
	all    []recorded
	lines  [][]byte // as they stand in the file
	kept   []bool   // those that stand in brewcode.jsonl
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

// errUnkept says that a plan is in no store: the next case asks for it again.
var errUnkept = errors.New("kept nowhere")

// kills returns which cases find a mutation out; not ok if it leaves no rules. With all,
// they must not, and each is asked.
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

// cover keeps as many cases more as it takes: first those that find out most of what too
// few do, then the shorter ones.
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

// of counts those that are kept.
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

// missed counts mutations that no kept case finds out.
func (r *trial) missed(found [][]int) (n int) {
	for _, by := range found {
		if r.of(by) == 0 {
			n++
		}
	}
	return n
}

// write writes the kept cases down.
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
