package settings

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
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
	r := reading{file: f, reported: reported, in: cuecontext.New(), known: map[string]known{}}
	if kinds.Exists() && f.form == &native {
		r.value(f.root, kinds, "", "")
	}
	return r.faults
}

// A reading compares a file with kinds.
type reading struct {
	file     *File
	reported map[plan.Pos]bool // by Faults
	faults   []error
	in       *cue.Context // of the file's values
	known    map[string]known
}

// A known is what was found of a kind, by where that stands and by the texts that narrow it: a file
// may have thousands of entries, and what CUE says of one it says of all that are alike.
type known struct {
	kind     cue.Value
	fits     bool
	required []string
}

// once returns what is known under a key, and finds it where nothing is.
func (r *reading) once(key string, find func() known) known {
	k, ok := r.known[key]
	if !ok {
		k = find()
		r.known[key] = k
	}
	return k
}

// value compares a value, whose path is what, with a kind; at says where that stands.
func (r *reading) value(v hujson.Value, kind cue.Value, what, at string) {
	of := kindsOf[v.Value.Kind()]
	if has := kind.IncompleteKind(); has != cue.BottomKind && has&of.kind == 0 {
		r.fault(v, what, of.text, kind)
		return
	}
	switch of := v.Value.(type) {
	case *hujson.Object:
		last := lastOf(of)
		kind, at = r.narrowed(kind, of, last, at)
		r.object(v, of, last, kind, what, at)
	case *hujson.Array:
		item := r.once(at+"[]", func() known {
			return known{kind: among(kind, cue.ListKind).LookupPath(cue.MakePath(cue.AnyIndex))}
		}).kind
		for i, one := range of.Elements {
			if item.Exists() {
				r.value(one, item, fmt.Sprintf("%s[%d]", what, i), at+"[]")
			}
		}
	case hujson.Literal:
		if !r.any(kind, of, at) && !r.once(at+"="+string(of), func() known { return known{fits: kind.Unify(constant(r.in, of)).Err() == nil} }).fits {
			r.fault(v, what, string(of), kind)
		}
	}
}

// any reports whether a kind is any string, and the value one.
func (r *reading) any(kind cue.Value, v hujson.Literal, at string) bool {
	return v.Kind() == '"' && r.once(at+" any", func() known { return known{fits: fmt.Sprint(kind) == "string"} }).fits
}

// lastOf returns the positions of an object's members by their names. The last of several counts.
func lastOf(of *hujson.Object) map[string]int {
	last := make(map[string]int, len(of.Members))
	for i, m := range of.Members {
		last[named(m)] = i
	}
	return last
}

// object compares the members of an object with a kind, and reports required ones that are missing.
func (r *reading) object(v hujson.Value, of *hujson.Object, last map[string]int, kind cue.Value, what, at string) {
	for i, m := range of.Members {
		name := named(m)
		if member := r.member(kind, name, at); member.Exists() && last[name] == i {
			r.value(m.Value, member, joined(what, name), at+"."+strconv.Quote(name))
		}
	}
	required := r.once(at+" required", func() known { return known{required: required(kind)} }).required
	for _, name := range required {
		if _, ok := last[name]; !ok {
			r.fault(v, joined(what, name), "nothing", kind.LookupPath(cue.MakePath(cue.Str(name).Required())))
		}
	}
}

// member returns the kind of an object's member; it doesn't exist if there is none.
func (r *reading) member(kind cue.Value, name, at string) cue.Value {
	return r.once(at+"."+strconv.Quote(name), func() known {
		return known{kind: kind.LookupPath(cue.MakePath(cue.Str(name).Optional()))}
	}).kind
}

// required returns the names of the members that an object of a kind must have.
func required(kind cue.Value) (names []string) {
	fields, err := kind.Fields(cue.Optional(true))
	for err == nil && fields.Next() {
		if fields.FieldType()&cue.RequiredConstraint != 0 {
			names = append(names, fields.Selector().Unquoted())
		}
	}
	return names
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

// narrowed returns a kind narrowed by the strings of an object, such as its type, and where that
// stands.
func (r *reading) narrowed(kind cue.Value, of *hujson.Object, last map[string]int, at string) (cue.Value, string) {
	kind = r.once(at+"{}", func() known { return known{kind: among(kind, cue.StructKind)} }).kind
	at += "{}"
	for i, m := range of.Members {
		name := named(m)
		l, ok := m.Value.Value.(hujson.Literal)
		if !ok || l.Kind() != '"' || last[name] != i {
			continue
		}
		if member := r.member(kind, name, at); !member.Exists() || r.any(member, l, at+"."+strconv.Quote(name)) {
			continue
		}
		at += strconv.Quote(name) + "=" + string(l) + ";"
		kind = r.once(at, func() known {
			narrow := kind.FillPath(cue.MakePath(cue.Str(name)), l.String())
			if narrow.Err() != nil {
				narrow = kind
			}
			return known{kind: narrow}
		}).kind
	}
	return kind, at
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
