package show

import (
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/engine/files"

	"github.com/jedib0t/go-pretty/v6/text"
)

// nested returns the fields of a fact's result, given its call, if some have fields of their own;
// nil if the result fits on a line.
func nested(call string) []engine.Field {
	name, _, _ := strings.Cut(call, "(")
	f, ok := full.All().Map()[name]
	if !ok { // a table or a query
		return nil
	}
	fields := f.Fields()
	if !slices.ContainsFunc(fields, func(f engine.Field) bool { return len(f.Fields) > 0 }) {
		return nil
	}
	return fields
}

// A valueTree writes a fact's result with a line for each field, in the order of its type. It omits
// empty, zero and false values. If an object was written before, it repeats only the beginning.
type valueTree struct {
	tracePrinter
	written map[string]bool
}

// values writes an object, or each item of a list, at a depth.
func (t valueTree) values(v any, fields []engine.Field, depth int) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			t.values(item, fields, depth)
		}
	case map[string]any:
		t.object("", v, fields, depth)
	}
}

// object writes an object: its first field after the label, then the others below.
func (t valueTree) object(label string, v map[string]any, fields []engine.Field, depth int) {
	i := slices.IndexFunc(fields, func(f engine.Field) bool { return !empty(v[f.Name]) })
	if i < 0 {
		return
	}
	whole := string(files.JSON(v))
	first := fields[i]
	if inner, ok := v[first.Name].(map[string]any); ok && len(first.Fields) > 0 {
		t.object(label+first.Name+" ", inner, first.Fields, depth)
	} else {
		t.leaf(label+first.Name, v[first.Name], depth)
	}
	if t.written[whole] {
		return
	}
	t.written[whole] = true
	t.below(func() {
		for _, f := range fields {
			if f.Name != first.Name {
				t.field(f, v[f.Name], depth+1)
			}
		}
	})
}

// field writes a field under its name.
func (t valueTree) field(f engine.Field, v any, depth int) {
	object, single := v.(map[string]any)
	switch {
	case empty(v):
	case len(f.Fields) == 0:
		t.leaf(f.Name, v, depth)
	case single:
		t.object(f.Name+" ", object, f.Fields, depth)
	default:
		t.line("%s", f.Name)
		t.below(func() { t.values(v, f.Fields, depth+1) })
	}
}

// stepWidth is the maximum width of an indent, in columns.
const stepWidth = 3

// leaf writes a scalar, shortened to the rest of the line.
func (t valueTree) leaf(name string, v any, depth int) {
	t.line("%s", text.Snip(fmt.Sprintf("%s %s", name, files.JSON(v)), t.width-stepWidth*(depth+1), "…"))
}

// empty reports whether a value is empty, zero or false throughout.
func empty(v any) bool {
	switch v := v.(type) {
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !empty(item) })
	case map[string]any:
		for _, item := range v {
			if !empty(item) {
				return false
			}
		}
		return true
	}
	return v == nil || v == "" || v == false || v == 0 || v == 0.0
}
