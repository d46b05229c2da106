package settings

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"github.com/tailscale/hujson"
)

// Misread returns, each as a *plan.Error, the values that keep an agent from reading the file, by
// the kinds that it accepts (schema.Agent.Reads); nil if those don't exist. It doesn't repeat what
// Faults returns.
func (f *File) Misread(kinds cue.Value) []error {
	reported := map[plan.Pos]bool{}
	for _, fault := range f.Faults() {
		reported[fault.(*plan.Error).Pos] = true
	}
	r := reading{file: f, reported: reported, in: cuecontext.New()}
	if kinds.Exists() && f.form == &native {
		r.value(f.root, kinds, "")
	}
	return r.faults
}

// A reading compares a file with kinds.
type reading struct {
	file     *File
	reported map[plan.Pos]bool // by Faults
	faults   []error
	in       *cue.Context // of the file's values
}

// value compares a value, whose path is what, with a kind.
func (r *reading) value(v hujson.Value, kind cue.Value, what string) {
	of := kindsOf[v.Value.Kind()]
	if has := kind.IncompleteKind(); has != cue.BottomKind && has&of.kind == 0 {
		r.fault(v, what, of.text, kind)
		return
	}
	switch of := v.Value.(type) {
	case *hujson.Object:
		r.object(v, of, narrowed(kind, of), what)
	case *hujson.Array:
		list := among(kind, cue.ListKind)
		for i, one := range of.Elements {
			if item := list.LookupPath(cue.MakePath(cue.AnyIndex)); item.Exists() {
				r.value(one, item, fmt.Sprintf("%s[%d]", what, i))
			}
		}
	case hujson.Literal:
		if kind.Unify(constant(r.in, of)).Err() != nil {
			r.fault(v, what, string(of), kind)
		}
	}
}

// object compares the members of an object with a kind, and reports required ones that are missing.
func (r *reading) object(v hujson.Value, of *hujson.Object, kind cue.Value, what string) {
	for i, m := range of.Members {
		name := named(m)
		if at := kind.LookupPath(cue.MakePath(cue.Str(name).Optional())); at.Exists() && index(of, name) == i {
			r.value(m.Value, at, joined(what, name))
		}
	}
	fields, err := kind.Fields(cue.Optional(true))
	for err == nil && fields.Next() {
		name := fields.Selector().Unquoted()
		if fields.FieldType()&cue.RequiredConstraint != 0 && index(of, name) < 0 {
			r.fault(v, joined(what, name), "nothing", fields.Value())
		}
	}
}

// among returns the alternative of a disjunction that is of the CUE kind.
func among(kind cue.Value, of cue.Kind) cue.Value {
	if op, either := kind.Eval().Expr(); op == cue.OrOp {
		for _, one := range either {
			if one.IncompleteKind() == of {
				return one
			}
		}
	}
	return kind
}

// narrowed returns a kind narrowed by the strings of an object, such as its type.
func narrowed(kind cue.Value, of *hujson.Object) cue.Value {
	kind = among(kind, cue.StructKind)
	for i, m := range of.Members {
		name := cue.Str(named(m))
		if l, ok := m.Value.Value.(hujson.Literal); ok && l.Kind() == '"' && index(of, named(m)) == i && kind.LookupPath(cue.MakePath(name.Optional())).Exists() {
			if narrow := kind.FillPath(cue.MakePath(name), l.String()); narrow.Err() == nil {
				kind = narrow
			}
		}
	}
	return kind
}

func joined(what, name string) string { return strings.TrimPrefix(what+"."+name, ".") }

// constant returns a literal as a CUE value. A whole number is an integer however it is written.
func constant(in *cue.Context, l hujson.Literal) cue.Value {
	var v any
	json.Unmarshal(l, &v) // it was parsed
	if n, ok := v.(float64); ok && n == float64(int64(n)) {
		return in.Encode(int64(n))
	}
	return in.Encode(v)
}

// kindsOf maps the first byte of a JSON value to its kind in CUE and in words.
var kindsOf = map[hujson.Kind]struct {
	kind cue.Kind
	text string
}{
	'n': {cue.NullKind, "null"}, 'f': {cue.BoolKind, "false"}, 't': {cue.BoolKind, "true"}, '"': {cue.StringKind, "a string"},
	'0': {cue.NumberKind, "a number"}, '{': {cue.StructKind, "an object"}, '[': {cue.ListKind, "a list"},
}

// fault reports a value that isn't of a wanted kind.
func (r *reading) fault(v hujson.Value, what, found string, kind cue.Value) {
	at := r.file.pos(v)
	if r.reported[at] {
		return
	}
	if what != "" {
		what += ": "
	}
	r.faults = append(r.faults, &plan.Error{Pos: at, Err: fmt.Errorf("%sfound %s, want %s: the agent reads nothing of a file that has one", what, found, inWords(kind))})
}

// inWords returns a kind in words, or else as CUE writes it.
func inWords(kind cue.Value) string {
	op, either := kind.Eval().Expr()
	if op == cue.OrOp {
		var all []string
		for _, one := range either {
			all = append(all, inWords(one))
		}
		last := len(all) - 1
		return strings.Join(all[:last], ", ") + " or " + all[last]
	}
	written := fmt.Sprint(kind)
	plain := map[string]string{"string": "a string", "number": "a number", "bool": "true or false"}[written]
	switch kind.IncompleteKind() {
	case cue.BottomKind, cue.StructKind: // its fields depend on what it says
		plain = "an object"
	case cue.ListKind:
		plain = "a list"
	}
	return cmp.Or(plain, written)
}
