//go:build !windows

package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/outlived"
)

// A sample is a recorded run of a hook of the pack lessons as it was before it became rules, or a
// call of one of its functions (Fn). $PROJECT, $HOME, $TMP and $PLUGIN stand for folders.
type sample struct {
	ID, Hook, Fn, Source, Doc, Note string
	Setup                           struct{ Files map[string]json.RawMessage }
	Env                             map[string]string
	Stdin, Stdout                   json.RawMessage
	Parallel                        int
	Effects                         aftermath

	Why   string // why it is played otherwise than it was recorded
	Leave string // why it is not played
}

// Effects are what a run did beside its reply; nil means unknown.
type aftermath struct {
	Exit             *int
	Created, Changed map[string]any
	Deleted          []string
	Spawned          []any
}

// A site is where a sample is played: its folders by name.
type site map[string]string

func newSite(t *testing.T) site { return siteIn(t, outlived.Folder(t)) }

func siteIn(t *testing.T, top string) site {
	t.Helper()
	s := site{}
	for _, name := range []string{"PROJECT", "HOME", "TMP", "PLUGIN"} {
		s[name] = filepath.Join(top, strings.ToLower(name))
		if err := os.MkdirAll(s[name], 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// The plugin in which the hooks were recorded has what they start.
	scripts := filepath.Join(s["PLUGIN"], "scripts")
	if err := errors.Join(os.Mkdir(scripts, 0o755), os.WriteFile(filepath.Join(scripts, "lessons.mjs"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	return s
}

var siteName = regexp.MustCompile(`\$(PROJECT|HOME|TMP|PLUGIN)\b`)

// fill replaces the names of folders by their paths; shown does the reverse.
func (s site) fill(text string) string {
	return siteName.ReplaceAllStringFunc(text, func(name string) string { return s[name[1:]] })
}

func (s site) shown(text string) string {
	for name, dir := range s {
		text = strings.ReplaceAll(text, dir, "$"+name)
	}
	return text
}

// lay writes the files of a sample. Values that are neither text nor a description of one are JSON.
func (s site) lay(t *testing.T, files map[string]json.RawMessage, fixture json.RawMessage) {
	t.Helper()
	for name, raw := range files {
		text, mode, age := string(raw), os.FileMode(0o644), 0.0
		var said struct {
			Content                     *string
			Mode                        string
			AgeDays                     float64 `json:"age_days"`
			Repeat                      []any
			OneUserLineWithTextRepeated []any `json:"one_user_line_with_text_repeat"`
		}
		var plain string
		switch {
		case json.Unmarshal(raw, &plain) == nil:
			if text = plain; strings.HasPrefix(plain, "tests/fixtures/") {
				text = string(fixture)
			}
		case json.Unmarshal(raw, &said) != nil:
		case said.Content != nil:
			text, age = *said.Content, said.AgeDays
			if said.Mode != "" {
				fmt.Sscanf(said.Mode, "%o", &mode)
			}
		case said.Repeat != nil:
			text = strings.Repeat(said.Repeat[0].(string), int(said.Repeat[1].(float64)))
		case said.OneUserLineWithTextRepeated != nil:
			of := said.OneUserLineWithTextRepeated
			text = spokenLine("user", strings.Repeat(of[0].(string), int(of[1].(float64))))
		}
		path := s.fill(name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(s.fill(text)), mode); err != nil {
			t.Fatal(err)
		}
		os.Chmod(path, mode)
		then := time.Now().Add(-time.Duration(age * 24 * float64(time.Hour)))
		os.Chtimes(path, then, then)
	}
}

// spokenLine is a line of a transcript.
func spokenLine(kind, text string) string {
	line, _ := json.Marshal(map[string]any{"type": kind, "message": map[string]any{"content": text}})
	return string(line) + "\n"
}

// files returns the files of the site, by their names in samples.
func (s site) files(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, dir := range s {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			all["$"+name+filepath.ToSlash(strings.TrimPrefix(path, dir))] = s.shown(string(data))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// stage makes what a sample finds, and the command that plays it.
func (x sample) stage(t *testing.T, p actor, s site, fixture json.RawMessage) *exec.Cmd {
	t.Helper()
	s.lay(t, x.Setup.Files, fixture)
	return x.command(t, p, s)
}

// command returns the command that plays a sample, after making what that finds.
func (x sample) command(t *testing.T, p actor, s site) *exec.Cmd {
	t.Helper()
	stdin := []byte(x.Stdin)
	var text string
	if json.Unmarshal(x.Stdin, &text) == nil {
		stdin = []byte(text)
	}
	return p.command(t, s, x.Hook, x.Env, stdin)
}

// play runs a sample and returns how it differs from what is wanted.
func (x sample) play(t *testing.T, p actor, fixture json.RawMessage) (differs []string) {
	t.Helper()
	s := newSite(t)
	if x.Parallel > 0 {
		return x.race(t, p, s, fixture)
	}
	cmd := x.stage(t, p, s, fixture)
	before := s.files(t)
	got := p.run(t, s, cmd)
	if d := x.said(got); d != "" {
		differs = append(differs, d+"\nstderr "+got.stderr)
	}
	if want := x.Effects.Exit; want != nil && got.exit != *want {
		differs = append(differs, fmt.Sprintf("exit code %d, want %d\nstderr %s", got.exit, *want, got.stderr))
	}
	if got.exit == refusedBy && strings.TrimSpace(got.stderr) != strings.TrimSpace(got.stdout) {
		differs = append(differs, fmt.Sprintf("stderr\n got %q\nwant what stdout says", got.stderr))
	}
	return append(differs, x.did(t, s, before)...)
}

// refusedBy is the exit code by which a hook refuses an event. The text is then also on stderr, as
// the agent shows that (specification, 5).
const refusedBy = 2

// race runs the sample several times at once, each time as a process.
func (x sample) race(t *testing.T, p actor, s site, fixture json.RawMessage) []string {
	p.name = "bchook"
	s.lay(t, x.Setup.Files, fixture)
	all := make([]*exec.Cmd, x.Parallel)
	outs := make([]bytes.Buffer, x.Parallel)
	for i := range all {
		all[i] = x.command(t, p, s)
		all[i].Stdout = &outs[i]
		if err := all[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	said := map[string]int{"injecting": 0, "empty": 0}
	for i, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
		if outs[i].Len() == 0 {
			said["empty"]++
		} else {
			said["injecting"]++
		}
	}
	var want map[string]int
	if json.Unmarshal(x.Stdout, &want); !maps.Equal(said, want) {
		return []string{fmt.Sprintf("of %d at once: %v, want %v", x.Parallel, said, want)}
	}
	return nil
}

// said compares the reply. Objects are compared as objects, but for the event's name, without which
// the agent drops them. A text is the reply itself or its context. Nothing equals an empty object.
func (x sample) said(got uttered) string {
	differs := func(got, want any) string {
		if reflect.DeepEqual(got, want) {
			return ""
		}
		return fmt.Sprintf("stdout\n got %s\nwant %s", inJSON(got), inJSON(want))
	}
	reply := map[string]any{}
	object := got.stdout == "" || json.Unmarshal([]byte(got.stdout), &reply) == nil
	var text string
	if json.Unmarshal(x.Stdout, &text) != nil {
		var want map[string]any
		if json.Unmarshal(x.Stdout, &want); !object {
			return fmt.Sprintf("stdout\n got %s\nwant an object", got.stdout)
		}
		wanted, _ := want["hookSpecificOutput"].(map[string]any)
		if own, _ := reply["hookSpecificOutput"].(map[string]any); own != nil && wanted["hookEventName"] == nil {
			if own["hookEventName"] == nil {
				return "the reply doesn't say the event's name"
			}
			delete(own, "hookEventName")
		}
		return differs(reply, want)
	}
	if !object {
		return differs(got.stdout, text)
	}
	own, _ := reply["hookSpecificOutput"].(map[string]any)
	context, _ := own["additionalContext"].(string)
	delete(own, "additionalContext")
	delete(own, "hookEventName")
	if len(reply) > 1 || len(own) > 0 {
		return differs(reply, text)
	}
	return differs(context, strings.TrimSuffix(text, "\n"))
}

func inJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	return b.String()
}

// apart are files about which samples say nothing: notes of programs in them, and files of the pack
// that the earlier hooks didn't need.
var apart = regexp.MustCompile(`^\$HOME/(claude-stdin|\.cache/)|-handoff\.d/`)

// did compares the content of the site afterwards. Runs by projects' own tests have no record of
// it.
func (x sample) did(t *testing.T, s site, before map[string]string) (differs []string) {
	t.Helper()
	whole := strings.HasPrefix(x.Source, "run") || x.Source == "document"
	after := s.files(t)
	for wait := time.Now(); whole && time.Since(wait) < 10*time.Second; after = s.files(t) { // programs that were started go on
		if late := x.lacks(after); !late {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	got := aftermath{Created: map[string]any{}, Changed: map[string]any{}}
	for name, text := range after {
		was, ok := before[name]
		switch {
		case apart.MatchString(name):
		case !ok:
			got.Created[name] = text
		case was != text:
			got.Changed[name] = text
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			got.Deleted = append(got.Deleted, name)
		}
	}
	slices.Sort(got.Deleted)
	slices.Sort(x.Effects.Deleted)
	if !whole {
		return nil
	}
	compare := func(what string, got, want map[string]any) {
		for name := range want {
			if s, ok := want[name].(string); ok && strings.HasSuffix(name, ".jsonl") {
				want[name] = sorted(s)
				if s, ok := got[name].(string); ok {
					got[name] = sorted(s)
				}
			}
		}
		if !(len(got) == 0 && len(want) == 0) && !reflect.DeepEqual(got, want) {
			differs = append(differs, fmt.Sprintf("%s\n got %s\nwant %s", what, inJSON(got), inJSON(want)))
		}
	}
	compare("created", got.Created, x.Effects.Created)
	compare("changed", got.Changed, x.Effects.Changed)
	if !slices.Equal(got.Deleted, x.Effects.Deleted) {
		differs = append(differs, fmt.Sprintf("deleted\n got %q\nwant %q", got.Deleted, x.Effects.Deleted))
	}
	return differs
}

// lacks reports whether a wanted file has less in it than wanted.
func (x sample) lacks(after map[string]string) bool {
	for name, want := range x.Effects.Created {
		if s, ok := want.(string); ok && strings.HasSuffix(name, ".jsonl") && len(after[name]) < len(s) {
			return true
		}
	}
	return false
}

// sorted sorts lines, which concurrent programs write in any order.
func sorted(text string) string {
	lines := strings.SplitAfter(text, "\n")
	sort.Strings(lines)
	return strings.Join(lines, "")
}
