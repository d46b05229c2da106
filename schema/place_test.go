package schema

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"

	"github.com/hashicorp/go-multierror"
)

// shipped returns a schema with the facts, actions and packs of the binary.
func shipped(t testing.TB) *Schema {
	t.Helper()
	s := New(engine.Library{Facts: facts.All().Map(), Actions: actions.All().Map()}, rules.FS)
	return s
}

// compileFile compiles a folder with one rule file.
func compileFile(t testing.TB, s *Schema, source string) (*plan.Plan, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rules.cue"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	set, err := s.Compile(dir)
	return set.Plan, err
}

// faultsOf returns what Compile found.
func faultsOf(t testing.TB, err error) []error {
	t.Helper()
	var all *multierror.Error
	if err != nil && !errors.As(err, &all) {
		t.Fatalf("error %v of type %T, want a multierror", err, err)
	}
	if all == nil {
		return nil
	}
	return all.Errors
}

// rule is a file with a hook before tool calls, whose body begins at line 3.
const rule = "package rules\nhooks: h: on: \"PreToolUse\"\n"

// In these sources § precedes the place of the fault.
func TestFaultPlace(t *testing.T) {
	tests := []struct{ name, source string }{
		{"plain literal", `hooks: h: rules: [{when: "event.cwd == '' && §unknown"}]`},
		{"start of a literal", `hooks: h: rules: [{when: "§unknown"}]`},
		{"whole literal, empty", `hooks: h: rules: [{when: "§"}]`},
		{"after an escaped quote", `hooks: h: rules: [{when: "event.cwd == \"a\" && §unknown"}]`},
		{"after an escaped newline", `hooks: h: rules: [{when: "event.cwd == '' &&\n§unknown"}]`},
		{"after an escaped letter", `hooks: h: rules: [{when: "event.cwd == '\u00e9' && §unknown"}]`},
		{"after an escaped letter beyond 16 bits", `hooks: h: rules: [{when: "event.cwd == '\U0001F600' && §unknown"}]`},
		{"after a letter of two bytes", `hooks: h: rules: [{when: "event.cwd == 'é' && §unknown"}]`},
		{"raw literal", `hooks: h: rules: [{when: #"event.cwd == "a" && §unknown"#}]`},
		{"raw literal with an escape", `hooks: h: rules: [{when: #"event.cwd == '\\d' && \#n§unknown"#}]`},
		{"raw literal of two marks", `hooks: h: rules: [{when: ##"event.cwd == '\\d\\#\##u00e9' && §unknown"##}]`},
		{"several lines", "hooks: h: rules: [{when: \"\"\"\n\tevent.cwd == '' &&\n\t§unknown\n\t\"\"\"}]"},
		{"several lines, first", "hooks: h: rules: [{when: \"\"\"\n\t§unknown &&\n\tevent.cwd == ''\n\t\"\"\"}]"},
		{"several lines, deeper than the quotes", "hooks: h: rules: [{when: \"\"\"\n\t\tevent.cwd == '' &&\n\t\t  event.cwd != '' && §unknown\n\t\t\"\"\"}]"},
		{"several lines, an empty one between", "hooks: h: rules: [{when: \"\"\"\n\t\tevent.cwd == '' &&\n\n\t\t§unknown\n\t\t\"\"\"}]"},
		{"several lines, not indented", "hooks: h: rules: [{when: \"\"\"\nevent.cwd == '' &&\n§unknown\n\"\"\"}]"},
		{"several lines with escapes", "hooks: h: rules: [{when: \"\"\"\n\tevent.cwd == \\\"a\\u00e9\\\" &&\n\t'\\t' == '' && §unknown\n\t\"\"\"}]"},
		{"several lines, raw", "hooks: h: rules: [{when: #\"\"\"\n\tevent.cwd == \"\\\\d\" &&\n\t§unknown\n\t\"\"\"#}]"},

		{"field of the event", `hooks: h: rules: [{when: "event.§tool_nmae == ''"}]`},
		{"types that don't fit", `hooks: h: rules: [{when: "event.cwd §== 1"}]`},
		{"condition that is no truth", `hooks: h: rules: [{when: "§event.cwd"}]`},
		{"option of a fact", `hooks: h: rules: [{when: "digest('x', {§item: 1}) == ''"}]`},

		{"template", `hooks: h: rules: [{do: deny: "a ${event.cwd} b ${§unknown}"}]`},
		{"template after escapes", `hooks: h: rules: [{do: deny: "\"é\u00e9\" ${§unknown}"}]`},
		{"template, not closed", `hooks: h: rules: [{do: deny: "a ${event.cwd} §${event"}]`},
		{"template, raw", `hooks: h: rules: [{do: deny: #"a "b" ${§unknown}"#}]`},
		{"template over several lines", "hooks: h: rules: [{do: deny: \"\"\"\n\ta\n\tb ${event.cwd + §unknown}\n\t\"\"\"}]"},
		{"template inside a list", `hooks: h: rules: [{do: spawn: run: ["a", "b", "c ${§unknown}"]}]`},
		{"template inside a struct", `hooks: h: rules: [{do: modify: {a: b: ["${§unknown}"]}}]`},

		{"let", `hooks: h: {let: a: "event.cwd + §unknown", rules: [{when: "a() == ''"}]}`},
		{"let by its type", `hooks: h: {let: a: "event.cwd", rules: [{when: "a() §== 1"}]}`},
		{"condition of the hook", `hooks: h: {when: "event.cwd == '' && §unknown", rules: []}`},

		{"hidden field", "_c: \"event.cwd == '' && §unknown\"\nhooks: h: rules: [{when: _c}]"},
		{"hidden field by way of another", "_c: \"event.cwd == '' && §unknown\"\n_d: _c\nhooks: h: rules: [{when: _d}]"},
		{"field of a hidden struct", "_c: x: \"event.cwd == '' && §unknown\"\nhooks: h: rules: [{when: _c.x}]"},
		{"hidden let", "_l: a: \"event.cwd + §unknown\"\nhooks: h: {let: _l, rules: []}"},
		{"CUE's own let", "let c = \"event.cwd == '' && §unknown\"\nhooks: h: rules: [{when: c}]"},

		{"put together, before the first piece", `_x: "1", hooks: h: rules: [{when: "§unknown && \(_x) == 1"}]`},
		{"put together, after the first piece", `_x: "1", hooks: h: rules: [{when: "event.cwd == '' && §\(_x) == 1 && unknown"}]`},
		{"put together, several lines", "_x: \"1\"\nhooks: h: rules: [{when: \"\"\"\n\tevent.cwd == '' &&\n\t§unknown && \\(_x) == 1\n\t\"\"\"}]"},
		{"put together by +", "_x: \"unknown\"\nhooks: h: rules: [{when: §\"event.cwd == '' && \" + _x}]"},
		{"put together, raw, before the first piece", `_x: "1", hooks: h: rules: [{when: #"'\\d' == '' && §unknown && \#(_x) == 1"#}]`},
	}
	s := shipped(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			source := rule + strings.Replace(test.source, `_x: "1", `, "_x: \"1\"\n", 1)
			before, after, ok := strings.Cut(source, "§")
			if !ok {
				t.Fatal("no § in the source")
			}
			want := fmt.Sprintf("rules.cue:%d:%d", strings.Count(before, "\n")+1, len(before)-strings.LastIndexByte(before, '\n'))
			_, err := compileFile(t, s, before+after)
			found := faultsOf(t, err)
			if len(found) != 1 {
				t.Fatalf("%d faults: %v, want one", len(found), err)
			}
			var e *plan.Error
			if !errors.As(found[0], &e) {
				t.Fatalf("%v of type %T, want an Error", found[0], found[0])
			}
			e.File = filepath.Base(e.File)
			if e.Pos.String() != want {
				t.Errorf("%v, want it at %s of\n%s", e, want, source)
			}
		})
	}
}
