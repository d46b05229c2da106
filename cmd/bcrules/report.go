package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test"

	"github.com/jstemmer/go-junit-report/v2/junit"
	"github.com/urfave/cli/v2"
)

// A testReport says how the tests of rule sets went, set by set.
type testReport struct {
	*cli.Context
	here   string // the folder that files are named from
	suites junit.Testsuites
	failed bool
	tests  int // that there are
	ran    int // that were to run
}

func (t *testReport) display(file string) string { return schema.Display(file, t.here) }

// place is where something stands, for people.
func (t *testReport) place(p plan.Pos) string {
	p.File = t.display(p.File)
	return p.String()
}

// faults says that a set has faults.
func (t *testReport) faults(layers []string, faults []string) {
	t.failed = true
	t.tests++ // or there may be some
	w := t.App.Writer
	if t.Bool("json") {
		w = t.App.ErrWriter
	}
	for _, f := range faults {
		fmt.Fprintln(w, f)
	}
	t.suites.AddSuite(test.Unreadable(test.Set{Layers: layers}.Name(t.display), faults))
}

// report says how the tests of a set went.
func (t *testReport) report(r test.Report) error {
	t.tests += len(r.Tests)
	t.ran += len(r.Results)
	least := t.Float64("cover-min")
	covered := 100*float64(r.Cover.Fired()) >= least*float64(len(r.Cover))
	t.failed = t.failed || r.Failed() > 0 || !covered
	t.suites.AddSuite(r.JUnit(t.display))
	if t.Bool("json") {
		return r.WriteJSON(t.App.Writer, t.Bool("cover") || t.IsSet("cover-min"), t.display)
	}
	screenOf(t.App.Writer)
	for _, res := range r.Results {
		t.result(res)
	}
	if t.Bool("cover") || !covered {
		t.cover(r.Cover)
	}
	t.summary(r, covered)
	return nil
}

func (t *testReport) result(r test.Result) {
	w := t.App.Writer
	if r.Passed() {
		if t.Bool("verbose") {
			fmt.Fprintf(w, "%s  %s: %s  %s\n", good.Sprint("ok  "), t.place(r.Test.Pos), r.Test.Name, faint.Sprintf("%.1f ms", 1000*r.Took.Seconds()))
		}
		return
	}
	fmt.Fprintf(w, "%s  %s: %s\n", bad.Sprint("FAIL"), t.place(r.Test.Pos), bold.Sprint(r.Test.Name))
	for _, f := range r.Failures {
		step := ""
		if len(r.Test.Steps) > 1 {
			step = fmt.Sprintf("step %d: ", r.Step)
		}
		for line := range strings.Lines(f.String()) {
			// A fault of a rule has its place in it.
			line = strings.ReplaceAll(line, t.here+string(filepath.Separator), "")
			fmt.Fprintf(w, "%s: %s%s\n", t.place(f.Pos), step, strings.TrimSuffix(line, "\n"))
		}
		if f.Want != "" {
			fmt.Fprintf(w, "%s\n  %s\n%s\n  %s\n", bold.Sprint("expected"), indented(f.Want), bold.Sprint("got"), indented(pretty(f.Got)))
		}
	}
	if r.Trace != nil && len(r.Trace.Hooks) > 0 {
		writeTrace(w, r.Trace, t.here)
	} else {
		fmt.Fprintln(w, "no hook is for this event")
	}
	fmt.Fprintln(w)
}

// longLine is from how many bytes on JSON goes over several lines.
const longLine = 100

// pretty writes JSON for people.
func pretty(text string) string {
	var b bytes.Buffer
	if len(text) < longLine || json.Indent(&b, []byte(text), "", "  ") != nil {
		return text
	}
	return b.String()
}

func indented(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }

// cover lists the rules that tests did not fire, or did not pass over.
func (t *testReport) cover(rules test.Cover) {
	for _, r := range rules {
		what := "fired in no test"
		switch {
		case r.Fired && (r.Passed || r.Always):
			continue
		case r.Fired:
			what = "fired in every test that got to it"
		}
		doc := ""
		if r.Doc != "" {
			doc = " (" + r.Doc + ")"
		}
		fmt.Fprintf(t.App.Writer, "%s: %s: rule %s%s %s\n", t.place(r.Pos), r.Hook, ruleTitle(r.Number, r.ID), doc, what)
	}
}

func (t *testReport) summary(r test.Report, covered bool) {
	word, name := good.Sprint("ok  "), r.Name(t.display)
	if len(r.Tests) == 0 {
		word = faint.Sprint("-   ")
	}
	failed, rules := "", ""
	if n := r.Failed(); n > 0 {
		word, failed = bad.Sprint("FAIL"), fmt.Sprintf(", %d failed", n)
	}
	if n := len(r.Cover); n > 0 {
		rules = fmt.Sprintf(", %d of %d rules fired", r.Cover.Fired(), n)
	}
	if !covered {
		word = bad.Sprint("FAIL")
		rules += fmt.Sprintf(", want %v%%", t.Float64("cover-min"))
	}
	tests := "tests"
	if len(r.Results) == 1 {
		tests = "test"
	}
	fmt.Fprintf(t.App.Writer, "%s  %s  %d %s%s%s, %.1f s\n", word, name, len(r.Results), tests, failed, rules, r.Took.Seconds())
}

// end writes what is about all sets and says whether it went well.
func (t *testReport) end() error {
	if name := t.String("junit"); name != "" {
		if err := writeJUnit(name, t.suites); err != nil {
			return err
		}
	}
	switch {
	case t.tests == 0:
		return t.nothing("found no tests, want some in files whose names end in _test.cue; bcrules help test shows one")
	case t.ran == 0 && !t.failed:
		return t.nothing(fmt.Sprintf("--run: found no test whose name matches %s", t.String("run")))
	case t.failed:
		return exitCode(exitFaults)
	}
	return nil
}

// nothing says that nothing was tested, which is no success.
func (t *testReport) nothing(why string) error {
	fmt.Fprintf(t.App.ErrWriter, "bcrules: %s\n", why)
	return exitCode(exitFaults)
}
