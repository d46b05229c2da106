package table

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bcrules.dev/engine/files"
)

// The store makes an index once, and again if the file has changed, if the index was made from a
// file written just then, if it is damaged, or if rows have another type.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "rows.json")
	s := Store{filepath.Join(dir, "cache", "tables"), aKey}
	def := &Definition{Row: []Field{{"id", plainText()}, {"at", Type{Kind: "pattern"}}}}
	hourAgo := time.Now().Add(-time.Hour)
	write := func(text string, then time.Time) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
	}
	kept := func() string {
		return s.place(source{Path: files.At(name).Path(), ID: def.ID()}).Path()
	}
	made := func() files.State { // of the index kept now
		info, err := os.Stat(kept())
		if err != nil {
			return files.State{}
		}
		return files.StateOf(info)
	}
	count := func(what string, want int) {
		t.Helper()
		if paths, _ := filepath.Glob(filepath.Join(s.Dir, "*")); len(paths) != want {
			t.Errorf("%s: kept %q, want %d", what, paths, want)
		}
	}
	find := func(what, want string, anew bool, faults int) {
		t.Helper()
		before := made()
		found, err := s.Find(files.At(name), def, def.ID(), Query{"at": {"x"}})
		if got := ids(found.Rows); err != nil || got != want || len(found.Faults) != faults {
			t.Errorf("%s: %q, %q, %v, want %q and %d faults", what, got, found.Faults, err, want, faults)
		}
		if after := made(); (after != before) != anew {
			t.Errorf("%s: made anew %t, want %t", what, !anew, anew)
		}
	}
	if _, err := s.Find(files.At(name), def, def.ID()); !os.IsNotExist(err) {
		t.Errorf("without a file: %v", err)
	}
	write(`[{"id": "a", "at": "x"}, {"id": 1}]`, hourAgo)
	find("at first", "a", true, 1)
	find("unchanged", "a", false, 0)
	write(`[{"id": "b", "at": "x"}, {"id": 1}]`, hourAgo)
	find("same size, same time", "b", true, 0)
	find("unchanged again", "b", false, 0)
	write(`[{"id": "c", "at": "x"}, {"id": 2}]`, time.Now().Add(time.Minute)) // so that it is just written however long this takes
	find("just written", "c", true, 1)
	find("just written, still", "c", true, 0)
	write(`[{"id": "d", "at": "x"}]`, hourAgo)
	find("no faults", "d", true, 0)
	old := kept()
	data, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	for at := range data { // whichever byte it is
		damaged := bytes.Clone(data)
		damaged[at] ^= 0x55
		if err := os.WriteFile(old, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := s.Find(files.At(name), def, def.ID(), Query{"at": {"x"}})
		if got := ids(found.Rows); err != nil || got != "d" {
			t.Fatalf("damaged at %d: %q, %v", at, got, err)
		}
	}
	if err := os.Truncate(old, int64(len(data))/2); err != nil {
		t.Fatal(err)
	}
	find("cut off", "d", true, 0)
	def.Row[0].Type.Default = []byte(`"none"`)
	find("another type", "d", true, 0)
	count("another type", 2)
	if err := os.Chtimes(old, hourAgo, time.Now().Add(-2*unused)); err != nil {
		t.Fatal(err)
	}
	write(`[{"id": "e", "at": "x"}]`, hourAgo)
	find("one is old", "e", true, 0)
	count("one is old", 1)
	if os.Geteuid() != 0 { // only root can give files away
		return
	}
	if err := os.Chown(kept(), 1, 1); err != nil {
		t.Fatal(err)
	}
	find("somebody else's", "e", true, 0)
}

// If processes want an index at once, each gets the rows.
func TestStoreAtOnce(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "rows.json")
	if err := os.WriteFile(name, manyRows(200), 0o644); err != nil {
		t.Fatal(err)
	}
	def := manyDefinition()
	found := make(chan string)
	for range 16 {
		go func() {
			f, err := Store{filepath.Join(dir, "tables"), aKey}.Find(files.At(name), def, def.ID(), Query{"commands": {"run 7"}})
			found <- fmt.Sprint(len(f.Rows), err)
		}()
	}
	for range 16 {
		if got := <-found; got != "1 <nil>" {
			t.Errorf("found %s", got)
		}
	}
}
