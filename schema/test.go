package schema

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/test/sandbox"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
)

// A Test is one of a rule set's tests, checked; tests.cue says what it means.
type Test struct {
	Name string
	Pos  plan.Pos
	Hook string // the one that answers, "" for the whole rule set
	Rule string // id of the one that it is about, "" for none
	// Holds says that the rule must hold at the last step; else it must not.
	Holds bool
	Limit Limit
	// Steps are its events in turn.
	Steps []Step
}

// A Limit is something that rules can't see; the zero Limit is none.
type Limit struct{ ID, What string }

// A Step is one event of a test. $PROJECT and $HOME are not filled in.
type Step struct {
	Pos   plan.Pos
	World sandbox.World
	Event []byte // as JSON
	Raw   string // what is sent instead if there is no Event
	Exit  int

	// What the step wants; nil is anything.
	Expect, Stderr, Started, Log *Constraint
	After                        []After
}

// An After is what a step wants of a file.
type After struct {
	Path string // as in sandbox.File; a folder if it ends in a slash
	Want *Constraint
}

// firstClock is when the first step is that doesn't say.
var firstClock = time.Date(2026, 2, 9, 12, 0, 0, 0, time.UTC)

// Tests returns the tests of the layers that Compile made a plan of, in the order
// of their places. If it fails, the error is as that of Compile.
func (s *Schema) Tests(p *plan.Plan, layers ...string) ([]Test, error) {
	plan := &plan.Plan{Events: p.Events}
	c := s.compiler(plan)
	c.tests = true
	defer c.registry.close()
	var tests []Test
	for _, dir := range layers {
		v, insts := c.unified([]string{dir})
		if len(c.faults) > 0 {
			return nil, c.err()
		}
		c.onlyTests(insts[0])
		all := v.LookupPath(cue.ParsePath(testsField))
		if !all.Exists() || !c.structural(testsField, all) {
			continue
		}
		limits := map[string]string{}
		each(all, func(name string, v cue.Value) error {
			if c.structural("test", v) && c.checked(v, c.def("#Test")) {
				t := c.readTest(name, v)
				if what := limits[t.Limit.ID]; what != "" && what != t.Limit.What {
					c.faultf(checkForm, placeOf(v.LookupPath(cue.ParsePath("limit"))), "limit: found %q for %s, want %q as in a test before", t.Limit.What, t.Limit.ID, what)
				}
				limits[t.Limit.ID] = t.Limit.What
				tests = append(tests, t)
			}
			return nil
		})
	}
	slices.SortStableFunc(tests, func(a, b Test) int {
		if d := strings.Compare(a.Pos.File, b.Pos.File); d != 0 {
			return d
		}
		return a.Pos.Line - b.Pos.Line
	})
	return tests, c.err()
}

// testsField is where tests stand.
const testsField = "tests"

// ofTests reports whether a file is one of tests, by its name.
func ofTests(name string) bool { return strings.HasSuffix(name, "_test.cue") }

// foreignTests takes from an instance the tests of what it imports, and of its
// package's files in the folders above: they test other rules.
func foreignTests(inst *build.Instance, own bool) {
	inst.Files = slices.DeleteFunc(inst.Files, func(f *ast.File) bool {
		above := strings.HasPrefix(inst.Dir, filepath.Dir(f.Filename)+string(filepath.Separator))
		return ofTests(f.Filename) && (!own || above)
	})
	for _, i := range inst.Imports {
		foreignTests(i, false)
	}
}

// noTests notes tests in a rule file.
func (c *compiler) noTests(v cue.Value) {
	if t := v.LookupPath(cue.ParsePath(testsField)); t.Exists() {
		c.faultf(checkForm, place(posOf(t)), "tests: found them in a rule file, want them in one whose name ends in _test.cue")
	}
}

// onlyTests notes what files of tests say of the rules, which no rule would see.
func (c *compiler) onlyTests(inst *build.Instance) {
	for _, f := range inst.Files {
		for _, d := range f.Decls {
			field, ok := d.(*ast.Field)
			if !ok || !ofTests(f.Filename) {
				continue
			}
			name, _, err := ast.LabelName(field.Label)
			if err == nil && name != testsField && !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "#") {
				c.faultf(checkForm, place(field.Pos()), "found %s in a file of tests, where no rule sees it; want tests, or a name that begins with _", name)
			}
		}
	}
}

func (c *compiler) readTest(name string, v cue.Value) Test {
	t := Test{Name: name, Pos: place(posOf(v))}
	world := sandbox.World{Clock: firstClock, System: "linux"}
	for _, v := range append([]cue.Value{v}, items(v.LookupPath(cue.ParsePath("then")))...) {
		step := c.step(v, world)
		t.Steps, world = append(t.Steps, step), step.World
	}
	if hook := v.LookupPath(cue.ParsePath("hook")); hook.Exists() {
		t.Hook, _ = hook.String()
		c.tested(t, hook)
	}
	if rule := v.LookupPath(cue.ParsePath("rule")); rule.Exists() {
		given(c, rule, &t.Rule)
		c.ruled(t, rule)
		last := t.Steps[len(t.Steps)-1]
		t.Holds = last.Expect == nil || last.Exit != 0 || len(last.Expect.Check([]byte("{}"))) > 0
	}
	var limit string
	given(c, v.LookupPath(cue.ParsePath("limit")), &limit)
	t.Limit.ID, t.Limit.What, _ = strings.Cut(limit, ": ")
	return t
}

// ruled checks that there is the rule that a test is about, in a hook of the test.
func (c *compiler) ruled(t Test, at cue.Value) {
	var ids []string
	for _, a := range c.plan.Events {
		for _, h := range a.Hooks {
			for _, r := range h.Rules {
				if r.ID != "" && (t.Hook == "" || t.Hook == h.Name) {
					ids = append(ids, r.ID)
				}
			}
		}
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); !slices.Contains(ids, t.Rule) {
		c.faultf(checkName, placeOf(at), "%s", Unknown("rule", t.Rule, ids))
	}
}

// tested checks that there is the hook that a test names, on an event of the test.
func (c *compiler) tested(t Test, at cue.Value) {
	var on []string
	for event, a := range c.plan.Events {
		if slices.ContainsFunc(a.Hooks, func(h plan.Hook) bool { return h.Name == t.Hook }) {
			on = append(on, event)
		}
	}
	slices.Sort(on)
	if len(on) == 0 {
		c.faultf(checkName, placeOf(at), "%s", Unknown("hook", t.Hook, c.plan.Names()))
		return
	}
	for _, s := range t.Steps {
		ev, err := plan.ReadEvent(s.Event)
		if err != nil || slices.Contains(on, ev.Name) {
			return
		}
	}
	c.faultf(checkForm, placeOf(at), "hook: found none of its events in the test, want one of %s", strings.Join(on, ", "))
}

// Stdin returns what a step sends, with real folders in the place of $PROJECT and
// $HOME.
func (s *Step) Stdin(box *sandbox.Box) []byte {
	if s.Event == nil {
		return []byte(box.Real(s.Raw))
	}
	return []byte(box.RealJSON(string(s.Event)))
}
