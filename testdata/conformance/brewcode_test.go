package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"

	"github.com/gofrs/flock"
)

// A recorded case: a project, an event, and what the reference implementation answered and left on
// disk. {{CWD}}, {{HOME}}, {{PATH}}, {{PID}} and {{AGO:seconds}} are filled in.
type recorded struct {
	Name, Hook  string
	Env         map[string]string
	Files, Home map[string]recordedFile
	Ollama      bool
	Stdin       string
	Expect      struct {
		Stdout map[string]any
		Files  map[string]any
	}
}

type recordedFile struct {
	Text string
	Dir  bool
	Size *int
	Age  *float64
	Mode *int
}

// brewcode is the pack that answers, recordedCases the cases recorded for it.
const (
	brewcode      = "bcrules.dev/packs/brewcode"
	recordedCases = "brewcode.jsonl"
)

// A stage is the place where a case is played.
type stage struct{ cwd, home string }

var (
	ago = regexp.MustCompile(`\{\{AGO:(-?[\d.]+)\}\}`)
	iso = regexp.MustCompile(`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"`)
)

// fill replaces the variables of a case by values; times remembers which time stands for which
// {{AGO:…}}.
func (s stage) fill(text string, times map[string]string) string {
	text = strings.NewReplacer("{{CWD}}", s.cwd, "{{HOME}}", s.home, "{{PID}}", strconv.Itoa(os.Getpid()), "{{PATH}}", os.Getenv("PATH")).Replace(text)
	return ago.ReplaceAllStringFunc(text, func(token string) string {
		seconds, _ := strconv.ParseFloat(ago.FindStringSubmatch(token)[1], 64)
		then := time.Now().Add(-time.Duration(seconds * float64(time.Second))).UTC().Format("2006-01-02T15:04:05.000Z")
		times[`"`+then+`"`] = `"` + token + `"`
		return then
	})
}

func (s stage) lay(t *testing.T, root string, files map[string]recordedFile, times map[string]string) {
	t.Helper()
	for name, f := range files {
		path := filepath.Join(root, name)
		var err error
		switch {
		case f.Dir:
			err = os.MkdirAll(path, 0o755)
		case f.Size != nil:
			os.MkdirAll(filepath.Dir(path), 0o755)
			err = os.WriteFile(path, make([]byte, *f.Size), 0o644)
		default:
			os.MkdirAll(filepath.Dir(path), 0o755)
			err = os.WriteFile(path, []byte(s.fill(f.Text, times)), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		if f.Mode != nil {
			os.Chmod(path, os.FileMode(*f.Mode))
		}
	}
	for name, f := range files { // last, as a new file changes its folder's time
		if f.Age != nil {
			then := time.Now().Add(-time.Duration(*f.Age * float64(time.Second)))
			os.Chtimes(filepath.Join(root, name), then, then)
		}
	}
}

// unlooked are files about which cases say nothing: logs, marks, folders made for them.
var unlooked = regexp.MustCompile(`(^|/)(brewcode\.log|bcrules[^/]*)$|^\.claude/tasks/logs($|/)|^\.grepai/logs($|/)|^\.grepai/\.reminder-ts$|^\.claude(/tasks)?$`)

// snapshot returns what is below root: text of a file, target of a link, or "/" for a folder.
func snapshot(t *testing.T, root string) map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		if err != nil || name == "." || unlooked.MatchString(filepath.ToSlash(name)) {
			return err
		}
		switch {
		case d.IsDir():
			all[name] = "/"
		case d.Type()&os.ModeSymlink != 0:
			to, err := os.Readlink(path)
			all[name] = "-> " + to
			return err
		default:
			data, err := os.ReadFile(path)
			all[name] = string(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// typed reads a changed file as a case writes it down.
func (s stage) typed(name, text string, times map[string]string) any {
	fold := func(text string) string {
		return strings.NewReplacer(s.cwd, "{{CWD}}", s.home, "{{HOME}}").Replace(text)
	}
	masked := func(raw string) any {
		raw = iso.ReplaceAllStringFunc(fold(raw), func(quoted string) string {
			if token, ok := times[quoted]; ok {
				return token
			}
			then, err := time.Parse(time.RFC3339, strings.Trim(quoted, `"`))
			if err == nil && time.Since(then).Abs() < 2*time.Minute {
				return `"<NOW>"`
			}
			return quoted
		})
		var v any
		if json.Unmarshal([]byte(raw), &v) != nil {
			return map[string]any{"__not_json__": raw}
		}
		return v
	}
	switch {
	case text == "/":
		return map[string]any{"dir": true}
	case strings.HasPrefix(text, "-> "):
		return map[string]any{"link": fold(text[3:])}
	case strings.HasSuffix(name, ".lock"), strings.HasSuffix(name, ".json"):
		return map[string]any{"json": masked(text)}
	case strings.HasSuffix(name, ".jsonl"):
		lines := []any{}
		for line := range strings.Lines(text) {
			if strings.TrimSpace(line) != "" {
				lines = append(lines, masked(strings.TrimRight(line, "\n")))
			}
		}
		return map[string]any{"jsonl": lines}
	}
	return map[string]any{"text": fold(text)}
}

// play runs a case by answer and returns how it differs from what was recorded.
func (c recorded) play(t *testing.T, answer func(stage, []byte) ([]byte, error)) (differs []string) {
	top := outlived.Folder(t)
	s := stage{filepath.Join(top, "proj"), filepath.Join(top, "home")}
	os.Mkdir(s.cwd, 0o755)
	os.Mkdir(s.home, 0o755)
	times := map[string]string{}
	s.lay(t, s.cwd, c.Files, times)
	s.lay(t, s.home, c.Home, times)
	before := snapshot(t, s.cwd)
	out, err := answer(s, []byte(s.fill(c.Stdin, times)))
	s.quiet(t)
	if err != nil {
		return []string{err.Error()}
	}
	var got map[string]any
	folded := bytes.ReplaceAll(bytes.ReplaceAll(out, []byte(s.cwd), []byte("{{CWD}}")), []byte(s.home), []byte("{{HOME}}"))
	if err := json.Unmarshal(engine.Answer{Stdout: folded}.Reply(), &got); err != nil {
		return []string{fmt.Sprintf("stdout is no object: %q", out)}
	}
	if !reflect.DeepEqual(opinion(got), opinion(c.Expect.Stdout)) {
		differs = append(differs, fmt.Sprintf("stdout\n got %v\nwant %v", got, c.Expect.Stdout))
	}
	after := snapshot(t, s.cwd)
	changed := map[string]any{}
	for name := range before {
		if _, ok := after[name]; !ok {
			changed[name] = nil
		}
	}
	for name, text := range after {
		if before[name] != text {
			changed[name] = s.typed(name, text, times)
		}
	}
	if !reflect.DeepEqual(changed, c.Expect.Files) {
		differs = append(differs, fmt.Sprintf("files\n got %v\nwant %v", changed, c.Expect.Files))
	}
	return differs
}

// quiet waits until programs in the background, with the case's home, have ended: the next case's
// hook looks at all processes and would take them for its own.
func (s stage) quiet(t *testing.T) {
	t.Helper()
	bin := filepath.Join(s.home, "bin")
	if _, err := os.Stat(bin); err != nil {
		return
	}
	for bytes.Contains(commandLines(t), []byte(bin+"/")) {
	}
}

// commandLines returns the command lines of all processes, from /proc if there is one, because not
// every machine has ps.
func commandLines(t *testing.T) []byte {
	t.Helper()
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	var all []byte
	for _, name := range names {
		line, _ := os.ReadFile(name) // an ended process has none
		all = append(all, line...)
	}
	if len(names) > 0 {
		return all
	}
	all, err := exec.Command("/bin/ps", "-axo", "command=").Output()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// opinion drops what says nothing: {} and {"continue": true} are the same.
func opinion(reply map[string]any) map[string]any {
	said := map[string]any{}
	for k, v := range reply {
		if k != "continue" || v != true {
			said[k] = v
		}
	}
	return said
}

// A differing is what the documents want of a recorded case instead, and why.
type differing struct {
	Name, Why     string
	Stdout, Files map[string]any
}

// cases reads recorded cases. If the documents differ from one, they count.
func cases(t *testing.T, file string) []recorded {
	t.Helper()
	all := jsonLines[recorded](t, file)
	for _, d := range jsonLines[differing](t, "brewcode.otherwise.jsonl") {
		if d.Why == "" {
			t.Errorf("%s: found no reason why it differs, want one", d.Name)
		}
		for i := range all {
			if all[i].Name == d.Name {
				all[i].Expect.Stdout, all[i].Expect.Files = d.Stdout, d.Files
			}
		}
	}
	return all
}

// jsonLines reads a file of JSON lines.
func jsonLines[T any](t *testing.T, file string) (all []T) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewReader(f); ; {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var one T
			if err := json.Unmarshal(line, &one); err != nil {
				t.Fatal(err)
			}
			all = append(all, one)
		}
		if err == io.EOF {
			return all
		}
	}
}

// ollama answers 200 at the address that the pack asks, while the test runs.
func ollama(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:11434")
	if err != nil {
		t.Skipf("no ollama for the cases that have one: %v", err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Listener.Close()
	server.Listener = l
	server.Start()
	t.Cleanup(server.Close)
}

// alone waits until no other run of these tests on this machine plays cases: the pack's hooks ask a
// port that all share, and look at all processes.
func alone(t *testing.T) {
	t.Helper()
	l := flock.New(filepath.Join(os.TempDir(), "bcrules-conformance.lock"), flock.SetFlag(os.O_CREATE|os.O_RDONLY), flock.SetPermissions(0o644))
	if err := l.Lock(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
}

// A server that takes the connection and never answers doesn't delay a session.
func TestSessionStartWaitsForNobody(t *testing.T) {
	alone(t)
	l, err := net.Listen("tcp", "127.0.0.1:11434")
	if err != nil {
		t.Skipf("the port is taken: %v", err)
	}
	defer l.Close()
	c := recorded{Files: map[string]recordedFile{".grepai/index.gob": {}}}
	cache, bin := t.TempDir(), built.Commands(t)
	answer := func(s stage, stdin []byte) ([]byte, error) {
		cmd := exec.Command(filepath.Join(bin, "bchook"), "--rules", brewcode)
		cmd.Dir, cmd.Stdin = s.cwd, bytes.NewReader(stdin)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.home, "XDG_CACHE_HOME=" + cache}
		return cmd.Output()
	}
	c.Stdin = `{"session_id":"a1b2c3d4-1","hook_event_name":"SessionStart","source":"startup","cwd":"{{CWD}}"}`
	c.Expect.Stdout = map[string]any{
		"systemMessage":      "brewcode:  | session: a1b2c3d4\ngrepai: ollama: stopped, mcp-serve: stopped, watch: stopped | index: ⚠️ 0KB",
		"hookSpecificOutput": map[string]any{"hookEventName": "SessionStart", "additionalContext": "brewcode: active | session: a1b2c3d4"},
	}
	c.Expect.Files = map[string]any{}
	for _, d := range c.play(t, answer) { // {} if it was held up until its time was over
		t.Error(d)
	}
}

func TestConformance(t *testing.T) {
	alone(t)
	all := cases(t, recordedCases)
	split := slices.IndexFunc(all, func(c recorded) bool { return c.Ollama })
	if split < 0 {
		t.Fatal("no case with ollama")
	}
	cache := t.TempDir() // one for all cases: the pack is compiled once
	play := func(t *testing.T, c recorded) []string { return c.play(t, c.called(t, compile.Command(), cache)) }
	t.Run("alone", func(t *testing.T) { playAll(t, all, false, play) })
	t.Run("ollama", func(t *testing.T) {
		ollama(t)
		playAll(t, all, true, play)
	})
}

func playAll(t *testing.T, all []recorded, live bool, play func(*testing.T, recorded) []string) {
	n := 0
	for _, c := range all {
		if c.Ollama != live {
			continue
		}
		n++
		t.Run(c.Name, func(t *testing.T) {
			for _, d := range play(t, c) {
				t.Error(d)
			}
		})
	}
	if n == 0 {
		t.Error("no cases")
	}
}

// called answers by the function that both binaries call, in this process.
func (c recorded) called(t *testing.T, command hook.Command, cache string, rules ...string) func(stage, []byte) ([]byte, error) {
	return func(s stage, stdin []byte) ([]byte, error) {
		var out bytes.Buffer
		cmd := c.command(s, "", cache, append(rules, brewcode)[0])
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stdin), &out, io.Discard
		if code := call(t, command, cmd); code != 0 {
			return nil, fmt.Errorf("exit code %d", code)
		}
		return out.Bytes(), nil
	}
}

// command plays the case by a program, which reads the event on stdin.
func (c recorded) command(s stage, program, cache, rules string) *exec.Cmd {
	cmd := exec.Command(program, "--rules", rules, "--only", c.Hook)
	cmd.Dir = s.cwd
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.home, "XDG_CACHE_HOME=" + cache}
	for k, v := range c.Env {
		cmd.Env = append(cmd.Env, k+"="+s.fill(v, nil))
	}
	return cmd
}
