package show

import (
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
)

// People read of a fact's fields what their tags say.
func TestFieldsAreDocumented(t *testing.T) {
	var look func(of string, fields []engine.Field)
	look = func(of string, fields []engine.Field) {
		for _, f := range fields {
			if f.Name == "" || f.Doc == "" {
				t.Errorf("%s: found name %q and doc %q, want both as tags", of, f.Name, f.Doc)
			}
			look(of+"."+f.Name, f.Fields)
		}
	}
	for name, f := range full.All().Map() {
		look(name, f.Fields())
	}
}
