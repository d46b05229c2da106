package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/sqlite"

	"github.com/gofrs/flock"
)

func TestMain(m *testing.M) { os.Exit(built.M{M: m}.Run()) }

// project writes that many files of Go, each with three functions named for a round.
func project(t testing.TB, dir string, files int, round string) {
	t.Helper()
	for i := range files {
		text := fmt.Sprintf("package p\n\n// First%[1]d does %[2]s.\nfunc First%[1]d() { Second%[1]d() }\n\nfunc Second%[1]d() { third%[1]d%[2]s() }\n\nfunc third%[1]d%[2]s() {}\n", i, round)
		write(t, filepath.Join(dir, fmt.Sprintf("f%d.go", i)), text)
	}
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func indexer(t testing.TB) *Indexer {
	return &Indexer{Dir: t.TempDir(), File: filepath.Join(t.TempDir(), "x", "index.db"), Grammars: t.TempDir()}
}

// found queries an index, for rows of one column each.
func found(t testing.TB, file, query string, args ...any) string {
	t.Helper()
	db := sqlite.Open(t, file)
	defer db.Close()
	rows, err := db.Query(query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return strings.Join(all, " ")
}

// all returns the content of an index, without numbers of rows and times of reading.
const all = `select group_concat(x, char(10)) from (
	select path || size || changed || lines as x from files union all
	select file || name || kind || line || stop || signature || doc from symbols union all
	select file || line || caller || callee from calls union all
	select file || line || name || (select name from symbols where id = symbol) from names order by x)`

// Files that changed, appeared, disappeared or were left out are as in a fresh index.
func TestRun(t *testing.T) {
	x := indexer(t)
	project(t, x.Dir, 20, "one")
	if err := x.Run([]string{""}); err != nil {
		t.Fatal(err)
	}
	project(t, x.Dir, 10, "another")
	os.Remove(filepath.Join(x.Dir, "f15.go"))
	write(t, filepath.Join(x.Dir, "new", "n.go"), "package n\n\nfunc New() {}\n")
	write(t, filepath.Join(x.Dir, "vendor", "n.go"), "package n\n\nfunc Vendored() {}\n")
	write(t, filepath.Join(x.Dir, "big.go"), "package n\n\nfunc Big() {}\n//"+strings.Repeat("x", biggest))
	write(t, filepath.Join(x.Dir, "broken.go"), "package n\n\nfunc Half( {\n}}}\x00\xff func Whole() {}")
	err := x.Run([]string{""})
	for until := time.Now().Add(10 * time.Second); errors.Is(err, ErrBusy) && time.Now().Before(until); err = x.Run([]string{""}) {
		// a program that the killed one was just starting has its lock until it runs
	}
	if err != nil {
		t.Fatal(err)
	}
	fresh := *x
	fresh.File = filepath.Join(t.TempDir(), "index.db")
	if err := fresh.Run([]string{""}); err != nil {
		t.Fatal(err)
	}
	if a, b := found(t, x.File, all), found(t, fresh.File, all); a != b {
		t.Errorf("found\n%s\nwant\n%s", a, b)
	}
	if n := found(t, x.File, "select count(*) from files"); n != "21" {
		t.Errorf("found %s files, want 21", n)
	}
	if n := found(t, x.File, "select s.name from symbols s join words w on w.rowid = s.id where words match 'another' and s.file = 'f3.go'"); n != "First3" {
		t.Errorf("found %q by a word, want First3", n)
	}
	if n := found(t, x.File, "select count(*) from words where words match 'one'"); n != "9" {
		t.Errorf("found %s by a word that was taken away from 10 and once with its file, want 9", n)
	}
}

// After a run over all files that changed something, the symbols are beside the index.
func TestExport(t *testing.T) {
	x := indexer(t)
	exported := func() (all map[string]struct{ Type, Location string }) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(filepath.Dir(x.File), "symbols.json"))
		if err == nil {
			err = json.Unmarshal(data, &all)
		}
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	run := func(paths ...string) {
		t.Helper()
		if err := x.Run(paths); err != nil {
			t.Fatal(err)
		}
	}
	if run(""); len(exported()) != 0 {
		t.Errorf("found %v of nothing", exported())
	}
	write(t, filepath.Join(x.Dir, "b.go"), "package p\n\ntype Berth struct{}\n\nfunc Due() {}\n")
	write(t, filepath.Join(x.Dir, "a.go"), "package p\n\nfunc Due() {}\n")
	run("b.go")
	if len(exported()) != 0 {
		t.Error("it is written after a run over one file")
	}
	run("")
	if got, want := fmt.Sprint(exported()), "map[Berth:{type b.go:3} Due:{function a.go:3}]"; got != want && got != strings.Replace(want, "{type ", "{class ", 1) {
		t.Errorf("found %s, want %s", got, want)
	}
}

// Copied symbols beside the index are the same as newly made ones, whatever became of the files.
func TestExportPatched(t *testing.T) {
	x := indexer(t)
	exported := func() (all map[string]any) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(filepath.Dir(x.File), "symbols.json"))
		if err == nil {
			err = json.Unmarshal(data, &all)
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		return all
	}
	odd := "d\"q/\u00fc:\\n.go"
	if runtime.GOOS == "windows" {
		odd = "d/\u00fc.go"
	}
	steps := []map[string]string{
		{"b.go": "package p\n\nfunc Due() {}\nfunc Own() {}\n", "c.go": "package p\n\nfunc Due() {}\n", odd: "package p\n\nfunc Odd() {}\n"},
		{"a.go": "package p\n\nfunc Due() {}\n"},
		{"a.go": "package p\n\n\n\nfunc Due() {}\n", odd: "package p\n\n\nfunc Odd() {}\nfunc Own() {}\n"},
		{"a.go": "", "b.go": ""},
		{"a.go": "", "b.go": "", "c.go": "", odd: ""},
		{"e.go": "package p\n\nfunc Own() {}\n"},
	}
	for i, step := range steps {
		for name, text := range step {
			file := filepath.Join(x.Dir, filepath.FromSlash(name))
			if os.Remove(file); text != "" {
				write(t, file, text)
			}
			if i%2 == 1 { // single files, before the run over all
				if err := x.Run([]string{name}); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := x.Run([]string{""}); err != nil {
			t.Fatal(err)
		}
		got := exported()
		if err := os.Remove(filepath.Join(filepath.Dir(x.File), "symbols.json")); err != nil {
			t.Fatal(err)
		}
		if err := x.Run([]string{""}); err != nil {
			t.Fatal(err)
		}
		if want := exported(); !reflect.DeepEqual(got, want) {
			t.Errorf("step %d: found %v, want %v", i, got, want)
		}
	}
}

// Single files are read by name, even if nothing else has been.
func TestRunFiles(t *testing.T) {
	x := indexer(t)
	project(t, x.Dir, 3, "one")
	write(t, filepath.Join(x.Dir, ".gitignore"), "f2.go\n")
	if out, err := exec.Command("git", "-C", x.Dir, "init", "-q").CombinedOutput(); err != nil {
		t.Skipf("no git: %v %s", err, out)
	}
	if err := x.Run([]string{"f1.go", "f2.go", "none.go", "a.txt", "../x.go"}); err != nil {
		t.Fatal(err)
	}
	if got := found(t, x.File, "select path from files"); got != "f1.go" {
		t.Errorf("found %q, want f1.go", got)
	}
	if got := found(t, x.File, "select ended || ' ' || (select count(*) from asked) from state"); got != "0 0" {
		t.Errorf("found %q, want neither a whole run nor anything to do", got)
	}
}

// If one indexer works, another leaves its task to it and ends.
func TestBusy(t *testing.T) {
	x := indexer(t)
	project(t, x.Dir, 2, "one")
	if err := x.Run([]string{"f0.go"}); err != nil {
		t.Fatal(err)
	}
	lock := flock.New(filepath.Join(filepath.Dir(x.File), "lock"))
	if ok, err := lock.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if err := x.Run([]string{"f1.go"}); !errors.Is(err, ErrBusy) {
		t.Errorf("found %v, want that another works", err)
	}
	if got := found(t, x.File, "select path from asked"); got != "f1.go" {
		t.Errorf("found %q left to do, want f1.go", got)
	}
	lock.Unlock()
	if err := x.Run(nil); err != nil {
		t.Fatal(err)
	}
	if got := found(t, x.File, "select path from files order by path"); got != "f0.go f1.go" {
		t.Errorf("found %q, want both", got)
	}
}

// A burst: what many processes ask for at once is done, mostly by one.
func TestBurst(t *testing.T) {
	x := indexer(t)
	project(t, x.Dir, 40, "one")
	var all []*exec.Cmd
	var outs []*strings.Builder
	for i := range 40 {
		out := &strings.Builder{}
		cmd := process(t, x, fmt.Sprintf("f%d.go", i))
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all, outs = append(all, cmd), append(outs, out)
	}
	busy := 0
	for i, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, outs[i])
		}
		if strings.Contains(outs[i].String(), `"busy":true`) {
			busy++
		}
	}
	if got := found(t, x.File, "select count(*) || ' ' || (select count(*) from asked) from files"); got != "40 0" {
		t.Errorf("found %s files and still to do, want 40 and none", got)
	}
	if busy < 30 {
		t.Errorf("found that %d of 40 left it to another, want most", busy)
	}
}

func process(t testing.TB, x *Indexer, paths ...string) *exec.Cmd {
	args := append([]string{"--project", x.Dir, "--file", x.File, "--grammars", x.Grammars, "--"}, paths...)
	return exec.Command(filepath.Join(built.Commands(t), "bcindex"), args...)
}

// kills is how often an indexer is killed: enough to meet each step of a run.
const kills = 60

// If an indexer is killed at any moment, the index is sound, and each file in it is as it was or as
// it is. The next indexer completes it.
func TestKilled(t *testing.T) {
	x := indexer(t)
	for i := range kills {
		project(t, x.Dir, 60, fmt.Sprintf("r%d", i))
		cmd := process(t, x, "")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.IntN(60_000)) * time.Microsecond) // the moment is the test's subject
		cmd.Process.Kill()
		cmd.Wait()
		if _, err := os.Stat(x.File); err != nil || i%10 > 0 {
			continue
		}
		if got := found(t, x.File, "pragma integrity_check"); got != "ok" {
			t.Fatalf("found %s, want ok", got)
		}
		if found(t, x.File, "pragma user_version") == "0" {
			continue // killed before there were tables
		}
		if got := found(t, x.File, "select coalesce(group_concat(file), '') from (select file, count(*) as n from symbols group by file) where n <> 3"); got != "" {
			t.Fatalf("found files by half: %s", got)
		}
	}
	if err := x.Run([]string{""}); err != nil {
		t.Fatal(err)
	}
	fresh := *x
	fresh.File = filepath.Join(t.TempDir(), "index.db")
	if err := fresh.Run([]string{""}); err != nil {
		t.Fatal(err)
	}
	if a, b := found(t, x.File, all), found(t, fresh.File, all); a != b {
		t.Errorf("found\n%s\nwant\n%s", a, b)
	}
}

// An unusable index is made anew.
func TestDamaged(t *testing.T) {
	for name, spoil := range map[string]func(*Indexer){
		"no database":     func(x *Indexer) { write(t, x.File, strings.Repeat("This is no database.\n", 100)) },
		"another version": func(x *Indexer) { found(t, x.File, "pragma user_version = 999") },
		"cut": func(x *Indexer) {
			found(t, x.File, "select x from (select 1 as x)") // the last connection to close merges the log into it
			if err := os.Truncate(x.File, 5000); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			x := indexer(t)
			project(t, x.Dir, 3, "one")
			if err := x.Run([]string{""}); err != nil {
				t.Fatal(err)
			}
			spoil(x)
			if err := x.Run([]string{""}); err != nil {
				t.Fatal(err)
			}
			if got := found(t, x.File, "select count(*) from symbols"); got != "9" {
				t.Errorf("found %s symbols, want 9", got)
			}
		})
	}
}
