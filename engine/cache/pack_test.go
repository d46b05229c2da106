package cache_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"bcrules.dev/actions"
	"bcrules.dev/engine"
	"bcrules.dev/engine/cache"
	facts "bcrules.dev/engine/facts/full"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
)

// For each event that the agent was seen to send, the stored plan of the pack brewcode has the
// pack's hooks.
func TestPack(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("LocalAppData", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("AppData", t.TempDir())
	s := schema.New(engine.Library{Facts: facts.All().Map(), Actions: actions.All().Map()}, rules.FS)
	set, err := s.Compile(rules.Path + "/brewcode")
	if err != nil {
		t.Fatal(err)
	}
	full := set.Plan
	own := host.Here(os.Getenv).Folders()
	if err := own.MakeKey([]byte("a user's own key")); err != nil {
		t.Fatal(err)
	}
	store, err := cache.Open(own)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Write(rules.Path+"/brewcode", full, cache.Stamp{}); err != nil {
		t.Fatal(err)
	}
	made, err := store.Read(rules.Path + "/brewcode")
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	payloads, err := os.ReadFile(filepath.FromSlash("../../testdata/payloads/claude-code.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(payloads)) {
		var payload struct {
			Name  string
			Input json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &payload); err != nil {
			t.Fatal(err)
		}
		ev, err := plan.ReadEvent(payload.Input)
		if err != nil {
			t.Fatalf("%s: %v", payload.Name, err)
		}
		cached, err := made.For(ev)
		if err != nil {
			t.Errorf("%s: %v", payload.Name, err)
			continue
		}
		got, want := cached.Match(ev, ""), full.Match(ev, "")
		for _, h := range got {
			if err := h.Load(); err != nil {
				t.Errorf("%s: %v", payload.Name, err)
			}
		}
		empty(reflect.ValueOf(want))
		if !reflect.DeepEqual(got, want) {
			a, _ := json.Marshal(got)
			b, _ := json.Marshal(want)
			t.Errorf("%s: hooks\n%s\nwant\n%s", payload.Name, a, b)
		}
		found += len(want)
	}
	if found == 0 {
		t.Error("no event has a hook, want some to")
	}
}

// empty replaces empty values by nil, as storing does.
func empty(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			empty(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			empty(v.Field(i))
		}
	case reflect.Slice:
		if v.Len() == 0 && v.CanSet() {
			v.SetZero()
		}
		for i := range v.Len() {
			empty(v.Index(i))
		}
	case reflect.Map:
		if v.Len() == 0 && v.CanSet() {
			v.SetZero()
		}
		for _, k := range v.MapKeys() { // can't be set themselves, but none is empty
			empty(v.MapIndex(k))
		}
	}
}
