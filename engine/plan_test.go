package engine_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"reflect"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts/full"
	"bcrules.dev/engine/files"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

// The cached form of a plan must answer like the one that was compiled.
func TestPlanJSON(t *testing.T) {
	packs, err := fs.ReadDir(rules.FS, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, pack := range packs {
		t.Run(pack.Name(), func(t *testing.T) {
			s, err := schema.New(engine.Tables{Facts: full.All(), Actions: actions.All()}, rules.FS)
			if err != nil {
				t.Fatal(err)
			}
			set, err := s.Compile(rules.Path + "/" + pack.Name())
			if err != nil {
				t.Fatal(err)
			}
			plan := set.Plan
			back := new(engine.Plan)
			// json.Marshal would escape <, > and & in the arguments of steps.
			if err := json.Unmarshal(files.JSON(plan), back); err != nil {
				t.Fatal(err)
			}
			if len(back.Events) == 0 {
				t.Error("no events in the plan")
			}
			for _, d := range differences("plan", reflect.ValueOf(plan), reflect.ValueOf(back)) {
				t.Error(d)
			}
		})
	}
}

// differences says where b is not deeply equal to a, as plain equality of plans
// would not tell in which of some thousand fields.
func differences(path string, a, b reflect.Value) []string {
	if reflect.DeepEqual(a.Interface(), b.Interface()) {
		return nil
	}
	var found []string
	switch {
	case a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil():
		found = differences(path, a.Elem(), b.Elem())
	case a.Kind() == reflect.Struct:
		for i := range a.NumField() {
			found = append(found, differences(path+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))...)
		}
	case a.Kind() == reflect.Map && a.Len() == b.Len() && a.IsNil() == b.IsNil():
		for _, k := range a.MapKeys() {
			if other := b.MapIndex(k); other.IsValid() {
				found = append(found, differences(fmt.Sprintf("%s[%v]", path, k), a.MapIndex(k), other)...)
			}
		}
	case a.Kind() == reflect.Slice && a.Type().Elem().Kind() != reflect.Uint8 && a.Len() == b.Len() && a.IsNil() == b.IsNil():
		for i := range a.Len() {
			found = append(found, differences(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i))...)
		}
	}
	if found == nil {
		found = []string{fmt.Sprintf("%s: %s became %s", path, show(a), show(b))}
	}
	return found
}

func show(v reflect.Value) string {
	if raw, ok := v.Interface().(json.RawMessage); ok {
		return fmt.Sprintf("%q", raw)
	}
	return fmt.Sprintf("%#v", v.Interface())
}
