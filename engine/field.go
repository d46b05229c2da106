package engine

import (
	"reflect"
	"strings"
	"time"
)

// A Field is one of what a fact gives, by the tags of the Go type: expr is its
// name, doc what it means, and form what its texts are like, or those of its items.
type Field struct {
	Name   string  `json:"name"`
	Type   string  `json:"type"`           // in words of the rules' language; […] is a list
	Form   string  `json:"form,omitempty"` // as package form has it: a kind, or texts with | between them; "" for any
	Doc    string  `json:"doc,omitempty"`
	Fields []Field `json:"fields,omitempty"` // its own, or those of the items of a list
}

// Fields returns the fields of what a fact gives, in the order of the Go type;
// those of its items if it gives a list, none if it gives a plain value.
func (f Fact) Fields() []Field { return FieldsOf(f.Ask.Type().Out(0)) }

// FieldsOf returns the fields of a type as Fields does.
func FieldsOf(t reflect.Type) []Field { return fieldsOf(structOf(t)) }

func fieldsOf(t reflect.Type) []Field {
	if t == nil {
		return nil
	}
	var all []Field
	for _, f := range reflect.VisibleFields(t) {
		if f.IsExported() {
			all = append(all, Field{f.Tag.Get("expr"), typeName(f.Type), f.Tag.Get("form"), f.Tag.Get("doc"), fieldsOf(structOf(f.Type))})
		}
	}
	return all
}

// structOf returns the struct that a type, or the items of a list, are, and nil for
// what has no fields.
func structOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() {
		return nil
	}
	return t
}

// typeName writes a Go type in words of the rules' language; of a struct the name.
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

// Fields returns the names of the fields of a type that some fact or action gives or
// has within what it gives, by the type's Go name.
func (l Library) Fields(typ string) []string {
	for _, f := range l.Facts {
		if of := within(structOf(f.Ask.Type().Out(0)), typ); of != nil {
			return names(of)
		}
	}
	for _, a := range l.Actions {
		if of := within(structOf(a.Do.Outcome()), typ); of != nil {
			return names(of)
		}
	}
	return nil
}

// names returns the names that rules have for the fields of a struct.
func names(t reflect.Type) []string {
	var all []string
	for _, f := range reflect.VisibleFields(t) {
		if f.IsExported() {
			all = append(all, f.Tag.Get("expr"))
		}
	}
	return all
}

// within returns the struct of a Go name that a struct is or has within it.
func within(t reflect.Type, name string) reflect.Type {
	if t == nil || t.String() == name {
		return t
	}
	for _, f := range reflect.VisibleFields(t) {
		if found := within(structOf(f.Type), name); found != nil {
			return found
		}
	}
	return nil
}
