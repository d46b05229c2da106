package plan

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/tidwall/gjson"
)

// A Shape is the type of a JSON value: of an event, or of a settings file. Reading through it
// always yields a value of that type.
type Shape struct {
	Kind   string // string, int, number, bool, object, list or any
	Fields map[string]*Shape
	Open   bool   // an object may have other fields
	Item   *Shape // of a list

	Default json.RawMessage // replaces an absent or faulty value
	Min     *float64        // the smallest valid number
	Join    bool            // a list is appended to the default
}

// Read returns v as a value of the shape: string, int, float64, bool, map[string]any, []any or, for
// any, what JSON holds. fault is called for values of another type with their dotted path; it may
// be nil.
func (s *Shape) Read(v gjson.Result, fault func(path, found, want string)) any {
	return s.read("", v, fault)
}

func (s *Shape) read(path string, v gjson.Result, fault func(path, found, want string)) any {
	switch s.Kind {
	case "object":
		return s.readObject(path, v, fault)
	case "any":
		if !v.Exists() {
			return s.fallback()
		}
		return value(v)
	}
	if !v.Exists() {
		return s.fallback()
	}
	switch {
	case s.Kind == "string" && v.Type == gjson.String:
		return v.String()
	case s.Kind == "bool" && v.IsBool():
		return v.Bool()
	case s.Kind == "number" && v.Type == gjson.Number && (s.Min == nil || v.Num >= *s.Min):
		return v.Num
	case s.Kind == "int" && v.Type == gjson.Number && v.Num == math.Trunc(v.Num) && math.Abs(v.Num) < 1<<62 && (s.Min == nil || v.Num >= *s.Min):
		return int(v.Int())
	case s.Kind == "list" && v.IsArray():
		list := []any{}
		if s.Join {
			list, _ = s.fallback().([]any)
		}
		v.ForEach(func(_, item gjson.Result) bool {
			if s.Item == nil {
				list = append(list, value(item))
			} else {
				list = append(list, s.Item.read(path, item, fault))
			}
			return true
		})
		return list
	}
	if fault != nil {
		fault(path, v.Raw, s.want())
	}
	return s.fallback()
}

func (s *Shape) readObject(path string, v gjson.Result, fault func(path, found, want string)) any {
	if v.Exists() && !v.IsObject() && fault != nil {
		fault(path, v.Raw, "an object")
	}
	return s.readMembers(path, objectOf(v), fault)
}

// readMembers reads an object whose members are parsed.
func (s *Shape) readMembers(path string, in object, fault func(path, found, want string)) any {
	out := make(map[string]any, len(s.Fields))
	for i := range in {
		item := &in[i]
		switch f, ok := s.Fields[item.name]; {
		case ok && f.Kind == "object" && item.value.IsObject():
			out[item.name] = f.readMembers(join(path, item.name), item.object(), fault)
		case ok:
			out[item.name] = f.read(join(path, item.name), item.value, fault)
		case s.Open:
			out[item.name] = value(item.value)
		}
	}
	for name, f := range s.Fields {
		if _, ok := out[name]; !ok {
			out[name] = f.read(join(path, name), gjson.Result{}, fault)
		}
	}
	return out
}

// value decodes any JSON. gjson's own Value rescans nested values at each level.
func value(v gjson.Result) any {
	if !v.IsObject() && !v.IsArray() {
		return v.Value()
	}
	var out any
	if json.Unmarshal([]byte(v.Raw), &out) != nil { // nested too deeply
		return nil
	}
	return out
}

// KindOf names the type of a value in messages.
func KindOf(v gjson.Result) string {
	switch {
	case v.IsObject():
		return "an object"
	case v.IsArray():
		return "a list"
	case v.Type == gjson.String:
		return "a text"
	case v.Type == gjson.Number:
		return "a number"
	case v.Type == gjson.Null:
		return "nothing"
	}
	return v.Raw
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (s *Shape) want() string {
	switch {
	case s.Kind == "int" && s.Min != nil:
		return fmt.Sprintf("a whole number from %v", *s.Min)
	case s.Kind == "int":
		return "a whole number"
	case s.Kind == "number" && s.Min != nil:
		return fmt.Sprintf("a number from %v", *s.Min)
	case s.Kind == "bool":
		return "true or false"
	}
	return "a " + s.Kind
}

// fallback returns the default, or the zero value of the kind.
func (s *Shape) fallback() any {
	if s.Default != nil {
		plain := *s
		plain.Default, plain.Min, plain.Join = nil, nil, false
		return plain.read("", gjson.ParseBytes(s.Default), nil)
	}
	switch s.Kind {
	case "string":
		return ""
	case "int":
		return 0
	case "number":
		return 0.0
	case "bool":
		return false
	case "list":
		return []any{}
	case "object":
		return map[string]any{}
	}
	return nil
}

// At returns the shape at a path of fields, nil if there is none.
func (s *Shape) At(path []string) *Shape {
	for _, name := range path {
		if s == nil {
			return nil
		}
		s = s.Fields[name]
	}
	return s
}
