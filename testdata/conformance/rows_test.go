package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/rules"
	"bcrules.dev/schema/test"
)

// Each row of the specification of Mega Brain has a test that fires it and one that
// passes it over. How many rows a hook has stands in mega-brain.rows.json; the table of
// rows and tests is mega-brain.rows.md, which UPDATE=1 writes anew.
func TestRows(t *testing.T) {
	data, err := os.ReadFile("mega-brain.rows.json")
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	if err := json.Unmarshal(data, &sizes); err != nil {
		t.Fatal(err)
	}
	tests := rowTests(t)
	var b strings.Builder
	b.WriteString("<!-- Written by UPDATE=1 go test ./testdata/conformance -run TestRows -->\n\n| row | hook | fires it | passes it over |\n|---|---|---|---|\n")
	for hook, n := range sizes {
		for i := range n {
			row := fmt.Sprintf("%d.%d", hook+1, i+1)
			fires, passes := tests[row+" fires"], tests[row+" passes"]
			if fires == nil || passes == nil {
				t.Errorf("row %s: found tests %t and %t, want one that fires it and one that passes it over", row, fires != nil, passes != nil)
				continue
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", row, fires.Hook, place(fires), place(passes))
		}
	}
	const file = "mega-brain.rows.md"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != b.String() {
		t.Errorf("%s is not what the tests say (%v); UPDATE=1 writes it", file, err)
	}
}

// rowTests runs the tests of the pack and of its settings, and returns them by name.
func rowTests(t *testing.T) map[string]*test.Test {
	t.Helper()
	s, err := compile.Schema()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*test.Test{}
	for _, folder := range []string{path.Join(rules.Path, "megabrain"), "megabrain"} {
		set, err := test.Read(s, folder)
		if err != nil {
			t.Fatal(err)
		}
		rep := compile.Runner().Run(set)
		for _, r := range rep.Results {
			all[r.Test.Name] = &r.Test
			for _, f := range r.Failures {
				t.Errorf("%s: %s: %s", r.Test.Pos, r.Test.Name, f)
			}
		}
	}
	return all
}

// place is where a row's test is.
func place(x *test.Test) string {
	return x.Name + " (" + path.Base(x.Pos.File) + ")"
}
