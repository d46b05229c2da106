package engine

import (
	"cmp"
	"reflect"
	"strings"
	"time"
)

// A Field is a field of a fact's result, read from the tags of the Go type: expr is its name, doc
// its meaning, form the form of its text or of its items. only is a condition on the fields beside
// it, or on those of the value around it. Unless the condition holds, the field is empty, false, 0,
// an endless duration or, within data, nil. given is such a condition, too, which a rule that asks
// for the opposite easily forgets.
type Field struct {
	Name   string  `json:"name"`
	Type   string  `json:"type"`           // in the rules' notation; […] is a list
	Form   string  `json:"form,omitempty"` // as in package form: a kind, or alternatives joined by |; "" for any
	Doc    string  `json:"doc,omitempty"`
	Fields []Field `json:"fields,omitempty"` // its own fields, or those of its items
}

// Fields returns the fields of the fact's result in the order of the Go type; of its items if it is
// a list, none if it is a plain value.
func (f Fact) Fields() []Field { return FieldsOf(f.Ask.Type().Out(0)) }

// FieldsOf returns the fields of a type, as Fields does.
func FieldsOf(t reflect.Type) []Field { return fieldsOf(structOf(t)) }

func fieldsOf(t reflect.Type) []Field {
	if t == nil {
		return nil
	}
	var all []Field
	for _, f := range reflect.VisibleFields(t) {
		if f.IsExported() {
			doc := f.Tag.Get("doc")
			if only := cmp.Or(f.Tag.Get("only"), f.Tag.Get("given")); only != "" && doc != "" {
				doc += "; only if " + only
			}
			all = append(all, Field{f.Tag.Get("expr"), typeName(f.Type), f.Tag.Get("form"), doc, fieldsOf(structOf(f.Type))})
		}
	}
	return all
}

// structOf returns t if it is a struct, or the struct at the bottom of nested lists; nil for types
// without fields.
func structOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() {
		return nil
	}
	return t
}

// typeName returns a Go type in the rules' notation; for a struct, its name.
func typeName(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Time]():
		return "time"
	case reflect.TypeFor[time.Duration]():
		return "duration"
	}
	switch t.Kind() {
	case reflect.Struct:
		return strings.ToLower(t.Name())
	case reflect.Slice:
		return "[" + typeName(t.Elem()) + "]"
	case reflect.Map:
		return "map"
	case reflect.Interface:
		return "any"
	}
	return t.Kind().String()
}

// Fields returns the field names of the type with the given Go name, if some fact or action returns
// it, directly or nested.
func (l Library) Fields(typ string) []string {
	for _, f := range l.Facts {
		if of := structNamed(structOf(f.Ask.Type().Out(0)), typ); of != nil {
			return names(of)
		}
	}
	for _, a := range l.Actions {
		if of := structNamed(structOf(a.Do.Outcome()), typ); of != nil {
			return names(of)
		}
	}
	return nil
}

// names returns the expression names of a struct's fields.
func names(t reflect.Type) []string {
	var all []string
	for _, f := range reflect.VisibleFields(t) {
		if f.IsExported() {
			all = append(all, f.Tag.Get("expr"))
		}
	}
	return all
}

// structNamed returns the struct named name in t: t itself or one nested in it.
func structNamed(t reflect.Type, name string) reflect.Type {
	if t == nil || t.String() == name {
		return t
	}
	for _, f := range reflect.VisibleFields(t) {
		if found := structNamed(structOf(f.Type), name); found != nil {
			return found
		}
	}
	return nil
}
