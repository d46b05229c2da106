package schema

import (
	"reflect"
	"testing"
)

// Kept tables have everything that evaluated ones have, and half of the data is no table.
func TestKeptTables(t *testing.T) {
	whole := evaluated(inOne(ofTables))
	data := whole.encode()
	kept := decodeTables(data)
	if kept == nil {
		t.Fatal("found no table, want what was kept")
	}
	if !alike(reflect.ValueOf(kept.agents()), reflect.ValueOf(whole.agents())) {
		t.Error("agents: found others than those evaluated")
	}
	if !alike(reflect.ValueOf(kept), reflect.ValueOf(whole)) {
		t.Error("events and tools: found others than those evaluated")
	}
	whole.tools["Bash"].traits.Long["x"] = true
	if alike(reflect.ValueOf(kept), reflect.ValueOf(whole)) {
		t.Error("a trait: found no difference, want one")
	}
	if decodeTables(data[:len(data)/2]) != nil || decodeTables(nil) != nil {
		t.Error("found a table in half of what was kept")
	}
}

// alike is reflect.DeepEqual, but ignores functions, and takes nil for empty.
func alike(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Func:
		return true
	case reflect.Pointer, reflect.Interface:
		return a.IsNil() == b.IsNil() && (a.IsNil() || alike(a.Elem(), b.Elem()))
	case reflect.Struct:
		for i := range a.NumField() {
			if !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		for _, key := range a.MapKeys() {
			if other := b.MapIndex(key); !other.IsValid() || !alike(a.MapIndex(key), other) {
				return false
			}
		}
		return a.Len() == b.Len()
	}
	return a.Equal(b)
}
