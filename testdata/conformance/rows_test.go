package conformance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/rules"
	"bcrules.dev/schema/test"
	"bcrules.dev/testdata/built"
)

// A specification is a document whose rows a pack follows.
type specification struct {
	Pack     string
	Settings string            // folder of tests with other settings; "" for none
	Rows     []int             // the number of each hook's rows
	Added    map[string]int    // rows added to a hook's, by its number: 7.+1
	Open     map[string]string // rows without tests, or hooks with such rows, and why
}

// Each row of a specification has a test that fires it and one that doesn't. rows.json has the
// number of rows; NAME.rows.md is the table of rows and tests, which UPDATE=1 writes anew.
func TestRows(t *testing.T) {
	data, err := os.ReadFile("rows.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]specification
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	built.Storekeeper(t)
	for name, s := range all {
		t.Run(name, func(t *testing.T) { s.rows(t, name+".rows.md") })
	}
}

// rows compares the tests of a specification's rows with the table in a file.
func (s specification) rows(t *testing.T, file string) {
	if _, err := fs.Stat(rules.FS, s.Pack); err != nil {
		t.Skipf("there is no pack %s", s.Pack)
	}
	tests := s.tests(t)
	var b strings.Builder
	b.WriteString("<!-- Written by UPDATE=1 go test ./testdata/conformance -run TestRows -->\n\n| row | hook | fires it | passes it over |\n|---|---|---|---|\n")
	unused := maps.Clone(s.Open)
	for _, row := range s.names() {
		fires, passes := tests[row+" fires"], tests[row+" passes"]
		if fires != nil && passes != nil {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", row, fires.Hook, place(fires), place(passes))
			continue
		}
		hook, _, _ := strings.Cut(row, ".")
		of := row
		if s.Open[of] == "" {
			of = hook
		}
		if delete(unused, of); s.Open[of] == "" {
			t.Errorf("row %s: found tests %t and %t, want one that fires it and one that passes it over", row, fires != nil, passes != nil)
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | | |\n", row, s.Open[of])
	}
	for of := range unused {
		t.Errorf("found %s to be open, and each of its rows has tests", of)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != b.String() {
		t.Errorf("%s is not what the tests say (%v); UPDATE=1 writes it", file, err)
	}
}

// names returns the rows in their order.
func (s specification) names() (all []string) {
	for hook, n := range s.Rows {
		number := strconv.Itoa(hook + 1)
		for i := range n {
			all = append(all, fmt.Sprintf("%s.%d", number, i+1))
		}
		for i := range s.Added[number] {
			all = append(all, fmt.Sprintf("%s.+%d", number, i+1))
		}
	}
	return all
}

// tests returns the tests of the pack and of its settings by name. It runs those of the settings;
// packs' own tests run beside the packs.
func (s specification) tests(t *testing.T) map[string]*test.Test {
	t.Helper()
	schema := compile.Schema()
	folders := []string{path.Join(rules.Path, s.Pack)}
	if s.Settings != "" {
		folders = append(folders, s.Settings)
	}
	all := map[string]*test.Test{}
	for _, folder := range folders {
		set, err := test.Read(schema, folder)
		if err != nil {
			t.Fatal(err)
		}
		for i := range set.Tests {
			all[set.Tests[i].Name] = &set.Tests[i]
		}
		if folder != s.Settings {
			continue
		}
		for _, r := range compile.Runner().Run(set).Results {
			for _, f := range r.Failures {
				t.Errorf("%s: %s: %s", r.Test.Pos, r.Test.Name, f)
			}
		}
	}
	return all
}

// place returns where a row's test is.
func place(x *test.Test) string {
	return x.Name + " (" + path.Base(x.Pos.File) + ")"
}
