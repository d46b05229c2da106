package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// writer is the environment variable that makes this test binary a process that writes entries: its
// value is the name of the writer.
const writer = "JOURNAL_WRITER"

const (
	writers = 8
	each    = 1250
	bound   = 256 << 10
)

func TestMain(m *testing.M) {
	if name := os.Getenv(writer); name != "" {
		l := in(os.Getenv("JOURNAL_DIR"), bound)
		for i := range each {
			if err := l.Write(&Entry{Time: time.Now(), Session: name, Event: strconv.Itoa(i), Project: "/home/me/project"}); err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func in(dir string, max int64) Log {
	return Log{File: filepath.Join(dir, "decisions.jsonl"), Old: filepath.Join(dir, "decisions.old.jsonl"), Max: max}
}

func (l Log) size() (total int64) {
	for _, f := range []string{l.Old, l.File} {
		if info, err := os.Stat(f); err == nil {
			total += info.Size()
		}
	}
	return total
}

// entries returns the entries of the log, the old file's first.
func entries(t *testing.T, l Log) (all []Entry) {
	t.Helper()
	for _, f := range []string{l.Old, l.File} {
		data, err := os.ReadFile(f)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var e Entry
			if err := json.Unmarshal(line, &e); err != nil || line[len(line)-1] != '\n' {
				t.Fatalf("%s: found the line %q, want a whole entry (%v)", f, line, err)
			}
			all = append(all, e)
		}
	}
	return all
}

// If many processes write at once, every line is complete, the log stays within its limit, and only
// each writer's oldest entries are gone.
func TestWriteManyProcesses(t *testing.T) {
	dir := t.TempDir()
	l := in(dir, bound)
	done := make(chan error)
	for i := range writers {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), writer+"=w"+strconv.Itoa(i), "JOURNAL_DIR="+dir)
		go func() {
			out, err := cmd.CombinedOutput()
			if err != nil {
				err = fmt.Errorf("%w: %s", err, out)
			}
			done <- err
		}()
	}
	largest := int64(0)
	for left := writers; left > 0; {
		select {
		case err := <-done:
			if left--; err != nil {
				t.Error(err)
			}
		default:
			largest = max(largest, l.size())
		}
	}
	if largest = max(largest, l.size()); largest > bound {
		t.Errorf("the log took %d bytes, want at most %d", largest, bound)
	}
	if largest < bound/2 {
		t.Errorf("the log took %d bytes, want it to come near %d", largest, bound)
	}
	seen, last := map[string][]int{}, int64(0)
	for _, e := range entries(t, l) {
		if last > 0 && e.Seq != last+1 {
			t.Fatalf("found entry %d after %d, want no gap", e.Seq, last)
		}
		last = e.Seq
		n, err := strconv.Atoi(e.Event)
		if err != nil {
			t.Fatal(err)
		}
		seen[e.Session] = append(seen[e.Session], n)
	}
	for name, numbers := range seen {
		slices.Sort(numbers)
		for i, n := range numbers {
			if want := each - len(numbers) + i; n != want {
				t.Fatalf("%s: found entry %d where %d was to be, of %d", name, n, want, len(numbers))
			}
		}
	}
	if last != writers*each {
		t.Errorf("found %d for the last entry, want %d, as many as were written", last, writers*each)
	}
}

// While somebody holds the folder's lock, nothing waits for it as long as there is room.
func TestWriteLockedFolder(t *testing.T) {
	l := in(t.TempDir(), 16<<10)
	e := &Entry{Session: strings.Repeat("s", 100)}
	ran, err := files.TryLocked(filepath.Dir(l.File), func() error {
		for l.size() < 6<<10 { // it is to be renamed from 5 on
			if err := l.Write(e); err != nil {
				return err
			}
		}
		if _, err := os.Stat(l.Old); err == nil {
			t.Error("the file was renamed in a folder that is locked")
		}
		// The file has been full for long: entries are dropped at once.
		for l.Write(e) == nil {
		}
		before := time.Now().Add(-time.Minute)
		if err := os.Chtimes(l.File, before, before); err != nil {
			return err
		}
		start := time.Now()
		for range 20 {
			if err := l.Write(e); !errors.Is(err, files.ErrFull) {
				t.Errorf("%v, want the file to be full", err)
			}
		}
		if took := time.Since(start); took > 20*tries*pause/4 {
			t.Errorf("that took %s", took)
		}
		return nil
	})
	if !ran || err != nil {
		t.Fatal(ran, err)
	}
	if size := l.size(); size > 7<<10 {
		t.Errorf("the log took %d bytes of the 7 kB a file may", size)
	}
	if err := l.Write(e); err != nil {
		t.Errorf("after the lock: %v", err)
	}
	if _, err := os.Stat(l.Old); err != nil {
		t.Error(err)
	}
}

// If the full file can't be renamed, entries are dropped without retries.
func TestWriteStuck(t *testing.T) {
	l := in(t.TempDir(), 16<<10)
	if err := os.Mkdir(l.Old, 0o700); err != nil {
		t.Fatal(err)
	}
	e := &Entry{Session: strings.Repeat("s", 100)}
	for l.Write(e) == nil {
	}
	before := time.Now().Add(-time.Minute)
	if err := os.Chtimes(l.File, before, before); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(1, func() { l.Write(e) }); n > tries/2 {
		t.Errorf("an entry that has no room took %.0f allocations", n)
	}
}

func TestWriteMode(t *testing.T) {
	l := in(filepath.Join(t.TempDir(), "a", "b"), 0)
	if err := l.Write(&Entry{Event: "E"}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(l.File)
	if err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("%v, %v, want a file of the user's alone", info.Mode(), err)
	}
}

// An event too long for the log only loses its own content.
func TestWriteLongInput(t *testing.T) {
	l := in(t.TempDir(), 64<<10)
	long, short := []byte(`"`+strings.Repeat("x", 2000)+`"`), []byte(`{}`)
	for _, input := range [][]byte{long, short} {
		if err := l.Write(&Entry{Event: "E", Input: input, Reply: short}); err != nil {
			t.Fatal(err)
		}
	}
	got := entries(t, l)
	if e := got[0]; e.Event != "E" || e.Input != nil || e.Reply != nil || e.Cut != len(long)+len(short) {
		t.Errorf("%+v, want it without input and reply", e)
	}
	if e := got[1]; string(e.Input) != "{}" || string(e.Reply) != "{}" || e.Cut != 0 {
		t.Errorf("%+v, want it whole", e)
	}
}

func FuzzAppend(f *testing.F) {
	f.Add("s", "/p", "Event", "Tool", "hook", "permission=deny", "x.cue:1:2: h", 3, true)
	f.Add("", "", "", "", "", "", "", 0, false)
	f.Add("\xff\x00\n", `"\`, "\u2028</a>", "é", "\t", "=", "\x7f", -1, true)
	f.Fuzz(func(t *testing.T, session, project, event, tool, hook, said, fault string, n int, refused bool) {
		e := Entry{Time: time.Unix(int64(n), 0).UTC(), Session: session, Agent: tool, Project: project, Event: event, Tool: tool, MS: 1.25,
			Took: []float64{float64(n), 0.25}, Hooks: []engine.Ran{{Hook: hook, Rules: []int{n, 2}, IDs: []string{"", said}}, {Hook: "b"}}, Said: []string{said, said}, Refused: refused, Exit: n, Errors: []string{fault}}
		if y := e.Time.Year(); y < 0 || y > 9999 {
			return
		}
		line := e.Append(nil)
		if bytes.IndexByte(line, '\n') != len(line)-1 {
			t.Fatalf("%q is not one line", line)
		}
		var got Entry
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		want := e
		for p, max := range map[*string]int{&want.Session: maxName, &want.Agent: maxName, &want.Project: maxPath, &want.Event: maxName, &want.Tool: maxName,
			&want.Hooks[0].Hook: 1 << 30, &want.Said[0]: maxPath, &want.Said[1]: maxPath, &want.Errors[0]: maxPath} {
			*p = strings.ToValidUTF8(string([]rune((*p)[:min(len(*p), max)])), "\uFFFD")
		}
		if a, b := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); a != b {
			t.Errorf("read  %s\nwrote %s", a, b)
		}
	})
}

// After an entry a day for a year, and a hundred days without one, no entry is ever older than the
// limit, and none of the newer half is missing.
func TestAge(t *testing.T) {
	const day, age = 24 * time.Hour, 30
	l := in(t.TempDir(), 0)
	l.Age = age * day
	began := time.Date(2026, 2, 9, 12, 0, 0, 0, time.UTC)
	for n := range 365 {
		if n >= 200 && n < 300 {
			continue
		}
		now := began.Add(time.Duration(n) * day)
		if err := l.Write(&Entry{Time: now, Event: strconv.Itoa(n)}); err != nil {
			t.Fatal(err)
		}
		all := entries(t, l)
		if oldest := all[0].Time; now.Sub(oldest) > age*day {
			t.Fatalf("on day %d found an entry of %v", n, oldest)
		}
		if want := min(n, age/2); n < 200 && len(all) < want {
			t.Fatalf("on day %d found %d entries, want %d at least", n, len(all), want)
		}
	}
}
