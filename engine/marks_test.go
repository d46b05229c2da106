package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// A register has the keys that it lists, and looks at the claim of each key that is asked for.
func TestRegisterHas(t *testing.T) {
	dir := t.TempDir()
	claimed := []string{"k", "a/b", ".hidden", "%41", "ü,ö", "A", strings.Repeat("long", 50), strings.Repeat("ö", 99)}
	listed := []string{"l", "with, comma", "%2C", "x y"}
	r := &Register{host: &host.Host{Now: time.Now}, env: []string{"of the environment"}, list: files.At(filepath.Join(dir, "list")), dir: files.At(filepath.Join(dir, "claims"))}
	if err := r.open(true); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, key := range claimed {
		if done, err := r.Claim(key); !done || err != nil {
			t.Fatal(key, done, err)
		}
	}
	if err := files.WriteKeys(r.list, listed); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "claims", files.ClaimName("A")), old, old); err != nil {
		t.Fatal(err)
	}
	all, err := r.Keys()
	young, err2 := r.KeysWithin(time.Minute)
	if err != nil || err2 != nil || len(all) != len(claimed)+len(listed)+1 || len(young) != len(claimed)-1 {
		t.Fatal(all, err, young, err2)
	}
	for _, key := range append(all, "", "b", "hidden", "%2541", "comma", "with", "%3DX", strings.Repeat("long", 51), "..", "a") {
		if is, err := r.Has(key); err != nil || is != slices.Contains(all, key) {
			t.Errorf("Has(%q): found %t (%v), want it as in %q", key, is, err, all)
		}
		if is, err := r.HasWithin(key, time.Minute); err != nil || is != slices.Contains(young, key) {
			t.Errorf("HasWithin(%q): found %t (%v), want it as in %q", key, is, err, young)
		}
	}
}
