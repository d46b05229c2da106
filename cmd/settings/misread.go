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

// Misread returns what keeps an agent from reading any of the file, by the kinds that it takes
// (schema.Agent.Reads), each a *plan.Error; nothing by a value that isn't there. What Faults says it
// doesn't say again.
func (f *File) Misread(kinds cue.Value) []error {
	said := map[plan.Pos]bool{}
	for _, fault := range f.Faults() {
		said[fault.(*plan.Error).Pos] = true
	}
	r := reading{file: f, said: said, in: cuecontext.New()}
	if kinds.Exists() && f.form == &native {
		r.value(f.root, kinds, "")
	}
	return r.faults
}

// A reading holds a file against kinds.
type reading struct {
	file   *File
	said   map[plan.Pos]bool // what is said otherwise
	faults []error
	in     *cue.Context // of what the file has
}

// value holds a value, by the path in what, against a kind.
func (r *reading) value(v hujson.Value, kind cue.Value, what string) {
	of := kindsOf[v.Value.Kind()]
	if has := kind.IncompleteKind(); has != cue.BottomKind && has&of.kind == 0 {
		r.fault(v, what, of.text, kind)
		return
	}
	switch of := v.Value.(type) {
	case *hujson.Object:
		r.object(v, of, telling(kind, of), what)
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

// object holds what is in an object against a kind, and what must be.
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

// among returns the one of several kinds that is one of CUE's.
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

// telling returns a kind as what an object says has it, such as its type.
func telling(kind cue.Value, of *hujson.Object) cue.Value {
	kind = among(kind, cue.StructKind)
	for i, m := range of.Members {
		name := cue.Str(named(m))
		if l, ok := m.Value.Value.(hujson.Literal); ok && l.Kind() == '"' && index(of, named(m)) == i && kind.LookupPath(cue.MakePath(name.Optional())).Exists() {
			if told := kind.FillPath(cue.MakePath(name), l.String()); told.Err() == nil {
				kind = told
			}
		}
	}
	return kind
}

func joined(what, name string) string { return strings.TrimPrefix(what+"."+name, ".") }

// constant returns a literal as CUE has it. A whole number is one however it is written.
func constant(in *cue.Context, l hujson.Literal) cue.Value {
	var v any
	json.Unmarshal(l, &v) // it was parsed
	if n, ok := v.(float64); ok && n == float64(int64(n)) {
		return in.Encode(int64(n))
	}
	return in.Encode(v)
}

// kindsOf are the kinds of JSON as CUE and people call them, by what begins them.
var kindsOf = map[hujson.Kind]struct {
	kind cue.Kind
	text string
}{
	'n': {cue.NullKind, "null"}, 'f': {cue.BoolKind, "false"}, 't': {cue.BoolKind, "true"}, '"': {cue.StringKind, "a string"},
	'0': {cue.NumberKind, "a number"}, '{': {cue.StructKind, "an object"}, '[': {cue.ListKind, "a list"},
}

// fault says what was found where a kind is wanted.
func (r *reading) fault(v hujson.Value, what, found string, kind cue.Value) {
	at := r.file.pos(v)
	if r.said[at] {
		return
	}
	if what != "" {
		what += ": "
	}
	r.faults = append(r.faults, &plan.Error{Pos: at, Err: fmt.Errorf("%sfound %s, want %s: the agent reads nothing of a file that has one", what, found, inWords(kind))})
}

// inWords returns what a kind is, as people write it, or else as CUE does.
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
	case cue.BottomKind, cue.StructKind: // with what it has, which depends on what it says
		plain = "an object"
	case cue.ListKind:
		plain = "a list"
	}
	return cmp.Or(plain, written)
}
