//go:build !windows

package load

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/postgres"
)

// moved builds bchook and bcstore, beside the bcrules of all tests, with a time.Now that is off by
// $CLOCK_OFF seconds: the compiler is given that one file of Go's library instead of its own.
func moved(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	file := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	var text []byte
	if err == nil {
		text, err = os.ReadFile(file)
	}
	if err != nil {
		t.Fatal(err)
	}
	const now = "sec, nsec, mono := runtimeNow()\n"
	if !strings.Contains(string(text), now) {
		t.Fatalf("found no %q in %s, want Go's time.Now", now, file)
	}
	off := strings.Replace(string(text), now, now+"\tsec += off\n", 1) + `
var off = func() (s int64) {
	text, _ := syscall.Getenv("CLOCK_OFF")
	digits, back := trimMinus(text)
	for _, c := range []byte(digits) {
		s = s*10 + int64(c-'0')
	}
	if back {
		return -s
	}
	return s
}()

func trimMinus(text string) (string, bool) {
	if text != "" && text[0] == '-' {
		return text[1:], true
	}
	return text, false
}
`
	off = strings.Replace(off, "import (\n", "import (\n\t\"syscall\"\n", 1)
	other, overlay := filepath.Join(dir, "time.go"), filepath.Join(dir, "overlay.json")
	replace, _ := json.Marshal(map[string]map[string]string{"Replace": {file: other}})
	system, err := built.System()
	for name, text := range map[string]string{other: off, overlay: string(replace)} {
		if err == nil {
			err = os.WriteFile(name, []byte(text), 0o600)
		}
	}
	if err == nil {
		err = os.Link(filepath.Join(built.Commands(t), "bcrules"), filepath.Join(dir, "bcrules"))
	}
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", overlay, "-ldflags=-w -X bcrules.dev/engine/host.System="+system+" -X bcrules.dev/cmd/hook.Usual="+built.Usual,
		"-o", dir+"/", "bcrules.dev/cmd/bchook", "bcrules.dev/cmd/bcstore")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return dir
}

// Two machines share a server, and the clock of one is wrong, by minutes or days, in all its
// processes. Each machine is told of the other and of its edits, because the server's clock decides
// how old things are. Whichever sweeps removes what is over by that clock, and nothing else. The
// test builds most of Go's library anew, so it runs only if CLOCKS is set (make organisation).
func TestClocks(t *testing.T) {
	if os.Getenv("CLOCKS") == "" {
		t.Skip("CLOCKS isn't set")
	}
	bin := moved(t)
	for _, off := range []time.Duration{0, -305 * time.Second, 305 * time.Second, -8 * 24 * time.Hour, 8 * 24 * time.Hour} {
		t.Run(off.String(), func(t *testing.T) {
			s := postgres.Start(t)
			right := newCrowd(t, s.URL(""))
			wrong := right.machine(right.work)
			wrong.bin, wrong.env = bin, []string{fmt.Sprintf("CLOCK_OFF=%.0f", off.Seconds())}
			tell := func(c *crowd, session, file string) string {
				return c.send("PreToolUse", session, map[string]any{"tool_name": "Edit",
					"tool_input": map[string]any{"file_path": filepath.Join(c.work, file), "old_string": "a", "new_string": "b"}})
			}
			right.send("SessionStart", "ann", map[string]any{"source": "startup"})
			tell(right, "ann", "a.go")
			s.Value(t, `insert into continuity.sessions select id, 'p', '', 0, (extract(epoch from now()) - hours * 3600) * 1000
				from (values ('hours', 1), ('days', 6 * 24), ('over', 8 * 24)) as of (id, hours)`)
			s.Value(t, "update continuity.upkeep set at = 0")

			if said := wrong.send("SessionStart", "bob", map[string]any{"source": "startup"}); !strings.Contains(said, "Active peer sessions (1)") {
				t.Errorf("who starts was told %s, want one peer", said)
			}
			if said := tell(wrong, "bob", "a.go"); !strings.Contains(said, "is being edited by Session ann") {
				t.Errorf("of ann's file bob was told %s", said)
			}
			tell(wrong, "bob", "b.go")
			if said := tell(right, "ann", "b.go"); !strings.Contains(said, "is being edited by Session bob") {
				t.Errorf("of bob's file ann was told %s", said)
			}
			for began := time.Now(); s.Int(t, "select count(*) from continuity.sessions where id = 'over'") > 0 && time.Since(began) < 10*time.Second; {
				time.Sleep(20 * time.Millisecond) // nobody waits for who sweeps
			}
			if got, want := s.Value(t, "select string_agg(id, ' ' order by id) from continuity.sessions where id not like 'first%'"), "ann bob days hours"; got != want {
				t.Errorf("found the sessions %s, want %s", got, want)
			}
			if got, want := s.Value(t, "select string_agg(file_path || ' ' || session_id, ' ' order by file_path) from continuity.file_claims"), "a.go ann b.go bob"; got != want {
				t.Errorf("found the claims %s, want %s", got, want)
			}
			log, err := os.ReadFile(filepath.Join(wrong.home, ".cache/bcrules/decisions.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(string(log)), "\n")
			var last struct{ Time time.Time }
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
				t.Fatal(err)
			}
			if is := time.Until(last.Time); is < off-time.Minute || is > off {
				t.Errorf("found the wrong clock off by %s, want %s", is, off)
			}
		})
	}
}
