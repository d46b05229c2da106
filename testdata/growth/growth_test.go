//go:build !windows

// Package growth measures what grows with use, at three points each: the decisions log, marks,
// rules on one event, and the code index. The figures are of real commands: the shortest time of a
// few runs, and the most processor time and memory that a run took, by the system's count. A
// command that takes less memory than this test itself, 16 MB and more, is counted with the test's.
//
//	GROWTH=1 (make growth): 10,000 to 1,000,000 entries, 1,000 to 100,000 keys and files, 100 to
//	                        10,000 rules
//	otherwise a hundredth of that: commands must answer, and memory that is to stay flat must do so
package growth

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/journal"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/measure"
	"bcrules.dev/testdata/outlived"
)

func TestMain(m *testing.M) { os.Exit(built.M{M: m}.Run()) }

// event is one that all rules here are asked about.
const event = `{"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "make"}}`

// A bed is where a command runs: a home and a project.
type bed struct {
	*testing.T
	bin, home, work string
	table           *strings.Builder
}

func TestGrowth(t *testing.T) {
	part := 100
	if os.Getenv("GROWTH") != "" {
		part = 1
	}
	b := bed{T: t, bin: built.Commands(t), table: &strings.Builder{}}
	b.table.WriteString("what | number | ms | ms of processor | MB\n")
	for _, c := range []struct {
		name string
		at   [3]int
		play func(bed, int) (flat int64)
	}{
		{"log", [3]int{10_000, 100_000, 1_000_000}, bed.log},
		{"marks", [3]int{1_000, 10_000, 100_000}, bed.marks},
		{"rules", [3]int{100, 1_000, 10_000}, bed.rules},
		{"index", [3]int{1_000, 10_000, 100_000}, bed.index},
	} {
		t.Run(c.name, func(t *testing.T) {
			var took [3]int64
			for i, n := range c.at {
				at := b
				at.T, at.home, at.work = t, outlived.Folder(t), outlived.Folder(t)
				took[i] = c.play(at, n/part)
			}
			if took[2] > 2*took[0] {
				t.Errorf("found memory that grows, %d to %d bytes, want as much for any number", took[0], took[2])
			}
		})
	}
	t.Log("\n" + b.table.String())
}

// command is one of a user with the bed's home.
func (b bed) command(stdin, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(b.bin, name), args...)
	cmd.Dir, cmd.Stdin = b.work, strings.NewReader(stdin)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + b.home, "TMPDIR=" + b.home, "CLAUDE_PROJECT_DIR=" + b.work}
	return cmd
}

// measured runs a command some times, adds a line to the table, and returns the memory that it
// took. It reads that many lines of the output, or all. said must be among them.
func (b bed) measured(what string, n, times, lines int, said string, start func() *exec.Cmd) (peak int64) {
	b.Helper()
	least, work := time.Hour, time.Duration(0)
	for range times {
		cmd := start()
		var faults strings.Builder
		cmd.Stderr = &faults
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			b.Fatal(err)
		}
		began, is := time.Now(), false
		r := bufio.NewReader(out)
		for i := 0; i != lines; i++ {
			line, err := r.ReadString('\n')
			is = is || strings.Contains(line, said)
			if err == io.EOF {
				break
			}
		}
		least = min(least, time.Since(began))
		out.Close()
		cmd.Wait()
		if least = min(least, time.Since(began)); !is {
			b.Fatalf("%s of %d: found no %q: %s", what, n, said, faults.String())
		}
		work = max(work, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		peak = max(peak, measure.Peak(cmd.ProcessState))
	}
	fmt.Fprintf(b.table, "%s | %d | %.1f | %.0f | %d\n", what, n, float64(least.Microseconds())/1000, float64(work.Microseconds())/1000, peak>>20)
	return peak
}

func (b bed) write(name, text string) {
	b.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o700)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o600)
	}
	if err != nil {
		b.Fatal(err)
	}
}

// hook has an event answered by rules, whose plan is made first.
func (b bed) hook(what string, n int, said string, rules ...string) int64 {
	b.Helper()
	if err := os.RemoveAll(filepath.Join(b.home, "rules")); err != nil {
		b.Fatal(err)
	}
	for i, text := range rules {
		b.write(filepath.Join(b.home, "rules", fmt.Sprintf("r%d.cue", i)), "package r\n"+text)
	}
	start := func() *exec.Cmd { return b.command(event, "bchook", "--rules", filepath.Join(b.home, "rules")) }
	if out, err := b.command("", "bcrules", "compile", "--rules", filepath.Join(b.home, "rules")).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	start().Run()
	return b.measured(what, n, 11, -1, said, start)
}

// log reads the first page of all entries, the last entries, and all entries.
func (b bed) log(n int) int64 {
	file := filepath.Join(b.home, ".cache", "bcrules", "decisions.jsonl")
	b.write(file, "")
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	began := time.Now().Add(-time.Duration(n) * time.Second)
	for i := range n {
		e := journal.Entry{Time: began.Add(time.Duration(i) * time.Second), Session: fmt.Sprint("s", i/1000), Project: b.work, Event: "PreToolUse", Tool: "Bash",
			Subject: "git push", Rules: "guard", Refused: true, Reason: strings.Repeat("it cannot be taken back ", 15), Seq: int64(i + 1)}
		w.Write(append(e.Append(nil), '\n'))
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	all := func() *exec.Cmd { return b.command("", "bcrules", "log") }
	b.measured("log, the last 50", n, 3, -1, "git push", func() *exec.Cmd { return b.command("", "bcrules", "log", "-n", "50") })
	first := b.measured("log, its first 50 lines", n, 3, 50, "git push", all)
	return max(first, b.measured("log, all", n, 1, -1, "git push", all))
}

// marks asks for one key among many.
func (b bed) marks(n int) int64 {
	for i := range n {
		b.write(filepath.Join(b.work, ".claude", "seen", fmt.Sprint("k", i)), "")
	}
	return b.hook("a mark asked for", n, "seen", `
marks: seen: claims: ".claude/seen"
hooks: h: {on: "PreToolUse", rules: [{when: "'k7' in marked('seen') && 'none' not in marked('seen')", do: deny: "seen"}]}`)
}

// perFile is how many rules are in a file, which may have 1 MB, and in a hook that has several.
const perFile = 1000

// rules has n rules answer an event, the last of which holds. Their plan is read whole, so memory
// grows with them.
func (b bed) rules(n int) int64 {
	together, apart := make([]string, 1+(n-1)/perFile), make([]string, 1+(n-1)/perFile)
	for i := range n {
		word := fmt.Sprint("c", i)
		if i == n-1 {
			word = "make"
		}
		rule := fmt.Sprintf("{when: \"event.tool_input.command == '%s'\", do: deny: \"no %d\"}", word, i)
		together[i/perFile] += "\t" + rule + ",\n"
		apart[i/perFile] += fmt.Sprintf("hooks: h%d: {on: \"PreToolUse\", match: \"Bash\", rules: [%s]}\n", i, rule)
	}
	for i, rules := range together {
		together[i] = fmt.Sprintf("hooks: h%d: {on: \"PreToolUse\", match: \"Bash\", rules: [\n%s]}\n", i, rules)
	}
	said := fmt.Sprint("no ", n-1)
	b.hook("hooks with a rule each, an event", n, said, apart...)
	b.hook("rules of hooks with up to 1,000, an event", n, said, together...)
	b.measured("their vet", n, 1, -1, "ok", func() *exec.Cmd { return b.command("", "bcrules", "vet", filepath.Join(b.home, "rules")) })
	return 0
}

// index has a project read, first as it is, then without a change, then with one file edited.
func (b bed) index(n int) int64 {
	file := func(i int) string {
		return filepath.Join(b.work, fmt.Sprintf("d%d/s%d/f%d.go", i/1000, i/100%10, i))
	}
	for i := range n {
		text := "package p\n"
		for j := range 5 {
			text += fmt.Sprintf("\n// F%[1]d_%[3]d is one.\nfunc F%[1]d_%[3]d(a int) int { return F%[2]d_%[3]d(a) + common(a) }\n", i, (i+7)%n, j)
		}
		b.write(file(i), text)
	}
	if out, err := exec.Command("git", "-C", b.work, "init", "-q").CombinedOutput(); err != nil {
		b.Skipf("no git: %v %s", err, out)
	}
	run := func(paths ...string) func() *exec.Cmd {
		return func() *exec.Cmd {
			return b.command("", "bcindex", append([]string{"--project", b.work, "--file", filepath.Join(b.home, "index.db"), "--grammars", b.home, "--wait"}, paths...)...)
		}
	}
	b.measured("index, from nothing", n, 1, -1, fmt.Sprintf(`"files":%d`, n), run())
	b.measured("index, nothing changed", n, 3, -1, `"files":0`, run())
	edits := 0
	b.measured("index, a file edited", n, 3, -1, `"files":1`, func() *exec.Cmd {
		edits++
		b.write(file(n/2), fmt.Sprintf("package p\n\nfunc Edited%d() {}\n", edits))
		return run()()
	})
	return b.measured("index, the file by its name", n, 3, -1, "", run(fmt.Sprintf("d%d/s%d/f%d.go", n/2000, n/200%10, n/2)))
}
