package show

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test"

	"github.com/jstemmer/go-junit-report/v2/junit"
)

// A TestReport reports the tests of rule sets, set by set.
type TestReport struct {
	Out, Err io.Writer
	Here     string  // the folder that files are named from
	JSON     bool    // write objects for tools
	Verbose  bool    // list passing tests too
	Cover    bool    // list rules that fired in no test, or in every one
	CoverMin float64 // minimum percentage of a set's own rules that must fire

	Suites junit.Testsuites // all reported sets
	Failed bool
	Tests  int // number of tests found
	Ran    int // number of tests selected to run
}

func (t *TestReport) display(file string) string { return schema.Display(file, t.Here) }

// place returns a position for display.
func (t *TestReport) place(p plan.Pos) string { return placeOf(p, t.Here) }

// Faults reports that a set has faults.
func (t *TestReport) Faults(layers []string, faults []string) {
	t.Failed = true
	t.Tests++ // in place of those that may be there
	w := t.Out
	if t.JSON {
		w = t.Err
	}
	for _, f := range faults {
		fmt.Fprintln(w, Printable(f))
	}
	t.Suites.AddSuite(test.Unreadable(test.Set{Layers: layers}.Name(t.display), faults))
}

// Report reports the tests of a set.
func (t *TestReport) Report(r test.Report) error {
	t.Tests += len(r.Tests)
	t.Ran += len(r.Results)
	covered := 100*float64(r.Cover.Fired()) >= t.CoverMin*float64(len(r.Cover))
	t.Failed = t.Failed || r.Failed() > 0 || !covered
	t.Suites.AddSuite(r.JUnit(t.display))
	if t.JSON {
		return r.WriteJSON(ForTools(t.Out), t.Cover || t.CoverMin > 0, t.display)
	}
	On(t.Out)
	for _, res := range r.Results {
		t.result(res)
	}
	for _, p := range r.Unprinted() {
		fmt.Fprintf(t.Out, "%s: warning: prints: nothing starts %s in any test, want it away, or the words that a rule runs\n", t.place(p.Pos), Printable(p.Command))
	}
	if t.Cover || !covered {
		t.uncovered(r.Cover)
	}
	t.summary(r, covered)
	return nil
}

func (t *TestReport) result(r test.Result) {
	w := t.Out
	if r.Passed() {
		if t.Verbose {
			fmt.Fprintf(w, "%s  %s: %s  %s\n", Good.Sprint("ok  "), t.place(r.Test.Pos), Printable(r.Test.Name), Faint.Sprintf("%.1f ms", 1000*r.Took.Seconds()))
		}
		return
	}
	fmt.Fprintf(w, "%s  %s: %s\n", Bad.Sprint("FAIL"), t.place(r.Test.Pos), Bold.Sprint(Printable(r.Test.Name)))
	for _, f := range r.Failures {
		step := ""
		if len(r.Test.Steps) > 1 {
			step = fmt.Sprintf("step %d: ", r.Step)
		}
		for line := range strings.Lines(f.String()) {
			// An error of a rule contains the file's path, which is shown relative to t.Here.
			line = strings.ReplaceAll(line, t.Here+string(filepath.Separator), "")
			fmt.Fprintf(w, "%s: %s%s\n", t.place(f.Pos), step, strings.TrimSuffix(line, "\n"))
		}
		if f.Want != "" {
			fmt.Fprintf(w, "%s\n  %s\n%s\n  %s\n", Bold.Sprint("expected"), indented(f.Want), Bold.Sprint("got"), indented(pretty(f.Got)))
		}
	}
	if r.Trace != nil && len(r.Trace.Hooks) > 0 {
		Trace(w, r.Trace.Hooks, t.Here)
	} else {
		fmt.Fprintln(w, "no hook is for this event")
	}
	fmt.Fprintln(w)
}

// longLine is the length in bytes from which JSON is indented.
const longLine = 100

// pretty formats JSON for display.
func pretty(text string) string {
	var b bytes.Buffer
	if len(text) < longLine || json.Indent(&b, []byte(text), "", "  ") != nil {
		return text
	}
	return b.String()
}

func indented(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }

// uncovered lists the rules that fired in no test, or in every one.
func (t *TestReport) uncovered(rules test.Cover) {
	for _, r := range rules {
		what := "fired in no test"
		switch {
		case r.Fired && (r.Passed || r.Always):
			continue
		case r.Fired:
			what = "fired in every test that got to it"
		}
		fmt.Fprintf(t.Out, "%s: %s: rule %s%s %s\n", t.place(r.Pos), Printable(r.Hook), ruleTitle(r.Number, r.ID), inBrackets(r.Doc), what)
	}
}

func (t *TestReport) summary(r test.Report, covered bool) {
	word, name := Good.Sprint("ok  "), r.Name(t.display)
	if len(r.Tests) == 0 {
		word = Faint.Sprint("-   ")
	}
	failed, rules := "", ""
	if n := r.Failed(); n > 0 {
		word, failed = Bad.Sprint("FAIL"), fmt.Sprintf(", %d failed", n)
	}
	if n := len(r.Cover); n > 0 {
		rules = fmt.Sprintf(", %d of %d rules fired", r.Cover.Fired(), n)
	}
	if !covered {
		word = Bad.Sprint("FAIL")
		rules += fmt.Sprintf(", want %v%%", t.CoverMin)
	}
	tests := "tests"
	if len(r.Results) == 1 {
		tests = "test"
	}
	fmt.Fprintf(t.Out, "%s  %s  %d %s%s%s, %.1f s\n", word, name, len(r.Results), tests, failed, rules, r.Took.Seconds())
}
