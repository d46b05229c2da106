package schema

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// meets reports whether a value meets a definition, and notes what is wrong if it doesn't.
// Required fields are checked separately, as CUE doesn't report a missing one beside any
// other fault.
func (n Node) meets(def cue.Value) bool { return n.meetsUnified(def, n.loose().Unify(def)) }

// meetsUnified is like meets, for a value already unified with def.
func (n Node) meetsUnified(def, joined cue.Value) bool {
	before := n.Report().Faults()
	if err := joined.Validate(cue.Concrete(false), cue.Final()); err != nil {
		r := cueReader{n.src, errorContext{dir: n.src.lastDir(), root: n.src.Root.Value, base: pathOf(n.Value), want: def, hook: n.Hook}}
		for _, f := range r.faults(err, posOf(n.Value)) {
			if !strings.HasSuffix(f.Err.Error(), "required but not present") {
				f.Rule, f.Check = n.Rule, CheckForm
				n.Report().Fault(f)
			}
		}
	}
	if n.IncompleteKind() != cue.StructKind {
		return n.Report().Faults() == before
	}
	for _, name := range requiredNames(def) {
		if !n.Field(name).Exists() && !n.misnames(def, name) {
			n.Report().Faultf(n.Label(), CheckForm, "%s is missing, want it here", name)
		}
	}
	return n.Report().Faults() == before
}

// misnames reports whether an unknown field is meant to be the required one; the fault of the
// unknown field then says enough.
func (n Node) misnames(def cue.Value, field string) bool {
	known := fieldNames(def)
	for name := range n.Members() {
		if !slices.Contains(known, name) && meantField(def, n.Value, name) == field {
			return true
		}
	}
	return false
}

// meantField returns the field of a definition that an unknown name stands for: the one that lists
// the name as an alias or an opposite, else the nearest by spelling, else the only required field
// missing beside it. It returns "" if none qualifies.
func meantField(def, of cue.Value, name string) string {
	known := fieldNames(def)
	also, _ := alsoCalled(def, name)
	if is := cmp.Or(also, Nearest(name, known)); is != "" {
		return is
	}
	unknown := 0
	for other := range Members(of) {
		if !slices.Contains(known, other) {
			unknown++
		}
	}
	lacks := slices.DeleteFunc(requiredNames(def), func(name string) bool { return of.LookupPath(cue.MakePath(cue.Str(name))).Exists() })
	if unknown == 1 && len(lacks) == 1 {
		return lacks[0]
	}
	return ""
}

// requiredNames returns the names of a definition's required fields.
func requiredNames(def cue.Value) (names []string) {
	fields, err := def.Fields(cue.Optional(true))
	for err == nil && fields.Next() {
		if sel := fields.Selector(); sel.ConstraintType() == cue.RequiredConstraint {
			names = append(names, sel.Unquoted())
		}
	}
	return names
}

// loose returns a value without its context, as CUE's evaluator mishandles a value enclosed by a
// definition that was evaluated before.
func (n Node) loose() cue.Value { return n.src.schema.top.Unify(n.Value) }

// incomplete notes why a value is not concrete data.
func (n Node) incomplete(err error) {
	n.src.cueFault(err, posOf(n.Value), errorContext{dir: n.src.lastDir(), root: n.src.Root.Value, hook: n.Hook})
}

// pathOf returns the path of a value in the form that CUE's errors use.
func pathOf(v cue.Value) []string {
	var names []string
	for _, s := range v.Path().Selectors() {
		names = append(names, s.String())
	}
	return names
}

// checkName reports whether a name is valid and not taken, and notes a fault if it isn't.
func checkName(r *Report, at Place, what, name string, taken []string) bool {
	switch {
	case strings.Contains(name, "${"):
		r.Faultf(at, CheckForm, "%s: found ${ in a name, which is not filled in; want a plain name such as started", what)
	case !validName.MatchString(name):
		r.Faultf(at, CheckForm, "%s: found %q, want a name such as started", what, name)
	case expr.IsWord(name):
		r.Faultf(at, CheckForm, "%s: %s is a word of expressions, want another name", what, name)
	case slices.Contains(taken, name):
		r.Faultf(at, CheckForm, "%s: %s means something else already, want another name", what, name)
	default:
		return true
	}
	return false
}

// reserved are names of the language itself.
var reserved = []string{"event", "settings"}

var validName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// notAllowed returns the error for a field that its definition doesn't allow, with the likely
// correction.
func (r cueReader) notAllowed(path []string) error {
	name := unquoted(path[len(path)-1])
	def, ok := lookup(r.want, path[:len(path)-1])
	if !ok {
		return Unknown("field", name, nil)
	}
	of, _ := lookup(r.root, slices.Concat(r.base, path[:len(path)-1]))
	if field, same := alsoCalled(def, name); field != "" {
		var is []string
		if same && sameKind(of, name, def, field) {
			is = append(is, field)
		}
		return Mistaken(name, is, "unknown field %s, want %s", name, field)
	}
	known := fieldNames(def)
	if slices.Contains(known, name) { // forbidden only by a definition of the author's own
		return fmt.Errorf("found a definition, which is closed, so that %s can't be added to it, want a name that begins with _ in the place of #", name)
	}
	if field := meantField(def, of, name); field != "" && Nearest(name, known) == "" {
		return fmt.Errorf("unknown field %s, want %s", name, field)
	}
	if of := r.partWithField(name); of != "" && Nearest(name, known) == "" {
		return fmt.Errorf("found %s, which is a field of %s, want it there", name, of)
	}
	return Unknown("field", name, known)
}

// sameKind reports whether the value under a name has a kind that the field of a definition
// accepts.
func sameKind(of cue.Value, name string, def cue.Value, field string) bool {
	found, _ := lookup(of, []string{name})
	want, _ := lookup(def, []string{field})
	return found.IncompleteKind()&want.IncompleteKind() != 0
}

// partWithField returns the part of a rule set that has a field of this name; "" if none or
// several do.
func (r cueReader) partWithField(name string) (of string) {
	for def, words := range map[string]string{"#Rules": "the rule set", "#Hook": "a hook", "#Rule": "a rule"} {
		if slices.Contains(fieldNames(r.schema.Def(def)), name) {
			if of != "" {
				return ""
			}
			of = words
		}
	}
	return of
}

// alsoCalled returns the field of a definition that lists name as an alias or an opposite, "" if
// none does. same is false for an opposite, as enabled is of disabled.
func alsoCalled(def cue.Value, name string) (field string, same bool) {
	for field, v := range Members(def) {
		for _, how := range []string{"also", "opposite"} {
			if a := v.Attribute(how); a.Err() == nil && slices.Contains(strings.Split(a.Contents(), ","), name) {
				return field, how == "also"
			}
		}
	}
	return "", false
}

// fieldNames returns the field names of a definition, or of all its alternatives.
func fieldNames(def cue.Value) []string {
	var names []string
	if op, ways := cue.Dereference(def).Expr(); op == cue.OrOp {
		for _, way := range ways {
			names = append(names, fieldNames(way)...)
		}
		return names
	}
	for n := range Members(def) {
		names = append(names, n)
	}
	return names
}
