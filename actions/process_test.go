package actions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/entries"
	"bcrules.dev/engine/files"
)

// What processes do to a folder, for tests that start some. A process is this test's own binary,
// with the name of the change in CHILD, the folder in CHILD_DIR, and its number among several in
// CHILD_NUMBER. They begin when their stdin ends.
var children = map[string]func(dir files.Place, number int){
	"bind": func(dir files.Place, number int) {
		for round := range rounds {
			done, err := bindTo(dir.Join(fmt.Sprint(round, ".lock")), fmt.Sprint("s", number), "now")
			report(round, done, err)
		}
	},
	"unlock": func(dir files.Place, _ int) {
		for round := range rounds {
			done, err := removeAt(dir.Join(fmt.Sprint(round, ".lock")), free)
			report(round, done, err)
		}
	},
	"claim": func(dir files.Place, _ int) {
		for round := range rounds {
			done, err := files.Claim(dir.Join(fmt.Sprint("mark", round)), time.Now(), time.Hour)
			report(round, done, err)
		}
	},
	"mark": func(dir files.Place, _ int) {
		for round := range rounds {
			done, err := marked(dir, fmt.Sprint(round))
			report(round, done, err)
		}
	},
	"append": func(dir files.Place, number int) {
		for round := range rounds {
			err := addTo(dir.Join("K.jsonl"), entryOf(fmt.Sprint(number, " ", round)))
			report(round, err == nil, err)
		}
	},
	"compact": func(dir files.Place, _ int) {
		for round := range rounds / 4 {
			done, _, err := compacting(0, 1_000_000).compactAt(dir.Join("K.jsonl"))
			report(round, done, err)
		}
	},
	"state": func(dir files.Place, number int) {
		for round := range rounds {
			report(round, true, setState(dir, fmt.Sprint(number, " ", round), files.JSON(round)))
		}
	},
	"status": func(dir files.Place, number int) {
		for round := range rounds {
			report(round, true, setStatus(dir.Join("PLAN.md"), fmt.Sprint("s", number)))
		}
	},
	"log": func(dir files.Place, number int) {
		for round := range rounds * 4 {
			line := strings.Repeat(fmt.Sprint(number, " ", round, " "), 1+round%40)
			report(round, true, files.Append(dir.Join("log"), []byte(line+"\n"), 0o600))
		}
	},
	"all": func(dir files.Place, _ int) {
		for round := 0; ; round++ {
			change(dir, round)
		}
	},
	"each": change,
}

// body fills up files, so that writing one takes a while.
var body = strings.Repeat("a line of the plan that must stay as it is\n", 2000)

// change makes the change of a round, for changes that can be cut off.
func change(dir files.Place, round int) {
	n := fmt.Sprint(round)
	var err error
	switch round % changes {
	case 0:
		err = setStatus(dir.Join("PLAN.md"), "s"+n)
	case 1:
		err = setState(dir, "n", files.JSON(n), "body", files.JSON(body))
	case 2:
		err = addTo(dir.Join("K.jsonl"), entryOf(n+" "+body[:3000]))
	case 3:
		_, _, err = compacting(0, 20).compactAt(dir.Join("K.jsonl"))
	case 4:
		_, err = bindTo(dir.Join(".lock"), "s"+n, "now")
	case 5:
		_, err = removeAt(dir.Join(".lock"), content5)
	case 6:
		err = files.Link(dir.Join("link"), "/target/"+n)
	case 7:
		_, err = files.Claim(dir.Join("mark"), time.Now(), 0)
	case 8:
		_, err = marked(dir, "key"+n)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, round, err)
		os.Exit(1)
	}
}

// setStatus changes a line of a text, as edit does.
func setStatus(p files.Place, to string) error {
	e := editing{steps: []any{engine.Object{{Name: "replace", Value: "(?m)^status:.*"}, {Name: "with", Value: "status: " + to}, {Name: "times", Value: 1}}}}
	return files.Changing(p, func(p files.Place, data []byte) error {
		text, err := e.edited(string(data), make([]bool, 1))
		if err != nil {
			return err
		}
		return files.Write(p, []byte(text))
	})
}

// addTo adds a line to a file, as append does.
func addTo(p files.Place, line string) error {
	return files.Locked(p, func(p files.Place) error {
		_, err := addition{line: []byte(line + "\n")}.add(p, false)
		return err
	})
}

// entryOf returns a line with a text.
func entryOf(text string) string {
	return string(files.JSON(map[string]string{"t": "✅", "txt": text, "ts": "1970-01-01T00:00:00.000Z"}))
}

// setState sets names in a JSON file, each followed by its value.
func setState(dir files.Place, set ...any) error {
	return files.ChangeJSON(dir.Join("state.json"), nil, func(o *files.Object) error {
		for i := 0; i < len(set); i += 2 {
			o.Set(set[i].(string), set[i+1].(json.RawMessage))
		}
		return nil
	})
}

// marked claims a key and writes it to the list, as a hook does.
func marked(dir files.Place, key string) (bool, error) {
	own, err := dir.Join("said.d").Own(true)
	if err != nil {
		return false, err
	}
	defer own.Close()
	done, err := files.ClaimKey(own.Place(files.ClaimName(key)), key)
	if !done || err != nil {
		return false, err
	}
	return true, own.Place(".").Lock(func() error {
		listed, err := files.ReadKeys(dir.Join("said.txt"))
		if err != nil {
			return err
		}
		return files.WriteKeys(dir.Join("said.txt"), append(listed, key))
	})
}

const (
	changes  = 9
	content5 = "no lock that is there"
)

// rounds is how often each process makes its change.
const rounds = 150

func report(round int, done bool, err error) { fmt.Println(round, done, err) }

func TestMain(m *testing.M) {
	if do := children[os.Getenv("CHILD")]; do != nil {
		runtime.LockOSThread() // so that whoever counts its calls finds them in one thread
		number, _ := strconv.Atoi(os.Getenv("CHILD_NUMBER"))
		io.Copy(io.Discard, os.Stdin)
		do(files.NewRoot(os.Getenv("CHILD_DIR")).Place("."), number)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child returns a process that makes the named change, ready to start.
func child(t *testing.T, do, dir string, number int) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "CHILD="+do, "CHILD_DIR="+dir, fmt.Sprint("CHILD_NUMBER=", number), "GOMAXPROCS=1")
	cmd.Stderr = os.Stderr
	return cmd
}

// atOnce runs a process for each name and returns how often each round's change succeeded in any of
// them.
func atOnce(t *testing.T, dir string, what ...string) map[string]int {
	t.Helper()
	start, release, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	outs := make([]bytes.Buffer, len(what))
	var all []*exec.Cmd
	for i, do := range what {
		cmd := child(t, do, dir, i)
		cmd.Stdin, cmd.Stdout = start, &outs[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	start.Close()
	release.Close()
	done := map[string]int{}
	for i, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(outs[i].String()) {
			f := strings.SplitN(strings.TrimSpace(line), " ", 3)
			if len(f) != 3 || f[2] != "<nil>" {
				t.Errorf("%s: %s", what[i], line)
			}
			if f[1] == "true" {
				done[f[0]]++
			}
		}
	}
	if slices.ContainsFunc(listing(t, dir), func(name string) bool { return strings.HasSuffix(name, ".tmp") }) {
		t.Errorf("temporary files are left among %q", listing(t, dir))
	}
	return done
}

func several(n int, name string) (names []string) {
	for range n {
		names = append(names, name)
	}
	return names
}

// If processes bind a lock at once, or bind and remove it, one succeeds.
func TestProcessesBind(t *testing.T) {
	for _, names := range [][]string{several(8, "bind"), slices.Concat(several(4, "bind"), several(4, "unlock"))} {
		dir := t.TempDir()
		for round := range rounds {
			put(t, filepath.Join(dir, fmt.Sprint(round, ".lock")), free)
		}
		done := atOnce(t, dir, names...)
		for round := range rounds {
			if n := done[fmt.Sprint(round)]; n != 1 {
				t.Errorf("%v: round %d: %d did it, want one", names, round, n)
			}
		}
	}
}

// If processes claim at once, one succeeds.
func TestProcessesClaim(t *testing.T) {
	done := atOnce(t, t.TempDir(), several(8, "claim")...)
	for round := range rounds {
		if n := done[fmt.Sprint(round)]; n != 1 {
			t.Errorf("round %d: %d claims, want one", round, n)
		}
	}
}

// If processes mark a key at once, one succeeds, and the list has all keys.
func TestProcessesMark(t *testing.T) {
	dir := t.TempDir()
	done := atOnce(t, dir, several(8, "mark")...)
	listed := files.SplitKeys(content(t, filepath.Join(dir, "said.txt")))
	for round := range rounds {
		key := fmt.Sprint(round)
		if n := done[key]; n != 1 {
			t.Errorf("round %d: %d marked it, want one", round, n)
		}
		if i := slices.Index(listed, key); i < 0 || slices.Contains(listed[i+1:], key) {
			t.Errorf("round %d: the list has it not once", round)
		}
	}
}

// Every entry arrives once and whole, though the file is compacted meanwhile.
func TestProcessesAppend(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "K.jsonl"), "")
	done := atOnce(t, dir, "append", "append", "compact", "append", "append", "compact", "append", "append")
	seen := map[string]int{}
	scan, err := taskForm.At(files.At(filepath.Join(dir, "K.jsonl")), func(e entries.Entry) bool { seen[e.Text]++; return true })
	if err != nil || scan.Skipped > 0 {
		t.Errorf("%d lines are no entries, %v", scan.Skipped, err)
	}
	for _, number := range []int{0, 1, 3, 4, 6, 7} {
		for round := range rounds {
			if n := seen[fmt.Sprint(number, " ", round)]; n != 1 {
				t.Errorf("process %d, round %d: %d entries, want one", number, round, n)
			}
		}
	}
	if len(done) == 0 {
		t.Error("nothing was done")
	}
}

// Nothing that one process sets is lost by another, and plans stay whole.
func TestProcessesState(t *testing.T) {
	dir := t.TempDir()
	const rest = "\n# Plan\nall of it\n"
	put(t, filepath.Join(dir, "PLAN.md"), "status: x"+rest)
	atOnce(t, dir, slices.Concat(several(4, "state"), several(4, "status"))...)
	state := files.ParseObject([]byte(content(t, filepath.Join(dir, "state.json"))))
	for number := range 4 {
		for round := range rounds {
			if got := string(state.Get(fmt.Sprint(number, " ", round))); got != fmt.Sprint(round) {
				t.Errorf("process %d, round %d: %q", number, round, got)
			}
		}
	}
	if text := content(t, filepath.Join(dir, "PLAN.md")); !strings.HasPrefix(text, "status: s") || !strings.HasSuffix(text, rest) || len(text) != len("status: s4"+rest) {
		t.Errorf("plan %q, want another status and the rest as it was", text)
	}
}

// Lines of several processes don't mix.
func TestProcessesLog(t *testing.T) {
	dir := t.TempDir()
	atOnce(t, dir, several(8, "log")...)
	n := 0
	for line := range strings.Lines(content(t, filepath.Join(dir, "log"))) {
		f := strings.Fields(line)
		round, _ := strconv.Atoi(f[1])
		if n++; line != strings.Repeat(f[0]+" "+f[1]+" ", 1+round%40)+"\n" {
			t.Fatalf("line %q, want one of one process", line)
		}
	}
	if want := 8 * rounds * 4; n != want {
		t.Errorf("%d lines, want %d", n, want)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// file makes a file with that content in a folder of its own.
func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	put(t, path, content)
	return path
}

// content returns the content of a file.
func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// listing returns the names in a folder.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}
