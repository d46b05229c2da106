package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/encoding/json"
)

// A Constraint is what a test wants of a value.
type Constraint struct {
	Pos  plan.Pos
	Text string // as it was written

	schema *Schema
	value  cue.Value
}

// A Difference is where a value is not as a constraint wants it.
type Difference struct {
	Path  string `json:"path,omitempty"` // names and indexes joined by dots, "" for the value itself
	Found string `json:"found"`          // JSON, or nothing
	Want  string `json:"want"`           // CUE, or nothing
}

func (d Difference) String() string {
	text := fmt.Sprintf("found %s, want %s", d.Found, d.Want)
	if d.Path != "" {
		text = d.Path + ": " + text
	}
	return text
}

// nothing is what is found, or wanted, where there is, or may be, no value.
const nothing = "nothing"

// Check returns where a value, given as JSON, is not as the constraint wants it. A
// field that the constraint names must be there. It may be called side by side
// with others of the same schema.
func (c *Constraint) Check(got []byte) []Difference {
	c.schema.mu.Lock()
	defer c.schema.mu.Unlock()
	return c.check(got)
}

// check closes the value, as a definition is, so that the constraint adds nothing
// to it that it would then satisfy.
func (c *Constraint) check(got []byte) []Difference {
	const name = "#Got"
	x, err := json.Extract("got", got)
	if err != nil {
		return []Difference{{Found: "text that is not JSON", Want: c.Text}}
	}
	v := c.schema.ctx.BuildFile(&ast.File{Decls: []ast.Decl{&ast.Field{Label: ast.NewIdent(name), Value: x}}}).LookupPath(cue.ParsePath(name))
	err = v.Unify(c.value).Validate(cue.Concrete(true), cue.Final())
	if err == nil {
		return nil
	}
	var found []Difference
	paths := missing(c.value, v, nil) // CUE stays silent about them beside another fault
	for _, e := range errors.Errors(err) {
		path := e.Path()
		if len(path) > 0 && path[0] == name {
			path = path[1:]
		}
		paths = append(paths, path)
	}
	for _, path := range paths {
		deeper := slices.ContainsFunc(paths, func(p []string) bool { return len(p) > len(path) && slices.Equal(p[:len(path)], path) })
		if d := c.difference(v, path); !deeper && !slices.Contains(found, d) {
			found = append(found, d)
		}
	}
	return found
}

// missing returns the paths of fields that a constraint names and v lacks.
func missing(want, v cue.Value, path []string) [][]string {
	var all [][]string
	if op, _ := want.Expr(); op == cue.OrOp || want.IncompleteKind() != cue.StructKind || v.IncompleteKind() != cue.StructKind {
		return nil
	}
	fields, err := want.Fields()
	for err == nil && fields.Next() {
		name := fields.Selector().Unquoted()
		at := append(slices.Clone(path), name)
		if got := v.LookupPath(cue.MakePath(cue.Str(name))); !got.Exists() {
			all = append(all, at)
		} else {
			all = append(all, missing(fields.Value(), got, at)...)
		}
	}
	return all
}

// difference says what v has at a path and what the constraint wants there, or
// before it where the constraint is a choice.
func (c *Constraint) difference(v cue.Value, path []string) Difference {
	d := Difference{Found: nothing, Want: nothing}
	want := c.value
	for i, name := range path {
		if op, _ := want.Expr(); op == cue.OrOp {
			path = path[:i]
			break
		}
		want = member(want, name)
	}
	if want.Exists() {
		d.Want = oneLine(want)
	}
	for _, name := range path {
		v = member(v, name)
	}
	if data, err := v.MarshalJSON(); err == nil && v.Exists() {
		d.Found = string(data)
	}
	for i, name := range path {
		if plain, err := strconv.Unquote(name); err == nil {
			path[i] = plain
		}
	}
	d.Path = strings.Join(path, ".")
	return d
}

// member returns the field or element of v that an error's path names.
func member(v cue.Value, name string) cue.Value {
	if i, err := strconv.Atoi(name); err == nil && v.IncompleteKind() == cue.ListKind {
		if m := v.LookupPath(cue.MakePath(cue.Index(i))); m.Exists() {
			return m
		}
		return v.LookupPath(cue.MakePath(cue.AnyIndex))
	}
	if plain, err := strconv.Unquote(name); err == nil {
		name = plain
	}
	if m := v.LookupPath(cue.MakePath(cue.Str(name))); m.Exists() {
		return m
	}
	return v.LookupPath(cue.MakePath(cue.Str(name).Optional()))
}

// oneLine writes a value as CUE.
func oneLine(v cue.Value) string {
	if data, err := v.MarshalJSON(); err == nil {
		return string(data)
	}
	return strings.Join(strings.Fields(fmt.Sprint(v)), " ")
}

func (s *Schema) newConstraint(v cue.Value) *Constraint {
	con := &Constraint{Pos: place(posOf(v)), Text: oneLine(v), schema: s, value: v}
	if x := expression(v); x != nil {
		if text, err := format.Node(x); err == nil {
			con.Text = string(text)
		}
	}
	return con
}

// constraint reads a constraint on values of a kind, nil if there is none. One that
// can't hold, or can't fail, is a fault.
func (c *compiler) constraint(what string, v cue.Value, kind cue.Kind) *Constraint {
	if !v.Exists() {
		return nil
	}
	con := c.newConstraint(v)
	wants := map[cue.Kind]string{cue.StructKind: "{…}", cue.StringKind: "a text", cue.ListKind: "[…]"}
	switch {
	case v.IncompleteKind()&kind == 0:
		c.faultf(checkForm, placeOf(v), "%s: found %s, want %s", what, v.IncompleteKind(), wants[kind])
	case !con.vacuous(kind):
	case kind == cue.StructKind:
		c.faultf(checkAlways, placeOf(v), "%s: holds for every reply, want close({}) for no opinion", what)
	default:
		c.faultf(checkAlways, placeOf(v), "%s: holds whatever happens, want a constraint or nothing", what)
	}
	return con
}

// vacuous reports whether every value of a kind satisfies the constraint. Whether
// one type holds all of another is CUE's to say, but for closed structs and lists,
// which it takes for open ones there: those have to refuse a value.
func (c *Constraint) vacuous(kind cue.Kind) bool {
	is := func(typ string) bool { return c.value.Subsume(c.schema.ctx.CompileString(typ)) == nil }
	takes := func(got string) bool { return c.check([]byte(got)) == nil }
	switch kind {
	case cue.StructKind:
		return is(`{...}`) && takes(`{}`) && takes(`{"bcrules probe": null}`)
	case cue.ListKind:
		item := &Constraint{schema: c.schema, value: c.value.LookupPath(cue.MakePath(cue.AnyIndex))}
		many := strings.Repeat(",null", 1000)
		if !item.value.Exists() {
			return takes(`[]`) && takes(`[null`+many+`]`)
		}
		return takes(`[]`) && (item.vacuous(cue.StringKind) || item.value.IncompleteKind() == cue.ListKind && item.vacuous(cue.ListKind))
	}
	return is(`string`)
}

// after reads what is wanted of files.
func (c *compiler) after(v cue.Value) []After {
	var all []After
	each(v, func(name string, v cue.Value) error {
		c.local(name, v)
		folder := strings.HasSuffix(name, "/")
		switch kind := v.IncompleteKind() &^ cue.NullKind; {
		case kind == cue.TopKind&^cue.NullKind:
			c.faultf(checkAlways, placeOf(v), "%s: holds whatever happens, want null, a text, {…} for JSON or […] for JSON lines", name)
		case folder && kind&^cue.ListKind != 0:
			c.faultf(checkForm, placeOf(v), "%s: found %s, want null or […], the names in the folder", name, kind)
		case kind != 0 && kind != cue.StringKind && kind != cue.StructKind && kind != cue.ListKind:
			c.faultf(checkForm, placeOf(v), "%s: found %s, want null, a text, {…} for JSON or […] for JSON lines", name, kind)
		}
		all = append(all, After{name, c.newConstraint(v)})
		return nil
	})
	return all
}

// A Kind says how a file is read for a constraint.
type Kind int

// The kinds of files.
const (
	Absent Kind = iota // there must be none
	Text
	JSON
	Lines // of JSON
)

// Kind returns how a file is read for the constraint.
func (c *Constraint) Kind() Kind {
	switch c.value.IncompleteKind() &^ cue.NullKind {
	case cue.StringKind:
		return Text
	case cue.StructKind:
		return JSON
	case cue.ListKind:
		return Lines
	}
	return Absent
}
