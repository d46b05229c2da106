//go:build !windows

package conformance

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/testdata/built"
)

// A world is what all records share.
type world struct {
	cache    string // the user's cache folder
	programs string // a folder with what the program started
	stores   map[string]*plan.Store
	plays    map[string][]string // hooks of the pack by the name of a recorded one
}

// programs are those that records start: uv runs Python, and notes its arguments.
const uv = `#!/bin/sh
echo "uv $*" >> "${TMPDIR:-/tmp}/uv.log"
[ "$1" = run ] && shift
while [ "$1" = --with ]; do shift 2; done
[ "$1" = python ] || exit 1
shift
exec python3 "$@"
`

// coordinators are hooks of the program for which the pack has patterns.
var coordinators = []string{"pre-tool-use", "post-tool-use", "stop-coordinator"}

// examples are hooks that the document has as examples, by the names in records.
var examples = map[string]struct{ hook, event string }{
	"example: simple reminder": {"example-reminder", "UserPromptSubmit"},
	"example: blocker":         {"example-blocker", "PreToolUse"},
}

func newWorld(t *testing.T, cache string) *world {
	t.Helper()
	built.Storekeeper(t)
	w := &world{cache: cache, programs: t.TempDir(), plays: map[string][]string{}}
	if err := os.WriteFile(filepath.Join(w.programs, "uv"), []byte(uv), 0o755); err != nil {
		t.Fatal(err)
	}
	s := compile.Schema()
	set, err := s.Compile(path.Join(rules.Path, "continuity"))
	if err != nil {
		t.Fatal(err)
	}
	w.stores = map[string]*plan.Store{}
	for name, s := range plan.OfScope("continuity", set.Plan.Stores) {
		w.stores[name] = s
	}
	for name, of := range examples {
		w.plays[name] = []string{of.hook}
	}
	for _, h := range set.Hooks {
		w.plays[h.Own()] = append(w.plays[h.Own()], h.Own())
		for _, of := range set.Hooks { // a hook for several events is one hook for each
			if strings.HasPrefix(h.Own(), of.Own()+"-") {
				w.plays[of.Own()] = append(w.plays[of.Own()], h.Own())
			}
		}
		if strings.HasPrefix(h.Own(), "patterns") {
			for _, name := range coordinators {
				w.plays[name] = append(w.plays[name], h.Own())
			}
		}
	}
	return w
}

// lay makes what a record finds.
func (w *world) lay(t *testing.T, at site, x record) {
	t.Helper()
	at["PROJECT"] = filepath.Join(filepath.Dir(at["PROJECT"]), "proj") // as records name it
	for _, dir := range append(x.Setup.Dirs, "$PROJECT", "$HOME/.claude/cache") {
		if err := os.MkdirAll(at.path(dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, raw := range x.Setup.Files {
		var said struct {
			Content string
			Age     float64 `json:"mtime_ago_s"`
		}
		text := string(raw)
		if json.Unmarshal(raw, &said.Content) == nil || json.Unmarshal(raw, &said) == nil && said.Age > 0 {
			text = said.Content
		}
		if strings.HasPrefix(text, "<the checkout's") {
			continue // the pack itself does what that is for
		}
		put(t, at.path(name), at.fill(whens(described(text))))
		then := time.Now().Add(-time.Duration(said.Age * float64(time.Second)))
		os.Chtimes(at.path(name), then, then)
	}
	for name, text := range x.Setup.Bin {
		file := filepath.Join(at["PLUGIN"], "bin", name)
		put(t, file, text)
		os.Chmod(file, 0o755)
	}
	w.fill(t, at, x)
	if x.Setup.Daemon != nil {
		w.index(t, at, x)
	}
}

// path returns where a file of a record is: without a folder it is in the project.
func (s site) path(name string) string {
	if name = s.fill(name); !filepath.IsAbs(name) {
		name = filepath.Join(s["PROJECT"], name)
	}
	return name
}

var description = regexp.MustCompile(`^<(\d+) lines ("(?:[^"\\]|\\.)*")`)

// described returns the text for a description: <200 lines "x = 1", …>.
func described(text string) string {
	m := description.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	n, _ := strconv.Atoi(m[1])
	line, err := strconv.Unquote(m[2])
	if err != nil {
		return text
	}
	return strings.Repeat(line+"\n", n)
}

var since = regexp.MustCompile(`\$\{NOW_(MS|ISO)(?:-(\d+)(s)?)?\}`)

// whens replaces names of times in records by the time of the run, or by that less some
// milliseconds or seconds.
func whens(text string) string {
	return since.ReplaceAllStringFunc(text, func(m string) string {
		of := since.FindStringSubmatch(m)
		ago, _ := strconv.Atoi(of[2])
		then := time.Now().Add(-time.Duration(ago) * time.Millisecond)
		if of[3] != "" {
			then = time.Now().Add(-time.Duration(ago) * time.Second)
		}
		if of[1] == "ISO" {
			return then.UTC().Format("2006-01-02T15:04:05.000Z")
		}
		return strconv.FormatInt(then.UnixMilli(), 10)
	})
}
