package test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test/sandbox"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
)

// A Test is a checked test of a rule set; see tests.cue for its meaning.
type Test struct {
	Name string
	Pos  plan.Pos
	Hook string // the only hook to answer, "" for the whole rule set
	Rule string // ID of the rule that the test is about, "" for none
	// Holds says whether the rule must or must not hold at the last step.
	Holds bool
	Limit Limit
	// Steps are its events in order.
	Steps []Step
}

// A Limit is something that rules can't see; the zero Limit is none.
type Limit struct{ ID, What string }

// A Step is one event of a test. $PROJECT and $HOME are not expanded.
type Step struct {
	Pos   plan.Pos
	World sandbox.World
	Event []byte // as JSON
	Raw   string // sent instead if there is no Event
	// Agent sends the event and calls it Called; with "", the event itself tells.
	Agent, Called string
	Exit          int
	Prints        []Print // outputs of programs that it defines

	// Expectations; nil accepts anything.
	Expect, Stderr, Started, Log *Constraint
	After                        []After
	RowsAfter                    []RowsAfter
}

// A Print is the place where a test defines the output of a program.
type Print struct {
	plan.Pos
	Command string
}

// An After is what a step expects of a file.
type After struct {
	Path string // as in sandbox.File; a folder if it ends in a slash
	Want *Constraint
}

// firstClock is the time of a first step that sets no clock.
var firstClock = time.Date(2026, 2, 9, 12, 0, 0, 0, time.UTC)

// A reader reads the tests of the rule set of a plan.
type reader struct {
	*schema.Schema
	plan *plan.Plan
	vets bool // it also reports tests that prove nothing
	// about reports whether to read a test, by the rule and the limit that the test is about; nil
	// reads all.
	about func(rule, limit string) bool
}

// Tests returns the tests of a plan's layers, sorted by position. Its errors are like those of
// Schema.Compile.
func Tests(s *schema.Schema, p *plan.Plan, layers ...string) ([]Test, error) {
	return About(s, p, nil, layers...)
}

// About returns the tests that wanted selects, by the ids of the rule and the limit that a test is
// about, "" for none. Other tests are not checked, which saves most of the work.
func About(s *schema.Schema, p *plan.Plan, wanted func(rule, limit string) bool, layers ...string) ([]Test, error) {
	r := &reader{Schema: s, plan: p, about: wanted}
	var tests []Test
	for _, dir := range layers {
		of, report := r.layer(dir)
		if err := report.Err(); err != nil {
			return nil, err
		}
		tests = append(tests, of...)
	}
	slices.SortStableFunc(tests, func(a, b Test) int { return cmp.Or(strings.Compare(a.Pos.File, b.Pos.File), a.Pos.Line-b.Pos.Line) })
	return tests, nil
}

// Vet reports faults in the tests of those layers that are folders, and tests that prove nothing
// (idle.go). Large test files take longer to read than everything else takes to vet, so they are
// left to whoever runs them.
func Vet(s *schema.Schema, p *plan.Plan, report *schema.Report, layers ...string) {
	r := &reader{Schema: s, plan: p, vets: true}
	for _, dir := range layers {
		names, err := files.Names(dir)
		if err != nil {
			continue // a pack of this program, or a folder whose fault is reported with its rules
		}
		size := int64(0)
		for _, name := range names {
			if !schema.OfTests(name) {
				continue
			}
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil {
				size += info.Size()
			}
		}
		if size > 0 && size <= mostOfTests {
			_, found := r.layer(dir)
			report.Join(found)
		}
	}
}

// mostOfTests limits the total size of a folder's test files to vet, in bytes.
const mostOfTests = 64 << 10

// layer reads the tests of a layer, and returns a report on them.
func (r *reader) layer(dir string) (tests []Test, report *schema.Report) {
	src := r.ReadTests(dir)
	if src.Report.Faults() == 0 {
		onlyTests(src.Layers[0].Instance, src.Report)
		for _, n := range src.Tests() {
			tests = append(tests, r.tests(n)...)
		}
	}
	return tests, src.Report
}

// tests reads the tests of a layer.
func (r *reader) tests(n schema.Node) []Test {
	if !n.Exists() || !n.Struct(schema.TestsField) {
		return nil
	}
	var tests []Test
	limits := map[string]string{}
	for name, n := range n.Members() {
		if r.about != nil && !r.wanted(n) || !n.Struct("test") || !n.Is("#Test") {
			continue
		}
		t := r.test(name, n)
		if r.vets {
			r.idle(t, n)
		}
		if what := limits[t.Limit.ID]; what != "" && what != t.Limit.What {
			n.Field("limit").Faultf(schema.CheckForm, "limit: found %q for %s, want %q as in a test before", t.Limit.What, t.Limit.ID, what)
		}
		limits[t.Limit.ID] = t.Limit.What
		tests = append(tests, t)
	}
	return tests
}

// wanted reports whether to read a test.
func (r *reader) wanted(n schema.Node) bool {
	rule, _ := n.Field("rule").Value.String()
	limit, _ := n.Field("limit").Value.String()
	id, _, _ := strings.Cut(limit, ": ")
	return r.about(rule, id)
}

// onlyTests notes fields of test files that are meant for rules, as rules don't see them.
func onlyTests(inst *build.Instance, r *schema.Report) {
	for _, f := range inst.Files {
		for _, d := range f.Decls {
			field, ok := d.(*ast.Field)
			if !ok || !schema.OfTests(f.Filename) {
				continue
			}
			name, _, err := ast.LabelName(field.Label)
			if err == nil && name != schema.TestsField && !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "#") {
				r.Faultf(schema.Place{Pos: schema.Pos(field.Pos())}, schema.CheckForm, "found %s in a file of tests, where no rule sees it; want tests, or a name that begins with _", name)
			}
		}
	}
}

// test reads one test.
func (r *reader) test(name string, n schema.Node) Test {
	t := Test{Name: name, Pos: n.Label().Pos}
	world := sandbox.World{Clock: firstClock, System: "linux"}
	for _, n := range append([]schema.Node{n}, n.Field("then").Items()...) {
		step := r.step(n, world)
		t.Steps, world = append(t.Steps, step), step.World
	}
	if hook := n.Field("hook"); hook.Exists() {
		t.Hook, _ = hook.String()
		if meant := plan.Called(t.Hook, r.plan.Names()); len(meant) == 1 {
			t.Hook = meant[0]
		}
		r.checkHook(t, hook)
	}
	if rule := n.Field("rule"); rule.Exists() {
		schema.Read(rule, &t.Rule)
		r.checkRule(t, rule)
		last := t.Steps[len(t.Steps)-1]
		t.Holds = last.Expect == nil || last.Exit != 0 || len(last.Expect.Check([]byte("{}"))) > 0
	}
	var limit string
	schema.Read(n.Field("limit"), &limit)
	t.Limit.ID, t.Limit.What, _ = strings.Cut(limit, ": ")
	return t
}

// checkRule checks that a test's rule exists in one of the test's hooks.
func (r *reader) checkRule(t Test, n schema.Node) {
	var ids []string
	for _, a := range r.plan.Events {
		for _, h := range a.Hooks {
			for _, rule := range h.Rules {
				if rule.ID != "" && (t.Hook == "" || t.Hook == h.Name) {
					ids = append(ids, rule.ID)
				}
			}
		}
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); !slices.Contains(ids, t.Rule) {
		n.Faultf(schema.CheckName, "%w", schema.Unknown("rule", t.Rule, ids))
	}
}

// checkHook checks that a test's hook exists and is on an event of the test.
func (r *reader) checkHook(t Test, n schema.Node) {
	var on []string
	for event, a := range r.plan.Events {
		if slices.ContainsFunc(a.Hooks, func(h plan.Hook) bool { return h.Name == t.Hook }) {
			on = append(on, event)
		}
	}
	slices.Sort(on)
	if len(on) == 0 {
		n.Faultf(schema.CheckName, "%w", schema.Unknown("hook", t.Hook, r.plan.Names()))
		return
	}
	for _, s := range t.Steps {
		ev, err := plan.ReadEvent(s.Event)
		if err != nil || s.Agent != "" || slices.Contains(on, ev.Name) {
			return
		}
	}
	n.Faultf(schema.CheckForm, "hook: found none of its events in the test, want one of %s", strings.Join(on, ", "))
}

// Stdin returns the bytes that a step sends, with $PROJECT and $HOME expanded.
func (s *Step) Stdin(box *sandbox.Box) []byte {
	if s.Event == nil {
		return []byte(box.Real(s.Raw))
	}
	return []byte(box.RealJSON(string(s.Event)))
}
