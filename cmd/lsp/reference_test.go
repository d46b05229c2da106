package lsp

import (
	"maps"
	"slices"
	"testing"

	"bcrules.dev/schema"
)

// The fields of a rule set, and the fields in which authors choose names, are those of the schema.
func TestKnownFields(t *testing.T) {
	r := testReference()
	is := map[string]bool{"tests": true} // of test files
	for label := range schema.Members(r.Def("#Rules")) {
		is[label] = true
	}
	if !maps.Equal(is, known) {
		t.Errorf("found %v known of a rule set, want %v", slices.Sorted(maps.Keys(known)), slices.Sorted(maps.Keys(is)))
	}
	for _, def := range []string{"#Rules", "#Hook", "#Rule", "#Store", "#Table", "#Predicate", "#Choice", "#Query"} {
		for label, v := range schema.Members(r.Def(def)) {
			if chosen := len(r.members(v)) == 0 && field(v, "name").Exists(); chosen != named[label] {
				t.Errorf("%s of %s: found it %t that its fields are names of an author's, want %t", label, def, named[label], chosen)
			}
		}
	}
}
