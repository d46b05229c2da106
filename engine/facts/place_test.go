package facts

import (
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
)

func TestPlaces(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "project")
	tree(t, dir, map[string]int{"go.mod": 0, "web/package.json": 0, "web/src/ä/x.ts": 0, ".git/HEAD": 0})
	os.WriteFile(filepath.Join(dir, ".git/HEAD"), []byte("ref: refs/heads/main\n"), 0o644)
	tree(t, top, map[string]int{"away/x": 0, "package.json": 0})
	os.Symlink("../away", filepath.Join(dir, "out"))
	os.Symlink("web/src", filepath.Join(dir, "in"))
	os.Symlink("../nowhere/y", filepath.Join(dir, "gone"))
	os.Symlink(dir, filepath.Join(top, "alias"))
	os.Symlink(filepath.Join(dir, "web"), filepath.Join(top, "part"))
	os.Symlink(filepath.Join(dir, "go.mod"), filepath.Join(top, "file"))
	os.Symlink(filepath.Join(dir, "web/none"), filepath.Join(top, "later"))
	os.Symlink("round", filepath.Join(top, "round"))
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ src, want string }{
		{"local('web/../go.mod')", "go.mod"},
		{"local('in/ä/x.ts')", "web/src/ä/x.ts"},
		{"local('in/new/y.ts')", "web/src/new/y.ts"},
		{"local('out/x')", ""},
		{"local('gone')", ""},
		{"local('..')", ""},
		{"local('${D}')", ""},
		{"local('web/$(cat x)/y')", ""},
		{"local('web/$x')", "web/$x"},
		{"local('')", ""},
		{"local('.')", "."},
		{"local('" + top + "/alias/go.mod')", "go.mod"},
		{"local('" + top + "/away/x')", ""},
		{"local('" + real + "/a')", "a"},
		{"above('web/src/ä/x.ts', ['package.json'])", filepath.Join(dir, "web")},
		{"above('web/src/ä/x.ts', ['none', 'go.mod', 'package.json'])", filepath.Join(dir, "web")},
		{"above('web/src/ä/x.ts', 'go.mod')", dir},
		{"above('x', 'package.json')", ""},
		{"above('../x', 'package.json')", ""},
		{"above('', 'go.mod')", ""},
		{"git().branch", "main"},
		{"git().root", dir},
		{"under('" + top + "/alias/web/x.go', 'web')", "true"},
		{"under('" + top + "/alias/web/x.go', '.')", "true"},
		{"under('" + top + "/alias/new/x.go', 'new')", "true"},
		{"under('" + top + "/alias/web/x.go', 'other')", "false"},
		{"under('" + top + "/part/x.go', 'web')", "true"},
		{"under('" + top + "/part/src/../x.go', 'web')", "true"},
		{"under('" + top + "/alias', '.')", "true"}, // no call takes the links away
		{"under('" + top + "/part', 'web')", "true"},
		{"under('" + top + "/file', '.')", "true"},
		{"under('" + top + "/file', 'web')", "false"},
		{"under('" + top + "/later', 'web')", "true"},
		{"under('" + top + "/round', '.')", "false"},
		{"under('" + top + "/away/x', '.')", "false"},
		{"under('" + top + "/gone/x', '.')", "false"},
		{"under('out/x', '.')", "true"}, // by its words, as ever
		{"under('" + dir + "/out/x', '" + top + "/away')", "false"},
		{"under('.', '" + top + "/alias')", "false"},
		{"file('" + top + "/alias/go.mod').rel", "go.mod"},
		{"file('" + top + "/part/package.json').exists", "true"},
		{"read('" + top + "/alias/go.mod')", "go.mod"},
		{"above('" + top + "/alias/web/src/x.ts', 'package.json')", filepath.Join(dir, "web")},
		{"mainProject()", real},
		{"program('ls')", ""}, // without a PATH
	}
	for _, test := range tests {
		if got := ask(t, dir, "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s: %s, want [%s]", test.src, got, test.want)
		}
	}
	linked := filepath.Join(top, "alias")
	for _, test := range []struct{ src, want string }{ // the project opened by the link
		{"under('" + dir + "/web/x.go', 'web')", "true"},
		{"under('" + dir + "', '.')", "true"},
		{"under('.', '" + dir + "')", "true"},
		{"under('" + top + "/away/x', '.')", "false"},
		{"under('" + top + "', '.')", "false"},
		{"file('" + dir + "/go.mod').rel", "go.mod"},
		{"project()", linked},
		{"mainProject()", real},
	} {
		if got := ask(t, linked, "", test.src); got != "["+test.want+"]" {
			t.Errorf("by the link, %s: %s, want [%s]", test.src, got, test.want)
		}
	}
}

func TestProgram(t *testing.T) {
	dir := t.TempDir()
	tree(t, dir, map[string]int{"bin/tool": 0, "bin/text": 0, "bin/folder/x": 0, "tool": 0})
	os.Chmod(filepath.Join(dir, "bin/tool"), 0o755)
	env := map[string]string{"PATH": "relative" + string(os.PathListSeparator) + filepath.Join(dir, "none") + string(os.PathListSeparator) + filepath.Join(dir, "bin"), "PATHEXT": ""}
	h := &host.Host{Getenv: func(name string) string { return env[name] }}
	for name, want := range map[string]string{"tool": filepath.Join(dir, "bin/tool"), "folder": "", "none": "", "": "", "../tool": "", "/bin/sh": ""} {
		if got, err := program.Ask.(engine.Func1[string, string])(&engine.Call{Host: h}, name); got != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", name, got, err, want)
		}
	}
}

func TestTimes(t *testing.T) {
	tests := []struct{ src, want string }{
		{"format(now(), '%Y-%m-%d %H:%M:%S')", "2026-02-09 12:00:00"},
		{"format(now(), '%Y%m%d-%H%M%S ä 100%%')", "20260209-120000 ä 100%"},
		{"format(now(), '%FT%T.%LZ %R', 'UTC')", "2026-02-09T12:00:00.000Z 12:00"},
		{"format(now(), '%H %z', 'Asia/Tokyo')", "21 +0900"},
		{"format(now(), '%a %A %b %B %j %u %V %e %I %p %y %s %Z')", "Mon Monday Feb February 040 1 07  9 12 PM 26 1770638400 UTC"},
		{"format(at(0), '%F %T', 'UTC')", "1970-01-01 00:00:00"},
		{"format(at(1770638400.25), '%T.%L', 'UTC')", "12:00:00.250"},
		{"format(at('1770638400'), '%T', 'UTC')", "12:00:00"},
		{"format(at(-1), '%F', 'UTC')", "1969-12-31"},
		{"now() - at(1770638400 - 90) == duration('90s')", "true"},
		{"format(date('2026-02-09'), '%d.%m.')", "09.02."},
		{"format(now(), '')", ""},
	}
	for _, test := range tests {
		if got := ask(t, t.TempDir(), "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s: %s, want [%s]", test.src, got, test.want)
		}
	}
	for _, seconds := range []any{"x", "", nil, true, 1e300, "NaN"} {
		if got, err := timeOf(seconds); err == nil {
			t.Errorf("at(%v): %v, want a fault", seconds, got)
		}
	}
	for _, layout := range []string{"%", "%Q", "%é"} {
		if got, err := formatted(noon, layout); err == nil {
			t.Errorf("%q: %q, want a fault", layout, got)
		}
	}
}
