package show

import (
	"strings"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/schema/form"
)

// People read a fact's fields by their tags.
func TestFieldsAreDocumented(t *testing.T) {
	formed := func(of, name, doc string) {
		if name != "" && !form.Known(name) {
			t.Errorf("%s: found the form %s, want one that package form has", of, name)
		}
		for _, value := range form.Of(name).Values {
			if !strings.Contains(doc, value) {
				t.Errorf("%s: found no %s in its doc, want what it may be", of, value)
			}
		}
	}
	var look func(of string, fields []engine.Field)
	look = func(of string, fields []engine.Field) {
		for _, f := range fields {
			if f.Name == "" || f.Doc == "" {
				t.Errorf("%s: found name %q and doc %q, want both as tags", of, f.Name, f.Doc)
			}
			formed(of+"."+f.Name, f.Form, f.Doc)
			look(of+"."+f.Name, f.Fields)
		}
	}
	for name, f := range full.All().Map() {
		look(name, f.Fields())
		formed(name, f.Form, f.Doc)
		for _, w := range f.Words {
			formed(name+"("+w.Param+")", w.Form, f.Doc)
			if f.Param(w.Param) < 0 {
				t.Errorf("%s: found no parameter %s, want one", name, w.Param)
			}
		}
	}
}
