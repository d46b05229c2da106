package facts

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/host"
)

// A write by a path goes where its links lead, and to all names of a file.
func TestFollowed(t *testing.T) {
	home := t.TempDir()
	at := func(name string) string { return filepath.Join(home, filepath.FromSlash(name)) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Skip(err)
		}
	}
	for _, dir := range []string{"own/deep", "w/sub", "other"} {
		must(os.MkdirAll(at(dir), 0o700))
	}
	for _, name := range []string{"own/deep/a.cue", "s.json", "w/plain", "w/one"} {
		must(os.WriteFile(at(name), nil, 0o600))
	}
	must(os.Symlink(at("own"), at("w/l")))
	must(os.Symlink("../l", at("w/sub/m")))
	must(os.Symlink("l/deep/new.cue", at("w/none")))
	must(os.Symlink(home, at("other/home")))
	for name, to := range map[string]string{"w/h.cue": "own/deep/a.cue", "w/h.json": "s.json", "w/two": "w/one"} {
		must(os.Link(at(to), at(name)))
	}
	where := host.Host{Dir: at("w"), Home: home, Getenv: func(string) string { return "" }}
	for _, row := range []struct {
		how, path, to string
		deep          bool
	}{
		{"write", "w/l/deep/a.cue", "own/deep/a.cue", false},
		{"write", "w/l/x.cue", "own/x.cue", false},
		{"write", "w/sub/m/x.cue", "own/x.cue", false},
		{"create", "w/l", "own", false},
		{"mode", "w/l", "own", false},
		{"write", "w/none", "own/deep/new.cue", false},
		{"write", "other/home/s.json", "s.json", false},
		{"delete", "w/l", "", false},
		{"move", "w/l", "", false},
		{"delete", "w/l", "own", true},
		{"delete", "w/l/deep/a.cue", "own/deep/a.cue", false},
		{"delete", "w/l/*", "own/deep", false},
		{"write", "w/l/*/x.cue", "own/*/x.cue", false},
		{"edit", "w/l/**/*.cue", "own/**/*.cue", false},
		{"write", "w/?/deep/*.cue", "own/deep/*.cue", false},
		{"write", "w/s*/x/y", "", false},
		{"write", "w/plain", "", false},
		{"write", "w/new", "", false},
		{"link", "w/l", "own", false},
		{"argument", "w/sub/m", "own", false},
		{"write", "w/h.cue", "own/deep/a.cue", false},
		{"write", "w/h*.cue", "own/deep/a.cue", false},
		{"append", "w/h.json", "s.json", false},
		{"delete", "w/h.json", "", false},
		{"write", "w/two", "", false}, // on which no hook depends
	} {
		if runtime.GOOS == "windows" && row.path[:3] == "w/h" {
			continue
		}
		file := effects.File{Path: at(row.path), How: row.how, Deep: row.deep}
		want := []any{file}
		if row.to != "" {
			led := file
			led.Path = at(row.to)
			want = append(want, led)
		}
		found, err := follow(&engine.Call{Host: &where}, []any{file}, []any{"~/s.json", "~/own"})
		if err != nil || !slices.Equal(found, want) {
			t.Errorf("%s %s: found %v (%v), want %v", row.how, row.path, found, err, want)
		}
	}
	if runtime.GOOS != "windows" {
		for via, to := range map[string]string{"/w/l/../s.json": "s.json", "/w/sub/m/../new/x.json": "new/x.json"} {
			file := effects.File{Path: at("w/clean"), How: "write", Via: home + via}
			led := file
			led.Path = at(to)
			if found, err := follow(&engine.Call{Host: &where}, []any{file}, nil); err != nil || !slices.Equal(found, []any{file, led}) {
				t.Errorf("%s: found %v (%v), want %v", via, found, err, to)
			}
		}
	}
	if _, err := follow(&engine.Call{Host: &where}, []any{1}, nil); err == nil {
		t.Error("found no error where a number is no file")
	}
}
