package facts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
)

// ask compiles and runs an expression over facts as a rule's template would, in
// a project folder, and returns what it gives as text.
func ask(t *testing.T, dir, home, src string) string {
	t.Helper()
	said := ""
	say := engine.Action{Do: engine.Do[engine.Text](func(_ *engine.Call, s engine.Text) error {
		said = string(s)
		return nil
	})}
	e := &engine.Engine{Facts: All(), Actions: engine.Table[engine.Action]{{Name: "say", Of: &say}}}
	shape, text := &plan.Shape{Kind: "object"}, "[${"+src+"}]"
	scope := expr.NewScope(expr.Facts(e.Facts.Map()), expr.Event(shape))
	template, err := scope.Template(text)
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	step := plan.Step{Action: "say", Args: files.JSON(text), Texts: map[string]plan.Template{text: template}}
	p := &plan.Plan{Events: map[string]*plan.Agenda{"E": {
		Hooks: []plan.Hook{{Name: "h", Event: shape, Reach: expr.Reach([]ast.Node{scope.Parsed(src)}, nil, All().Map(), nil), Facts: expr.Names(scope.Parsed(src)), Rules: []plan.Rule{{Do: []plan.Step{step}}}}},
	}}}
	ev, err := plan.ReadEvent([]byte(`{"hook_event_name":"E"}`))
	if err != nil {
		t.Fatal(err)
	}
	h := &host.Host{Dir: dir, Home: home, Temp: filepath.Join(home, "tmp"), Now: func() time.Time { return noon }, Getenv: func(string) string { return "" }}
	h.Log = &host.Log{Now: h.Now, Stderr: faults{t, src}}
	e.Run(p, ev, h, p.Match(ev, ""))
	return said
}

var noon = time.Date(2026, 2, 9, 12, 0, 0, 0, time.UTC)

// faults makes logged messages faults of the test.
type faults struct {
	t   *testing.T
	src string
}

func (f faults) Write(line []byte) (int, error) {
	f.t.Errorf("%s: %s", f.src, line)
	return len(line), nil
}

// tree makes files of the ages given, in seconds, and folders, whose names end in /.
func tree(t *testing.T, dir string, ages map[string]int) {
	t.Helper()
	for name, age := range ages {
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil && name[len(name)-1] == '/' {
			err = os.MkdirAll(path, 0o755)
		} else if err == nil {
			err = os.WriteFile(path, []byte(name), 0o644)
		}
		at := noon.Add(-time.Duration(age) * time.Second)
		if err == nil {
			err = os.Chtimes(path, at, at)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The project's own name may look like a pattern; only the rule's text is one.
func TestFileFacts(t *testing.T) {
	root := t.TempDir()
	dir, home := filepath.Join(root, "p[a-z]*"), filepath.Join(root, "h[1]")
	tree(t, dir, map[string]int{"a.md": 30, "b.md": 10, "c.txt": 5, "d.md/": 1, "sub/e.md": 2, "x[1].md": 60, ".hidden": 90})
	tree(t, home, map[string]int{"plans/old.md": 100, "plans/new.md": 50})
	tree(t, filepath.Join(root, "px"), map[string]int{"wrong.md": 0})
	tests := []struct{ src, want string }{
		{"map(glob('*.md'), .name)", `["a.md","b.md","d.md","x[1].md"]`},
		{"map(glob('[ab].md'), .name)", `["a.md","b.md"]`},
		{"map(glob('?.txt'), .name)", `["c.txt"]`},
		{"map(glob('*/*.md'), .name)", `["e.md"]`},
		{"map(glob('./*.txt'), .name)", `["c.txt"]`},
		{"map(glob('x\\\\[1].md'), .name)", `["x[1].md"]`},
		{"map(glob('~/plans/*'), .name)", `["new.md","old.md"]`},
		{"len(glob('*.go'))", "0"},
		{"len(glob(''))", "0"},
		{"len(glob('absent/*'))", "0"},
		{"map(glob(project() + '/c.txt'), .name)", `["c.txt"]`},

		{"newest('*.md').name", "b.md"},
		{"newest('*.md').age", "10s"},
		{"newest('d*').exists", "false"}, // folders are left out
		{"newest('*.go').exists", "false"},
		{"newest('~/plans/*.md').name", "new.md"},

		{"file('a.md').exists", "true"},
		{"file('a.md').age", "30s"},
		{"file('a.md').size", "4"},
		{"file('sub').dir", "true"},
		{"file('absent').exists", "false"},
		{"file('absent').age > duration('1000h')", "true"},
		{"file('').exists", "false"},
		{"read('c.txt')", "c.txt"},
		{"read('absent')", ""},
		{"read('')", ""},
	}
	for _, test := range tests {
		if got := ask(t, dir, home, test.src); got != "["+test.want+"]" {
			t.Errorf("%s gives %s, want [%s]", test.src, got, test.want)
		}
	}
	if got, want := ask(t, dir, home, "newest('*.md').path"), "["+filepath.Join(dir, "b.md")+"]"; got != want {
		t.Errorf("newest('*.md').path gives %s, want %s", got, want)
	}
}

func TestBeside(t *testing.T) {
	tests := []struct{ src, want string }{
		{"beside('a/b/PLAN.md', '.lock')", "a/b/.lock"},
		{"beside('a/b/PLAN.md', '')", "a/b"},
		{"beside('a/b/PLAN.md', 'sub/c')", "a/b/sub/c"},
		{"beside('PLAN.md', '.lock')", ".lock"},
		{"beside('/p/PLAN.md', '.lock')", "/p/.lock"},
		{"beside('', '.lock')", ""},
	}
	for _, test := range tests {
		if got := ask(t, t.TempDir(), "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s gives %s, want [%s]", test.src, got, test.want)
		}
	}
}

// The folder for temporary files is only for rules that name it.
func TestTemp(t *testing.T) {
	home := t.TempDir()
	tree(t, home, map[string]int{"tmp/a-1": 0, "other": 0})
	tests := []struct{ src, want string }{
		{"temp() == '" + filepath.ToSlash(home) + "/tmp'", "true"},
		{"file(temp() + '/a-' + '1').exists", "true"},
		{"map(glob(temp() + '/a-*'), .name)", `["a-1"]`},
		{"sha256('S1')[:16]", "3696ad59777e09d5"},
		{"sha256('')", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
	}
	for _, test := range tests {
		if got := ask(t, t.TempDir(), home, test.src); got != "["+test.want+"]" {
			t.Errorf("%s gives %s, want [%s]", test.src, got, test.want)
		}
	}
}

func TestFixed(t *testing.T) {
	tests := []struct{ src, want string }{
		{"fixed(2.4, 0)", "2"},
		{"fixed(2.5, 0)", "3"},
		{"fixed(3.5, 0)", "4"},
		{"fixed(-2.5, 0)", "-2"}, // up is towards the larger number
		{"fixed(-0.4, 0)", "0"},
		{"fixed(0.25, 1)", "0.3"},
		{"fixed(0.125, 2)", "0.13"},
		{"fixed(3, 2)", "3.00"},
		{"fixed(19999 / 1024, 0)", "20"},
		{"fixed(1.9, -1)", "2"},
		{"fixed(0.5, 99)", "0.500000000000000"},
	}
	for _, test := range tests {
		if got := ask(t, t.TempDir(), "", test.src); got != "["+test.want+"]" {
			t.Errorf("%s gives %s, want [%s]", test.src, got, test.want)
		}
	}
}

// A fact with only a signature or only a doc can't be listed.
func TestAllAreDocumented(t *testing.T) {
	for name, f := range All().Map() {
		params := strings.FieldsFunc(f.Params, func(r rune) bool { return r == ',' })
		if f.Doc == "" || len(params) != f.Ask.Type().NumIn() {
			t.Errorf("%s: doc %q, params %q for %s", name, f.Doc, f.Params, f.Ask.Type())
		}
	}
}
