//go:build !windows

package conformance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/rules"
)

// A record is a run of a hook of Continuous-Claude as it was before it became rules, or a statement
// of its document. continuity_told_test.go translates it to the pack, and continuity_site_test.go
// plays it.
type record struct {
	ID, Hook, Name, Event, Source, Unit, Says string
	Setup                                     struct {
		Files            map[string]json.RawMessage
		Dirs             []string
		Bin              map[string]string
		Postgres, SQLite json.RawMessage
		Daemon           *[]question
	}
	Env                  map[string]string
	Stdin, Input, Output json.RawMessage
	Stdout               string
	Reply                json.RawMessage `json:"stdout_json"` // for a statement of the document
	Effects              struct {
		Created, Changed map[string]string
		Deleted, Spawned []string
		Postgres, SQLite map[string][]map[string]any
	}

	Why   string // why it is played otherwise than it was recorded
	Leave string // why it is not played
}

// A question is a question of the program to its daemon, with the answer.
type question struct {
	Match struct{ Cmd, Pattern, Func string }
	Reply json.RawMessage
}

// The pack answers and leaves what the program did, in the words that the specification gives it
// (§0.2 and §26), or what the specification says instead. -v lists what is left out, what differs,
// and why.
func TestRecords(t *testing.T) {
	if _, err := fs.Stat(rules.FS, "continuity"); err != nil {
		t.Skip("there is no pack continuity")
	}
	all := recordings[record](t, "continuous-claude", named)
	p, world := continuity(t)
	played, left := 0, map[string][]string{}
	for _, x := range all {
		if why := x.left(world); why != "" {
			left[why] = append(left[why], x.ID)
			continue
		}
		if played++; x.Why != "" {
			t.Logf("%s otherwise: %s", x.ID, x.Why)
		}
		t.Run(x.ID, func(t *testing.T) {
			for _, d := range x.play(t, p, world) {
				t.Errorf("%s: %s\n%s", x.Hook, x.Name, d)
			}
		})
	}
	t.Logf("%d records: %d played, %d left out", len(all), played, len(all)-played)
	for _, why := range slices.Sorted(maps.Keys(left)) {
		t.Logf("%d left out: %s: %s", len(left[why]), why, strings.Join(left[why], " "))
	}
}

// continuity plays the pack of that name, compiled in advance, so that no record waits for it.
func continuity(t *testing.T) (actor, *world) {
	t.Helper()
	cache := t.TempDir()
	world := newWorld(t, cache)
	folder, err := filepath.Abs("continuity")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", cache)
	if _, faults, err := compile.Ready(layers.Set{Layers: []string{folder}}); err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	return actor{rules: folder, cache: cache, stubs: world.programs}, world
}

// named replaces the names of folders in a line of the file by a site's paths.
func named(line []byte) []byte {
	return []byte(strings.NewReplacer("${PROJ}", "$PROJECT", "${HOME}", "$HOME", "/tmp/claude-", "$TMP/claude-").Replace(string(line)))
}

// left returns why a record is not played, "" if it is.
func (x record) left(w *world) string {
	switch {
	case x.Leave != "":
		return x.Leave
	case x.Source == "document" && x.Unit != "":
		return "what the document says of the agent's registration, which the engine's tests hold"
	case x.Says != "":
		return "what the document says in words; another record shows it"
	case x.Unit != "" && told[x.Unit] == nil:
		return "of a function that no hook of the pack has"
	case w.plays[x.hook()] == nil:
		return "of no hook of the pack"
	case strings.Contains(jsonOf(x.Setup.Files), "python") || strings.Contains(jsonOf(x.Setup.Files), ".py"):
		if _, err := exec.LookPath("python3"); err != nil {
			return "there is no python3"
		}
	}
	return ""
}

// stage makes what the record finds, and the commands of the hooks that replace the recorded one.
func (x record) stage(t *testing.T, p actor, w *world, at site) (all []*exec.Cmd) {
	t.Helper()
	w.lay(t, at, x)
	env := maps.Clone(x.Env)
	if env == nil {
		env = map[string]string{}
	}
	env["CLAUDE_PROJECT_DIR"] = "$PROJECT"
	delete(env, "CLAUDE_OPC_DIR") // there is no checkout
	for _, hook := range w.plays[x.hook()] {
		cmd := p.command(t, at, hook, env, []byte(x.event()))
		if len(x.Setup.Bin) > 0 {
			for i, v := range cmd.Env {
				if path, ok := strings.CutPrefix(v, "PATH="); ok {
					cmd.Env[i] = "PATH=" + filepath.Join(at["PLUGIN"], "bin") + ":" + path
				}
			}
		}
		all = append(all, cmd)
	}
	return all
}

// told returns the record as it is played: statements about functions or of the document become
// runs of a hook.
func (x record) told() record {
	if x.Stdout == "" && x.Source == "document" {
		x.Stdout, x.Event = string(x.Reply), examples[x.Hook].event
	}
	if x.Unit != "" {
		x = told[x.Unit](x)
	}
	return x
}

// play runs the record and returns how it differs from what is wanted.
func (x record) play(t *testing.T, p actor, w *world) (differs []string) {
	x = x.told()
	at := newSite(t)
	all := x.stage(t, p, w, at)
	before := at.files(t)
	out, errs := "", ""
	for _, cmd := range all {
		said := p.run(t, at, cmd)
		if errs += said.stderr; out == "" || answered([]byte(said.stdout)) != (answer{}) {
			out = said.stdout
		}
	}
	want, got := x.wanted(), answered([]byte(out))
	if want != got {
		differs = append(differs, fmt.Sprintf("reply\n got %s\nwant %s\nstderr %s", jsonOf(got), jsonOf(want), errs))
	}
	until := time.Now().Add(patience)
	for {
		left := append(x.changed(before, at.files(t)), x.rows(t, w, at)...)
		if len(left) == 0 || time.Now().After(until) {
			return append(differs, left...)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// patience is how long programs in the background may take.
const patience = 3 * time.Second

// kept are files of the commands and the pack themselves, and files of the program that the pack
// has in a store.
var kept = regexp.MustCompile(`^\$PLUGIN|/\.claude/(logs|cache/(agentica-coordination/|(continuity|memory)\.db|continuity-))|/bcrules|\$TMP/continuity-|\.coordination-session-id$|/uv\.log$` +
	`|/\.claude/cache/(checks|lean)/|semantic_indexing\.log$|__pycache__|braintrust-extractor\.lock$`)

// changed returns how the files differ from what is wanted.
func (x record) changed(before, after map[string]string) (differs []string) {
	want := maps.Clone(x.Effects.Created)
	if want == nil {
		want = map[string]string{}
	}
	maps.Copy(want, x.Effects.Changed)
	for path, text := range want {
		if kept.MatchString(path) {
			continue
		}
		if got, ok := after[path]; !ok || !marked(text).MatchString(got) && !sameJSON(text, got) {
			differs = append(differs, fmt.Sprintf("%s\n got %q\nwant %q", path, got, text))
		}
	}
	for _, path := range x.Effects.Deleted {
		if _, there := after[path]; there && !kept.MatchString(path) {
			differs = append(differs, path+": found it, want it removed")
		}
	}
	for path, text := range after {
		_, wanted := want[path]
		if was, there := before[path]; !wanted && !kept.MatchString(path) && (!there || was != text) {
			differs = append(differs, path+": not expected: "+text)
		}
	}
	for path := range before {
		if _, there := after[path]; !there && !slices.Contains(x.Effects.Deleted, path) && !kept.MatchString(path) {
			differs = append(differs, path+": it is gone")
		}
	}
	slices.Sort(differs)
	return append(differs, x.started(before, after)...)
}

// milliseconds matches times in JSON.
var milliseconds = regexp.MustCompile(`<ms>|\b\d{13}\b`)

// sameJSON reports whether texts are JSON with the same meaning, but for times.
func sameJSON(want, got string) bool {
	var w, g any
	return json.Unmarshal(milliseconds.ReplaceAll([]byte(want), []byte("0")), &w) == nil &&
		json.Unmarshal(milliseconds.ReplaceAll([]byte(got), []byte("0")), &g) == nil && reflect.DeepEqual(w, g)
}

// recent are programs that must have been started: extractors, indexers, checks.
var recent = regexp.MustCompile(`^uv run python \S*(braintrust_analyze|artifact_index)\.py`)

// started returns which programs that the program started were not started here.
func (x record) started(_, after map[string]string) (differs []string) {
	log := after["$TMP/uv.log"]
	for _, line := range x.Effects.Spawned {
		if recent.MatchString(line) && !strings.Contains(log, strings.TrimSpace(line)) {
			differs = append(differs, fmt.Sprintf("started\n got %q\nwant %q", log, line))
		}
	}
	return differs
}

// marked matches a recorded text, in which <ms> and the like stand for values.
func marked(text string) *regexp.Regexp {
	source := regexp.QuoteMeta(text)
	for mark, kind := range map[string]string{"<ms>": `\d{13}`, "<s>": `\d{10}`, "<pid>": `\d+`, "<iso>": `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\dZ+:-]*`, "<stamp>": `[\dT:-]+`} {
		source = strings.ReplaceAll(source, mark, kind)
	}
	return regexp.MustCompile(`^` + source + `\s*$`)
}
