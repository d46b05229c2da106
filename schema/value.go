package schema

import (
	"errors"
	"fmt"
	"slices"

	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue"
)

// ownFields are the top-level fields of a rule set that have a fixed meaning and so aren't values.
var ownFields = []string{packsField, "hooks", "settings", "marks", "predicates", "choices", "lexicons", "tables", "stores", "log", "mode", "timeout", TestsField}

// A valueReader finds the values of a struct. It reads each on first use.
type valueReader struct {
	of    Node
	label func(name string) (cue.Selector, bool) // false for names that aren't values
	read  map[string]found
}

// A found is the result of looking up a name.
type found struct {
	expr.Value
	ok  bool
	err error
}

// values returns the values of a struct for whose names label has a selector.
func (n Node) values(label func(name string) (cue.Selector, bool)) expr.Values {
	return valueReader{n, label, map[string]found{}}.find
}

func (r valueReader) find(name string) (expr.Value, bool, error) {
	f, known := r.read[name]
	if !known {
		f = r.resolve(name)
		r.read[name] = f
	}
	return f.Value, f.ok, f.err
}

func (r valueReader) resolve(name string) (f found) {
	label, ok := r.label(name)
	if !ok {
		return f
	}
	v := r.of.LookupPath(cue.MakePath(label))
	if !v.Exists() {
		return f
	}
	f.Data, f.Open, f.err = data(v)
	if f.err != nil {
		f.err = fmt.Errorf("%s is no value: %w", name, f.err)
	}
	f.ok = f.err == nil
	return f
}

// hiddenValues returns the values of a package that others don't see, whose names begin with _;
// packages are CUE's identifiers of the package.
func (src *Source) hiddenValues(packages []string) expr.Values {
	return src.Root.values(func(name string) (label cue.Selector, ok bool) {
		if len(name) < 2 || name[0] != '_' || !validName.MatchString(name[1:]) {
			return label, false
		}
		for _, pkg := range packages {
			label = cue.Hid(name, pkg)
			if src.Root.LookupPath(cue.MakePath(label)).Exists() {
				break
			}
		}
		return label, len(packages) > 0
	})
}

// data converts a CUE value to data for expressions. open says that some of it is a default.
func data(v cue.Value) (x any, open bool, err error) {
	v, open = v.Default()
	switch kind := v.Kind(); kind {
	case cue.NullKind:
		return nil, open, nil
	case cue.BoolKind:
		x, err = v.Bool()
	case cue.IntKind:
		var n int64
		n, err = v.Int64()
		x = int(n)
	case cue.NumberKind, cue.FloatKind:
		x, err = v.Float64()
	case cue.StringKind:
		x, err = v.String()
	case cue.ListKind:
		all := []any{}
		list, fault := v.List()
		for err = fault; err == nil && list.Next(); {
			var of bool
			var item any
			item, of, err = data(list.Value())
			all, open = append(all, item), open || of
		}
		x = all
	case cue.StructKind:
		all := map[string]any{}
		fields, fault := v.Fields()
		for err = fault; err == nil && fields.Next(); {
			var of bool
			name := fields.Selector().Unquoted()
			all[name], of, err = data(fields.Value())
			if open = open || of; err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
		}
		x = all
	default:
		if err = v.Err(); err == nil || v.IncompleteKind() != cue.BottomKind {
			err = errors.New("found " + OneLine(v) + ", want data")
		}
	}
	return x, open, err
}

// declares reports whether a name belongs to a table, a query, a predicate or a set of words.
func (e *env) declares(name string) bool {
	if slices.ContainsFunc(e.predicates, func(p *Predicate) bool { return p.of.Name == name }) {
		return true
	}
	for _, s := range e.plan.Stores {
		if st := s.Statements[name]; st != nil && st.Query {
			return true
		}
	}
	return e.plan.Tables[name] != nil || e.sets[name] != nil
}

// misspeltAtTop reports whether misspelt would note a top-level name.
func (n Node) misspeltAtTop(name string) bool {
	known, unused := n.src.atTop(func(string) bool { return false })
	return Nearest(name, known) != "" && slices.ContainsFunc(unused, func(n Node) bool { return label(n) == name })
}

// clashes notes values whose names have another meaning.
func (e *env) clashes(root Node) {
	for name, n := range root.Members() {
		fact, table := e.Library.Facts[name].Ask != nil, e.declares(name)
		if !fact && !table && !expr.IsWord(name) && !slices.Contains(reserved, name) {
			continue
		}
		if _, value, _ := e.values(name); !value {
			continue
		}
		if !root.misspeltAtTop(name) {
			checkName(n.Report(), n.Label(), "value", name, []string{name})
		}
	}
}

// spoken returns the names that a new name at a node of a hook must differ from: the given ones,
// those of the language, and name itself if a fact, a value or a table has it.
func (e *env) spoken(at Node, name string, others ...string) []string {
	_, value, _ := e.values(name)
	if (value || e.declares(name)) && at.declares(name) || e.Library.Facts[name].Ask != nil {
		others = append(others, name)
	}
	return append(others, reserved...)
}

// with returns the values under with, nil for none. They may shadow values of the package. A value
// that isn't data is a fault.
func (e *env) with(n Node, taken ...string) expr.Values {
	if !n.Exists() {
		return nil
	}
	values := n.values(func(name string) (cue.Selector, bool) { return cue.Str(name), true })
	var bad []string
	for name, n := range n.Members() {
		if e.declares(name) && n.declares(name) || e.Library.Facts[name].Ask != nil {
			taken = append(taken, name)
		}
		checkName(n.Report(), n.Label(), "with", name, slices.Concat(reserved, taken))
		if _, _, err := values(name); err != nil {
			n.Faultf(CheckForm, "with: %w", err)
			bad = append(bad, name)
		}
	}
	return func(name string) (expr.Value, bool, error) {
		if slices.Contains(bad, name) { // its fault is already noted
			return expr.Value{}, true, nil
		}
		return values(name)
	}
}

// An Each is an each as written; its Name is "" if there is none.
type Each struct {
	Node // its expression
	Name string
}

// each reads an each.
func (e *env) each(n Node, taken ...string) (x Each) {
	count := 0
	for name, n := range n.Members() {
		if count++; count == 1 && checkName(n.Report(), n.Label(), "each", name, e.spoken(n, name, taken...)) {
			x = Each{n, name}
		}
	}
	if n.Exists() && count != 1 {
		n.Faultf(CheckForm, "each: found %d names, want one with the expression of a list", count)
	}
	return x
}
