package test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/encoding/json"
)

// A Constraint is what a test expects of a value.
type Constraint struct {
	Pos  plan.Pos
	Text string // as written

	schema *schema.Schema
	value  cue.Value
}

// A Difference is a place where a value doesn't meet a constraint.
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

// nothing stands for no value, found or wanted.
const nothing = "nothing"

// Check returns the places where a value, given as JSON, doesn't meet the constraint. A field that
// the constraint names must exist. Constraints of one schema may be checked concurrently.
func (c *Constraint) Check(got []byte) (found []Difference) {
	c.schema.Locked(func(ctx *cue.Context) { found = c.check(ctx, got) })
	return found
}

// check closes the value like a definition, so that the constraint isn't met by adding a field to
// it.
func (c *Constraint) check(ctx *cue.Context, got []byte) []Difference {
	const name = "#Got"
	x, err := json.Extract("got", got)
	if err != nil {
		return []Difference{{Found: "text that is not JSON", Want: c.Text}}
	}
	v := ctx.BuildFile(&ast.File{Decls: []ast.Decl{&ast.Field{Label: ast.NewIdent(name), Value: x}}}).LookupPath(cue.ParsePath(name))
	err = v.Unify(c.value).Validate(cue.Concrete(true), cue.Final())
	if err == nil {
		return nil
	}
	var found []Difference
	paths := missing(c.value, v, nil) // CUE doesn't report missing fields beside another fault
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

// difference returns what v has at a path and what the constraint wants there. If the constraint
// has a disjunction before the end of the path, it stops there.
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
		d.Want = schema.OneLine(want)
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

// member returns the field or element of v that an element of an error's path refers to.
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

func newConstraint(of *schema.Schema, n schema.Node) *Constraint {
	con := &Constraint{Pos: n.Label().Pos, Text: schema.OneLine(n.Value), schema: of, value: n.Value}
	if x := n.Syntax(); x != nil {
		if text, err := format.Node(x); err == nil {
			con.Text = string(text)
		}
	}
	return con
}

// constraint reads a constraint on values of a kind, nil if there is none. A constraint that can't
// hold, or can't fail, is a fault.
func (r *reader) constraint(what string, n schema.Node, kind cue.Kind) *Constraint {
	if !n.Exists() {
		return nil
	}
	con := newConstraint(r.Schema, n)
	if check, text := con.fault(kind); check != "" {
		n.Faultf(check, "%s: %s", what, text)
	}
	return con
}

// fault returns what is wrong with a constraint on values of a kind, and the name of the check that
// reports it; "" if nothing is.
func (c *Constraint) fault(kind cue.Kind) (check, text string) {
	wants := map[cue.Kind]string{cue.StructKind: "{…}", cue.StringKind: "a text", cue.ListKind: "[…]"}
	switch {
	case c.value.IncompleteKind()&kind == 0:
		return schema.CheckForm, fmt.Sprintf("found %s, want %s", c.value.IncompleteKind(), wants[kind])
	case !c.vacuous(kind):
		return "", ""
	case kind == cue.StructKind:
		return schema.CheckAlways, "holds for every reply, want close({}) for no opinion"
	}
	return schema.CheckAlways, "holds whatever happens, want a constraint or nothing"
}

// vacuous reports whether every value of a kind meets the constraint. CUE decides whether a type
// subsumes another, but treats closed structs and lists as open there, so these must also accept
// sample values that closed ones reject.
func (c *Constraint) vacuous(kind cue.Kind) bool {
	is := func(typ string) (all bool) {
		c.schema.Locked(func(ctx *cue.Context) { all = c.value.Subsume(ctx.CompileString(typ)) == nil })
		return all
	}
	takes := func(got string) bool { return c.Check([]byte(got)) == nil }
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

// after reads what is expected of files.
func (r *reader) after(n schema.Node) []After {
	var all []After
	for name, n := range n.Members() {
		checkPath(name, n)
		folder := strings.HasSuffix(name, "/")
		switch kind := n.IncompleteKind() &^ cue.NullKind; {
		case kind == cue.TopKind&^cue.NullKind:
			n.Faultf(schema.CheckAlways, "%s: holds whatever happens, want null, a text, {…} for JSON or […] for JSON lines", name)
		case folder && kind&^cue.ListKind != 0:
			n.Faultf(schema.CheckForm, "%s: found %s, want null or […], the names in the folder", name, kind)
		case kind != 0 && kind != cue.StringKind && kind != cue.StructKind && kind != cue.ListKind:
			n.Faultf(schema.CheckForm, "%s: found %s, want null, a text, {…} for JSON or […] for JSON lines", name, kind)
		}
		all = append(all, After{name, newConstraint(r.Schema, n)})
	}
	return all
}

// A Kind is the way in which a file is read for a constraint.
type Kind int

// The kinds of files.
const (
	Absent Kind = iota // no file
	Text
	JSON
	Lines // of JSON
)

// Kind returns the way in which a file is read for the constraint.
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
