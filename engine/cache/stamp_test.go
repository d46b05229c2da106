package cache

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"bcrules.dev/engine/files"
)

// A project has two rule files, changed an hour ago, and a compiler.
type project struct {
	t                    *testing.T
	dir, a, compiler     string
	changed, wholeSecond time.Time
}

func newProject(t *testing.T) project {
	dir := t.TempDir()
	hour := time.Now().Add(-time.Hour)
	p := project{t, filepath.Join(dir, "rules"), filepath.Join(dir, "rules", "a.cue"), filepath.Join(dir, "bcrules"),
		hour.Truncate(time.Second).Add(123456 * time.Microsecond), hour.Truncate(time.Second)}
	p.must(os.Mkdir(p.dir, 0o755))
	for _, path := range []string{p.a, filepath.Join(p.dir, "b.cue"), p.compiler} {
		p.write(path, "package rules\n", p.changed)
	}
	return p
}

func (p project) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p project) write(path, text string, at time.Time) {
	p.t.Helper()
	p.must(os.WriteFile(path, []byte(text), 0o644))
	p.must(os.Chtimes(path, at, at))
}

func TestFresh(t *testing.T) {
	tests := []struct {
		name   string
		change func(p project)
		fresh  bool
	}{
		{"nothing changed", func(project) {}, true},
		{"another size, same time", func(p project) { p.write(p.a, "package rules\n\n", p.changed) }, false},
		{"another time, same size", func(p project) { p.write(p.a, "package rulez\n", p.changed.Add(time.Nanosecond*100)) }, false},
		{"an older time", func(p project) { p.write(p.a, "package rulez\n", p.changed.Add(-time.Hour)) }, false},
		{"another file in its place, same size and time", func(p project) {
			if runtime.GOOS == "windows" {
				p.t.Skip("files have no number there")
			}
			other := filepath.Join(filepath.Dir(p.dir), "other")
			p.write(other, "package rulez\n", p.changed)
			p.must(os.Rename(other, p.a))
		}, false},
		{"removed", func(p project) { p.must(os.Remove(p.a)) }, false},
		{"renamed", func(p project) { p.must(os.Rename(p.a, filepath.Join(p.dir, "c.cue"))) }, false},
		{"renamed to what is no rule file", func(p project) { p.must(os.Rename(p.a, filepath.Join(p.dir, "a.bak"))) }, false},
		{"added", func(p project) { p.write(filepath.Join(p.dir, "c.cue"), "", p.changed) }, false},
		{"added what is no rule file", func(p project) { p.write(filepath.Join(p.dir, "README.md"), "", p.changed) }, true},
		{"folder gone", func(p project) { p.must(os.RemoveAll(p.dir)) }, false},
		{"compiler touched", func(p project) { p.write(p.compiler, "package rules\n", p.changed.Add(time.Second)) }, false},
		{"compiler gone", func(p project) { p.must(os.Remove(p.compiler)) }, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, s := newProject(t), store(t)
			stamp := Take(time.Now(), []string{p.a, filepath.Join(p.dir, "b.cue")}, []string{p.dir}, p.compiler)
			if len(stamp.Files) != 3 {
				t.Fatalf("stamp of %v, want of two rule files and a compiler", stamp.Files)
			}
			p.must(s.Write(rules, small(), stamp))
			p.must(s.WriteFault(rules, "a fault", stamp, time.Time{}, nil)) // holds as long as the stamp does
			test.change(p)
			compiler := p.compiler
			if _, err := os.Stat(compiler); err != nil {
				compiler = ""
			}
			plan, err := s.Read(rules)
			p.must(err)
			defer plan.Close()
			if got := plan.Fresh(compiler, nil); got != test.fresh {
				t.Errorf("fresh %t, want %t", got, test.fresh)
			}
			if got := s.Fault(rules, compiler, nil) != ""; got != test.fresh {
				t.Errorf("the fault holds: %t, want %t", got, test.fresh)
			}
		})
	}
}

// A plan of another compiler isn't this one's, though neither has changed.
func TestFreshOtherCompiler(t *testing.T) {
	p, s := newProject(t), store(t)
	p.must(s.Write(rules, small(), Take(time.Now(), []string{p.a}, nil, p.compiler)))
	plan, err := s.Read(rules)
	p.must(err)
	defer plan.Close()
	other := p.compiler + "-other"
	p.write(other, "package rules\n", p.changed)
	if !plan.Fresh(p.compiler, nil) || plan.Fresh(other, nil) {
		t.Errorf("fresh %t for its compiler and %t for another, want true and false", plan.Fresh(p.compiler, nil), plan.Fresh(other, nil))
	}
}

// A file changed just before it was compiled may change again and look the same.
func TestRested(t *testing.T) {
	p := newProject(t)
	tests := []struct {
		name    string
		changed time.Time
		began   time.Duration // after that
		rested  bool
	}{
		{"long ago", p.changed, time.Hour, true},
		{"just long enough ago", p.changed, files.RestTime, true},
		{"a moment ago", p.changed, files.RestTime - 1, false},
		{"at once", p.changed, 0, false},
		{"while it was compiled", p.changed, -time.Second, false},
		{"clock far ahead", p.changed, -2 * time.Hour, true},
		{"whole seconds, long enough ago", p.wholeSecond, files.RestTimeCoarse, true},
		{"whole seconds, a moment ago", p.wholeSecond, files.RestTimeCoarse - 1, false},
	}
	for _, test := range tests {
		p.must(os.Chtimes(p.a, test.changed, test.changed))
		s := Take(test.changed.Add(test.began), []string{p.a}, nil, "")
		if got := s.Rested(); got != test.rested {
			t.Errorf("%s: rested %t, want %t", test.name, got, test.rested)
		}
		if !s.Holds("", nil) {
			t.Errorf("%s: doesn't hold", test.name)
		}
	}
	now := time.Now()
	p.must(os.Chtimes(p.compiler, now, now))
	if !Take(now, []string{p.a}, nil, p.compiler).Rested() {
		t.Error("a compiler that was just installed counts, want it not to")
	}
}

// The stamp of a missing file holds until the file exists.
func TestHoldsAbsent(t *testing.T) {
	p := newProject(t)
	absent := filepath.Join(p.dir, "absent.cue")
	s := Take(time.Now(), []string{absent}, nil, "")
	if !s.Holds("", nil) {
		t.Error("doesn't hold while the file is absent")
	}
	p.write(absent, "", p.changed)
	if s.Holds("", nil) {
		t.Error("holds after the file was made")
	}
}

// The stamp of a path itself holds whatever happens in the folder. It doesn't once the folder is
// elsewhere and a link leads there.
func TestHoldsItself(t *testing.T) {
	p := newProject(t)
	s := Take(time.Now(), []string{p.dir + string(filepath.Separator)}, nil, "")
	p.write(filepath.Join(p.dir, "new.cue"), "", p.changed)
	if !s.Holds("", nil) {
		t.Error("doesn't hold after a file came to the folder")
	}
	to := filepath.Join(filepath.Dir(p.dir), "real")
	p.must(os.Rename(p.dir, to))
	if s.Holds("", nil) {
		t.Error("holds after the folder went")
	}
	if err := os.Symlink(to, p.dir); err != nil {
		t.Skip(err)
	}
	if s.Holds("", nil) {
		t.Error("holds where a link leads to the folder")
	}
}
