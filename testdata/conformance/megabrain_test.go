//go:build !windows

package conformance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
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

	"bcrules.dev/engine"
)

// A scene is a recorded case of the pack megabrain: what a hook finds, what it is sent, and what it
// must answer and leave. $PROJECT, $HOME and $TMP stand for folders.
type scene struct {
	Name, Hook, Says string
	Rows             []string
	Env              map[string]string
	Files, Home, Tmp map[string]prop
	Stdin            json.RawMessage
	Expect           struct {
		Reply any
		Files map[string]*prop
		Exit  int
	}
	Wait float64
}

// A prop is a file of a scene.
type prop struct {
	Text  *string
	JSON  json.RawMessage
	Lines []any
	Times int
	Age   float64
	Mode  os.FileMode
}

func scenes(t *testing.T) (all []scene) {
	f, err := os.Open("mega-brain.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var s scene
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	if err := lines.Err(); err != nil || len(all) == 0 {
		t.Fatalf("found %d scenes (%v)", len(all), err)
	}
	return all
}

// The pack answers and leaves what was recorded, or what the specification says instead.
func TestScenes(t *testing.T) {
	p := megabrain(t)
	for _, s := range scenes(t) {
		t.Run(s.Name, func(t *testing.T) {
			for _, d := range s.play(t, p) {
				t.Errorf("%s (rows %s)\n%s", s.Says, strings.Join(s.Rows, ", "), d)
			}
		})
	}
}

// megabrain plays the pack of that name.
func megabrain(t *testing.T) actor {
	t.Helper()
	rules, err := filepath.Abs("../../rules/megabrain")
	if err != nil {
		t.Fatal(err)
	}
	return actor{rules: rules, cache: t.TempDir()}
}

// stage makes what the scene finds, and the command that plays it.
func (s scene) stage(t *testing.T, p actor, at site) *exec.Cmd {
	t.Helper()
	for root, files := range map[string]map[string]prop{"PROJECT": s.Files, "HOME": s.Home, "TMP": s.Tmp} {
		for name, f := range files {
			f.lay(t, at, filepath.Join(at[root], name))
		}
	}
	stdin := []byte(s.Stdin)
	var text string
	if json.Unmarshal(s.Stdin, &text) == nil {
		stdin = []byte(text)
	}
	return p.command(t, at, s.Hook, s.Env, []byte(moments(string(stdin))))
}

// play runs the scene and returns how it differs from what is wanted.
func (s scene) play(t *testing.T, p actor) (differs []string) {
	at := newSite(t)
	cmd := s.stage(t, p, at)
	before := at.files(t)
	said := p.run(t, at, cmd)
	if said.exit != s.Expect.Exit {
		differs = append(differs, fmt.Sprintf("exit code %d", said.exit))
	}
	var got any
	json.Unmarshal(engine.Answer{Stdout: []byte(said.stdout)}.Reply(), &got)
	if !alike(s.Expect.Reply, got) {
		differs = append(differs, fmt.Sprintf("reply\n got %s\nwant %s\nstderr %s", said.stdout, jsonOf(s.Expect.Reply), said.stderr))
	}
	until := time.Now().Add(time.Duration(s.Wait * float64(time.Second)))
	for {
		left := s.left(before, at.files(t))
		if len(left) == 0 || time.Now().After(until) {
			return append(differs, left...)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// left returns how the files differ from what is wanted.
func (s scene) left(before, after map[string]string) (differs []string) {
	want := maps.Clone(s.Expect.Files)
	for _, path := range slices.Sorted(maps.Keys(after)) {
		was, there := before[path]
		if there && was == after[path] || own.MatchString(path) {
			continue
		}
		name := ""
		for w := range want {
			if masked(w).MatchString(placed(path)) {
				name = w
			}
		}
		if name == "" {
			differs = append(differs, path+": not expected")
			continue
		}
		if f := want[name]; f == nil || !f.is(after[path]) {
			differs = append(differs, fmt.Sprintf("%s\n got %s\nwant %s", path, after[path], jsonOf(f)))
		}
		delete(want, name)
	}
	for name, f := range want {
		if f != nil {
			differs = append(differs, name+": not there")
		}
	}
	return differs
}

// own are files of the commands themselves.
var own = regexp.MustCompile(`/\.claude/logs/hooks/|/mega-brain-[0-9a-f]{16}|^\$(PLUGIN|TMP/bcrules)|^\$HOME/\.cache/bcrules`)

// placed returns a path as scenes write it.
func placed(path string) string {
	path = strings.TrimPrefix(path, "$PROJECT/")
	return strings.Replace(path, "$HOME/", "~/", 1)
}

// lay makes the file.
func (f prop) lay(t *testing.T, at site, path string) {
	text := string(f.JSON)
	if f.Text != nil {
		text = strings.Repeat(*f.Text, max(f.Times, 1))
	}
	put(t, path, moments(at.fill(text)))
	if f.Mode != 0 {
		os.Chmod(path, f.Mode&fs.ModePerm)
	}
	then := time.Now().Add(-time.Duration(f.Age * float64(time.Second)))
	os.Chtimes(path, then, then)
}

// is reports whether a file has the wanted content.
func (f prop) is(text string) bool {
	switch {
	case f.Text != nil:
		return masked(*f.Text).MatchString(text)
	case f.JSON != nil:
		var want, got any
		return json.Unmarshal(f.JSON, &want) == nil && json.Unmarshal([]byte(text), &got) == nil && alike(want, got)
	}
	got := []any{}
	for line := range strings.Lines(text) {
		var v any
		if json.Unmarshal([]byte(line), &v) != nil {
			v = map[string]any{"<text>": strings.TrimSuffix(line, "\n")}
		}
		got = append(got, v)
	}
	return alike(any(f.Lines), any(got))
}

// masks stand in wanted texts for any text of a kind.
var masks = map[string]string{
	"<ISO>": `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?`, "<DATE>": `\d{4}-\d\d-\d\d`,
	"<DATETIME>": `\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?`, "<STAMP>": `\d{8}-\d{6}`, "<DASHED>": `\d{4}(?:-\d\d){5}`,
	"<MINUTE>": `\d{4}-\d\d-\d\d-\d{4}`, "<ID8>": `[0-9a-f]{8}`, "<HH:MM>": `\d\d:\d\d`, "<GREETING>": `(?:Bom dia|Boa tarde|Boa noite)`,
	"<QUOTE>": `[^\n]+`, "<TEXT>": `(?s:.+)`,
}

func masked(text string) *regexp.Regexp {
	source := regexp.QuoteMeta(text)
	for mask, kind := range masks {
		source = strings.ReplaceAll(source, regexp.QuoteMeta(mask), kind)
	}
	return regexp.MustCompile(`^` + source + `$`)
}

// alike reports whether a value is as wanted; in texts masks count.
func alike(want, got any) bool {
	switch w := want.(type) {
	case string:
		if _, number := got.(float64); w == "<ANY>" || w == "<EPOCH>" && number {
			return true
		}
		text, ok := got.(string)
		return ok && masked(w).MatchString(text)
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			return false
		}
		for k, v := range w {
			if of, ok := g[k]; !ok || !alike(v, of) {
				return false
			}
		}
		return true
	case []any:
		g, ok := got.([]any)
		return ok && len(g) == len(w) && pairwise(w, g)
	}
	return reflect.DeepEqual(want, got)
}

func pairwise(want, got []any) bool {
	for i := range want {
		if !alike(want[i], got[i]) {
			return false
		}
	}
	return true
}

var moment = regexp.MustCompile(`\{\{EPOCH:(\d+)\}\}`)

// moments replaces {{EPOCH:n}} by the Unix seconds n seconds ago.
func moments(text string) string {
	return moment.ReplaceAllStringFunc(text, func(m string) string {
		ago, _ := strconv.Atoi(moment.FindStringSubmatch(m)[1])
		return strconv.FormatInt(time.Now().Unix()-int64(ago), 10)
	})
}

func jsonOf(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
