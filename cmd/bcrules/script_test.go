package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"bcrules.dev/actions"
	"bcrules.dev/cmd/fleet"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/engine/host"
	"bcrules.dev/testdata/built"

	"cuelang.org/go/mod/modregistrytest"
	"github.com/gofrs/flock"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(built.M{M: m}, map[string]func(){
		"bcrules": func() {
			host.System, hook.Usual = os.Getenv("SYSTEM"), built.Usual
			main()
		},
		"bcfleet": func() {
			host.System = os.Getenv("SYSTEM")
			os.Exit(fleet.Run(os.Args))
		},
	})
}

// Scripts run the real commands, each in its own folder and home.
func TestScript(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	bin := built.Beside(t)
	system, err := built.System()
	if err != nil {
		t.Fatal(err)
	}
	built.Storekeeper(t)
	gotool, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	own, err := exec.LookPath("bcrules") // this program, under the name from testscript.Main
	if err != nil {
		t.Fatal(err)
	}
	files := scripts(t, "../../testdata/script", "../guide/pages")
	path := onPath(t, bin)
	packs := newSeed(t, own, filepath.Join(bin, "bcrules"))
	testscript.Run(t, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Condition:           condition,
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			now := time.Now().UTC()
			e.Setenv("HOME", home)
			if !placesSystem(files, e) {
				e.Setenv("PATH", path)
			}
			e.Setenv("XDG_CACHE_HOME", filepath.Join(home, ".cache"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
			e.Setenv("CUE_CACHE_DIR", filepath.Join(home, ".cache", "cue"))
			e.Setenv("CUE_REGISTRY", "localhost:1+insecure") // nothing is there; see registry
			e.Setenv("ROOT", root)
			e.Setenv("SYSTEM", system)
			e.Setenv("BIN", bin) // both commands, side by side
			e.Setenv("bchook", filepath.Join(bin, "bchook"))
			e.Setenv("GOTOOL", gotool) // a Go program that is none of ours
			e.Setenv("NOW", now.Format(time.RFC3339))
			e.Setenv("HOURS2", now.Add(-2*time.Hour).Format(time.RFC3339))
			e.Setenv("DAYS2", now.Add(-48*time.Hour).Format(time.RFC3339))
			e.Setenv("GOGC", os.Getenv("GOGC"))
			e.Setenv("GORACE", os.Getenv("GORACE"))
			if err := apart(home); err != nil {
				return err
			}
			return packs.sow(home)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fill":     fill,
			"install":  install,
			"edit":     edit,
			"age":      age,
			"readlink": readlink,
			"scribble": scribble,
			"screen":   screen,
			"spoil":    spoil,
			"madeby":   madeby,
			"registry": registry,
			"deaf":     deaf,
			"silent":   silent,
			"held":     hold,
			"trusted":  trusted,
			"typed":    typed,
			"seen":     seen,
			"misfile":  misfile,
			"older":    older,
			"untimed":  untimed,
			"bundles":  bundles,
			"minisign": keys,
			"collect":  collect,
		},
	})
}

// condition reports whether a script's [thorough] holds: make thorough alone runs scripts that take
// long, most of which evaluate guard with settings several times.
func condition(name string) (bool, error) {
	if name != "thorough" {
		return false, fmt.Errorf("found condition %s, want thorough", name)
	}
	return built.Thorough, nil
}

// onPath returns the PATH with the built bcrules on it: what one command of a script keeps of
// compiled packs, another takes, as only a program itself does. The race detector wants this one,
// which testscript.Main has put there.
func onPath(t *testing.T, bin string) string {
	t.Helper()
	path := os.Getenv("PATH")
	if built.Raced || runtime.GOOS == "windows" { // where links need rights
		return path
	}
	alone := t.TempDir()
	if err := os.Symlink(filepath.Join(bin, "bcrules"), filepath.Join(alone, "bcrules")); err != nil {
		t.Fatal(err)
	}
	return alone + string(filepath.ListSeparator) + path
}

// placesSystem reports whether a script sets where the system's own files are. The built bcrules
// has that path linked in.
func placesSystem(files []string, e *testscript.Env) bool {
	name := strings.TrimPrefix(filepath.Base(e.WorkDir), "script-") + ".txtar"
	i := slices.IndexFunc(files, func(file string) bool { return filepath.Base(file) == name })
	if i < 0 {
		return false
	}
	text, err := os.ReadFile(files[i])
	return err != nil || strings.Contains(string(text), "env SYSTEM=")
}

// apart moves a script's home folder out of the script's folder, which is the project of most
// events: no user's home is in a project. A link stays in its place.
func apart(home string) error {
	outside := filepath.Dir(home) + "-home"
	if err := os.Rename(home, outside); os.IsNotExist(err) {
		err = os.Mkdir(outside, 0o755)
		if err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	return os.Symlink(outside, home)
}

// fill FILE… replaces {{NAME}} by environment variables.
func fill(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		text := ts.ReadFile(name)
		for _, v := range []string{"NOW", "HOURS2", "DAYS2", "WORK", "BIN"} {
			text = strings.ReplaceAll(text, "{{"+v+"}}", ts.Getenv(v))
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}

// install PROGRAM FILE copies a program to be run. As scripts run side by side, a cp of testscript
// leaves a process that another starts with the copy still open for writing, and a file that is open
// so can't be run (ETXTBSY): no process starts meanwhile.
func install(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: install program file")
	}
	program, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	syscall.ForkLock.RLock()
	err = os.WriteFile(ts.MkAbs(args[1]), program, 0o755)
	syscall.ForkLock.RUnlock()
	ts.Check(err)
}

// edit FILE OLD NEW replaces a text that is in the file exactly once.
func edit(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: edit file old new")
	}
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%s: found %q %d times, want it once", args[0], args[1], n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o644))
}

// untimed FILE replaces how long tests took by 0.1 s.
func untimed(ts *testscript.TestScript, _ bool, args []string) {
	text := took.ReplaceAllString(ts.ReadFile(args[0]), "0.1 s")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

var took = regexp.MustCompile(`\d+\.\d s`)

// age FILE DURATION sets a file's age.
func age(ts *testscript.TestScript, _ bool, args []string) {
	d, err := time.ParseDuration(args[1])
	ts.Check(err)
	then := time.Now().Add(-d)
	ts.Check(os.Chtimes(ts.MkAbs(args[0]), then, then))
}

// spoil FOLDER cuts the plans in it in half.
func spoil(ts *testscript.TestScript, _ bool, args []string) {
	plans, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.plan"))
	ts.Check(err)
	if len(plans) == 0 {
		ts.Fatalf("found no plans in %s", args[0])
	}
	for _, p := range plans {
		info, err := os.Stat(p)
		ts.Check(err)
		ts.Check(os.Truncate(p, info.Size()/2))
	}
}

// screen FILE LINES COLUMNS fails if the file's content doesn't fit a screen; stdout is the last
// command's output.
func screen(ts *testscript.TestScript, _ bool, args []string) {
	lines := strings.Split(strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n")
	args = args[1:]
	if most, err := strconv.Atoi(args[0]); err != nil || len(lines) > most {
		ts.Fatalf("found %d lines, want at most %s", len(lines), args[0])
	}
	for i, line := range lines {
		if most, err := strconv.Atoi(args[1]); err != nil || utf8.RuneCountInString(line) > most {
			ts.Fatalf("line %d has %d columns, want at most %s", i+1, utf8.RuneCountInString(line), args[1])
		}
	}
}

// scribble FOLDER changes one byte in the last half of each file in it.
func scribble(ts *testscript.TestScript, _ bool, args []string) {
	all, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(all) == 0 {
		ts.Fatalf("found no files in %s", args[0])
	}
	for _, e := range all {
		name := filepath.Join(ts.MkAbs(args[0]), e.Name())
		data, err := os.ReadFile(name)
		ts.Check(err)
		if len(data) == 0 { // a lock
			continue
		}
		data[len(data)*3/4] ^= 1
		ts.Check(os.WriteFile(name, data, 0o600))
	}
}

// madeby FOLDER COMPILER checks that the plans in it name the program.
func madeby(ts *testscript.TestScript, _ bool, args []string) {
	plans, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.plan"))
	ts.Check(err)
	for _, p := range plans {
		data, err := os.ReadFile(p)
		ts.Check(err)
		if strings.Contains(string(data), args[1]) {
			return
		}
	}
	ts.Fatalf("none of %d plans in %s was made by %s", len(plans), args[0], args[1])
}

// registry FOLDER serves the modules in it to CUE for the rest of the script. Each is in a folder
// such as example.com_packs_careful_v0.1.0.
func registry(ts *testscript.TestScript, _ bool, args []string) {
	r, err := modregistrytest.New(os.DirFS(ts.MkAbs(args[0])), "")
	ts.Check(err)
	ts.Defer(r.Close)
	ts.Setenv("CUE_REGISTRY", r.Host()+"+insecure")
}

// deaf FILE gives CUE a registry that never answers. It makes the file when it is asked.
func deaf(ts *testscript.TestScript, _ bool, args []string) {
	l, err := net.Listen("tcp", "localhost:0")
	ts.Check(err)
	ts.Defer(func() { l.Close() })
	ts.Setenv("CUE_REGISTRY", l.Addr().String()+"+insecure")
	asked := ts.MkAbs(args[0])
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			defer c.Close()
			os.WriteFile(asked, nil, 0o644)
		}
	}()
}

// silent VAR puts the address of a server that takes connections and says nothing into a variable.
func silent(ts *testscript.TestScript, _ bool, args []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { l.Close() })
	ts.Setenv(args[0], "http://"+l.Addr().String()+"/")
}

// trusted FOLDER… has the script's user trust rule folders as they are, as at a terminal, and also
// in the script's own folder if they hold there.
func trusted(ts *testscript.TestScript, _ bool, args []string) {
	for _, dir := range args {
		dir = ts.MkAbs(dir)
		s := compile.Schema()
		found, err := trust.Read(s, layers.Asking(dir, ts.Getenv))
		ts.Check(err)
		r := found.Record(s)
		ts.Check(r.In([]string{ts.MkAbs("."), dir}, ts.Getenv))
		store := trust.Open(layers.User(ts.Getenv))
		ts.Check(store.Write(r))
		then := time.Now().Add(-time.Hour) // otherwise the next plan is made twice
		for _, path := range []string{store.Path(dir), filepath.Dir(store.Path(dir))} {
			ts.Check(os.Chtimes(path, then, then))
		}
	}
}

// misfile STORE FOLDER uses the one existing record as the record of a folder.
func misfile(ts *testscript.TestScript, _ bool, args []string) {
	all, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.json"))
	ts.Check(err)
	if len(all) != 1 {
		ts.Fatalf("found %d records, want one", len(all))
	}
	ts.Check(os.Rename(all[0], trust.Open(layers.User(ts.Getenv)).Path(ts.MkAbs(args[1]))))
}

// held FOLDER locks a folder for the rest of the script, like another process that changes a file
// in it.
func hold(ts *testscript.TestScript, _ bool, args []string) {
	l := flock.New(ts.MkAbs(args[0]), flock.SetFlag(os.O_RDONLY))
	ts.Check(l.Lock())
	ts.Defer(func() { l.Close() })
}

// readlink LINK TARGET checks where a link leads.
func readlink(ts *testscript.TestScript, _ bool, args []string) {
	to, err := os.Readlink(ts.MkAbs(args[0]))
	ts.Check(err)
	if to != args[1] {
		ts.Fatalf("%s leads to %s, want %s", args[0], to, args[1])
	}
}

func TestEveryActionHasAScript(t *testing.T) {
	for name := range actions.All().Map() {
		if _, err := os.Stat(filepath.Join("../../testdata/script", "action_"+name+".txtar")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
