package schema_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	facts "bcrules.dev/engine/facts/full"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

// The examples in the reference of rule files are right: text after a tab in its comments is a
// rule, or what goes before one.
func TestReferenceExamples(t *testing.T) {
	reference, err := os.ReadFile("rules.cue")
	if err != nil {
		t.Fatal(err)
	}
	s := schema.New(engine.Library{Facts: facts.All().Map(), Actions: actions.All().Map()}, rules.FS)
	found := 0
	for block := range strings.SplitSeq(string(reference), "\n\n") {
		var top, rules []string
		for line := range strings.Lines(block) {
			_, example, ok := strings.Cut(line, "//\t")
			switch {
			case !ok:
			case strings.HasPrefix(example, "{"), strings.HasPrefix(example, "for "):
				rules = append(rules, example)
			default:
				top = append(top, example)
			}
		}
		for _, rule := range rules {
			found++
			dir := t.TempDir()
			text := "package r\n" + strings.Join(top, "") + "hooks: h: {on: [\"PreToolUse\", \"Stop\"], rules: [" + strings.TrimSpace(rule) + "]}\n"
			if err := os.WriteFile(filepath.Join(dir, "r.cue"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Compile(dir); err != nil {
				t.Errorf("%s%v", text, err)
			}
		}
	}
	if found < 6 {
		t.Errorf("found %d examples, want one for each part of a rule that may be new", found)
	}
}
