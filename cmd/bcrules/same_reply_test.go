package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/engine"
	"bcrules.dev/engine/facts"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/rules"
	"bcrules.dev/schema"
	"bcrules.dev/schema/test"
	"bcrules.dev/schema/test/sandbox"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// A sample is a rule set with random events, and how many it gets each way.
type sample struct {
	name, rules string // a folder
	events      int
	files       bool // the project is random, too, beside the files of tests
}

// samples are rules that say what no pack does, and everything that ships.
func samples(t *testing.T) []sample {
	t.Helper()
	mixed := filepath.Join(t.TempDir(), "rules")
	put(t, filepath.Join(mixed, "rules.cue"), mixedRules)
	all := []sample{{"mixed", mixed, 120, true}}
	found, err := filepath.Glob("../../rules/*/*_test.cue")
	if err != nil || len(found) == 0 {
		t.Fatalf("found %d files of tests (%v)", len(found), err)
	}
	for _, name := range found {
		dir, err := filepath.Abs(filepath.Dir(name))
		if err != nil {
			t.Fatal(err)
		}
		if one := (sample{filepath.Base(dir), dir, 20, false}); one != all[len(all)-1] {
			all = append(all, one)
		}
	}
	return all
}

// Whatever happens, explain and test reply like the hook, and explain changes nothing: with rules
// that say what no pack does, with one pack, and with all.
func TestRepliesAsHook(t *testing.T) {
	built.InTurn(t)
	seed := built.Seed(t)
	for _, name := range []string{"XDG_CACHE_HOME", "LocalAppData", "PATH"} { // no program is found
		t.Setenv(name, t.TempDir())
	}
	s := compile.Schema()
	all := samples(t)
	if !built.Thorough {
		all = []sample{all[0], all[1+seed%uint64(len(all)-1)]}
	}
	for _, sample := range all {
		t.Run(sample.name, func(t *testing.T) {
			g := generator{rand.New(rand.NewPCG(seed, 1))}
			layers := []string{sample.rules}
			set, err := s.Compile(layers...)
			if off := machineHooks(t, set); off != "" {
				layers = append(layers, off)
				set, err = s.Compile(layers...)
			}
			if err != nil {
				t.Fatal(err)
			}
			tests, err := test.Read(s, sample.rules)
			if err != nil {
				t.Fatal(err)
			}
			threeWays{set, layers, sample, tests.Tests}.compare(t, g)
		})
	}
}

// machineHooks returns a folder of rules that switch off the hooks that look at other programs that
// run on the machine or are registered there, "" if there are none.
func machineHooks(t *testing.T, set *schema.Set) string {
	t.Helper()
	imports, text, registered := "", "", facts.All().Get("foothold").Looks
	for _, can := range set.Can {
		if can.Verb != engine.Connects && can.Verb != engine.Watches && can.What != registered {
			continue
		}
		pack, own := plan.Unscoped(can.Hook)
		if pack == "" {
			text += fmt.Sprintf("hooks: %q: enabled: false\n", own)
			continue
		}
		if line := fmt.Sprintf("import %q\n", path.Join(rules.Path, pack)); !strings.Contains(imports, line) {
			imports += line
		}
		text += fmt.Sprintf("packs: %q: %s & {hooks: %q: enabled: false}\n", pack, pack, own)
	}
	if text == "" {
		return ""
	}
	dir := filepath.Join(t.TempDir(), "off")
	put(t, filepath.Join(dir, "rules.cue"), "package rules\n"+imports+text)
	return dir
}

// A threeWays answers events by hook, explain and test.
type threeWays struct {
	set    *schema.Set
	layers []string
	sample sample
	tests  []test.Test // of the rules; their events and files are varied; there may be none
}

func (w threeWays) compare(t *testing.T, g generator) {
	answered, n := 0, w.sample.events
	// Some packs answer most events with nothing: more events are tried until one has a reply.
	for i := 0; i < n || answered < n/20 && i < 20*n; i++ {
		event, world := g.event(), sandbox.World{System: runtime.GOOS}
		if len(w.tests) > 0 && g.IntN(5) > 0 {
			event, world = g.vary(t, w.tests)
		}
		if w.sample.files {
			for name, f := range g.project() {
				// The hook starts later than its files, if only by a moment.
				world.Files = append(world.Files, sandbox.File{Path: name, Text: f.text, Age: f.age + time.Millisecond})
			}
		}
		hook := ""
		t.Run("event", func(t *testing.T) { // its environment is its own
			var explain, test string
			for range 5 { // replies may name the second that they are of
				second := time.Now().Unix()
				hook, explain, test = w.byHook(t, event, world), w.byExplain(t, event, world), w.byTest(t, event, world)
				if hook == explain && hook == test || time.Now().Unix() == second {
					break
				}
			}
			if hook != explain || hook != test {
				t.Fatalf("%v in %v:\nhook    %s\nexplain %s\ntest    %s", event, world, hook, explain, test)
			}
		})
		if !strings.HasPrefix(hook, "{} ") {
			answered++
		}
	}
	if answered < n/20 {
		t.Errorf("%d of %d events had a reply; the events are too tame", answered, 20*n)
	}
}

// byHook answers an event like the hook command.
func (w threeWays) byHook(t *testing.T, event map[string]any, world sandbox.World) string {
	box, data := settled(t, event, world)
	var out, said bytes.Buffer
	code := compile.Command().Run(hook.Options{Rules: w.layers}, bytes.NewReader(data), &out, &said)
	reply := engine.Answer{Stdout: out.Bytes()}.Reply()
	if !json.Valid(reply) { // a text that a rule printed
		reply = files.JSON(out.String())
	}
	reply = byRules(t, reply)
	return shown(box, fmt.Sprintf("%s exit %d", reply, code))
}

// byExplain answers an event like explain, which must change nothing.
func (w threeWays) byExplain(t *testing.T, event map[string]any, world sandbox.World) string {
	box, data := settled(t, event, world)
	before := contents(t, filepath.Dir(box.Project))
	x := explainedBy(compile.Command(), hook.Options{Rules: w.layers}, w.set, data)
	if after := contents(t, filepath.Dir(box.Project)); !maps.Equal(before, after) {
		t.Errorf("%s: explain changed the project or the home:\n%v\n%v", data, before, after)
	}
	a, reply := x.Because, byRules(t, x.Reply)
	refusing := slices.ContainsFunc(a.Others, func(o answer.Other) bool { return o.Cause == answer.Closed })
	if decided := len(a.Decision) > 0 || string(reply) != "{}"; decided != (len(a.Rules) > 0 || refusing) {
		t.Errorf("%s: explain names %d rules for the decision %q", data, len(a.Rules), a.Decision)
	}
	return shown(box, fmt.Sprintf("%s exit %d", reply, x.Exit))
}

// byTest answers an event like a test.
func (w threeWays) byTest(t *testing.T, event map[string]any, world sandbox.World) string {
	box, data := settled(t, event, world)
	world.Clock = time.Now()
	o, err := compile.Runner().Play(w.set.Plan, nil, "", data, world, box)
	if err != nil {
		t.Fatal(err)
	}
	return shown(box, fmt.Sprintf("%s exit %d", o.Reply, o.Exit))
}

// byRules returns the part of a reply that rules made, without the notices that the user gets once
// a session.
func byRules(t *testing.T, reply []byte) []byte {
	t.Helper()
	var o map[string]any
	if json.Unmarshal(reply, &o) != nil {
		return reply // a text that a rule printed
	}
	message, _ := o["systemMessage"].(string)
	lines := strings.Split(message, "\n")
	said := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.HasPrefix(line, "bcrules: ") })
	if len(said) == len(lines) {
		return reply
	}
	if o["systemMessage"] = strings.Join(said, "\n"); len(said) == 0 {
		delete(o, "systemMessage")
	}
	return files.JSON(o)
}

// shown returns a text with the names that a sandbox's folders have in events, including the folder
// around them.
func shown(box *sandbox.Box, text string) string {
	return strings.ReplaceAll(box.Shown(text), filepath.Dir(box.Project), "$BOX")
}

// settled makes a project and a home, and enters the project. It returns both, with the event as it
// is sent there.
func settled(t *testing.T, event map[string]any, world sandbox.World) (*sandbox.Box, []byte) {
	t.Helper()
	t.Setenv("TMPDIR", outlived.Folder(t)) // the folder of sandboxes
	box, err := sandbox.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	if err := box.Lay(world.Files, time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(name, box.Home)
	}
	t.Setenv("TMPDIR", filepath.Join(filepath.Dir(box.Project), "tmp"))
	for name, value := range world.Env {
		t.Setenv(name, box.Real(value))
	}
	if err := os.MkdirAll(os.TempDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(event)
	if err != nil {
		t.Fatal(err)
	}
	return box, []byte(box.RealJSON(string(data)))
}
