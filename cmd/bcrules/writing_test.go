package main

import (
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/engine/host"
	"bcrules.dev/schema/page"
	"bcrules.dev/testdata/outlived"
)

// Files that come between the look at a folder and the record of what was written aren't trusted
// with that, neither in a folder without rules nor in a trusted one.
func TestWrittenMeanwhile(t *testing.T) {
	home := outlived.Folder(t)
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", home)
	account := host.System
	t.Cleanup(func() { host.System = account })
	host.System = t.TempDir() // where nobody has an account
	const other = "package rules\nhooks: other: {on: \"Stop\", rules: [{do: inject: message: \"x\"}]}\n"
	for _, was := range []string{"", other} {
		dir := filepath.Join(t.TempDir(), ".claude", "bcrules")
		s := compile.Kept()
		if was != "" {
			put(t, filepath.Join(dir, "was.cue"), was)
			set := layers.Asking(dir, os.Getenv)
			found, err := trust.Read(s, set)
			if err != nil {
				t.Fatal(err)
			}
			if err := trust.Records(set, os.Getenv).Write(found.Record(s)); err != nil {
				t.Fatal(err)
			}
		}
		w := beforeWriting(dir)
		mine := page.File{Path: filepath.Join(dir, "mine.cue"), Data: []byte("package rules\nhooks: mine: {on: \"Stop\", rules: [{do: inject: message: \"x\"}]}\n")}
		put(t, mine.Path, string(mine.Data))
		if r, err := w.record(s, []page.File{mine}, os.Stderr); r == nil || err != nil {
			t.Errorf("found %v, %v of what was written; want it trusted", r, err)
		}
		put(t, filepath.Join(dir, "meanwhile.cue"), "package rules\nhooks: meanwhile: {on: \"Stop\", rules: [{do: inject: message: \"x\"}]}\n")
		if r, err := w.record(s, []page.File{mine}, os.Stderr); r != nil || err != nil {
			t.Errorf("found %v, %v beside a file that came meanwhile; want nothing trusted", r, err)
		}
		if err := os.Remove(filepath.Join(dir, "meanwhile.cue")); err != nil {
			t.Fatal(err)
		}
		put(t, mine.Path, string(mine.Data)+"// by another\n")
		if r, err := w.record(s, []page.File{mine}, os.Stderr); r != nil || err != nil {
			t.Errorf("found %v, %v of a file that others changed since; want nothing trusted", r, err)
		}
	}
}
