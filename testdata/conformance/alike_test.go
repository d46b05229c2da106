//go:build !windows

package conformance

import (
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// A staging makes what a case finds, and the commands that play it.
type staging func(t *testing.T, p actor, at site) []*exec.Cmd

// drawn is how many cases of each pack are drawn.
const drawn = 8

// Both binaries answer as a call does, byte by byte, and leave the same files, except for times and
// ids drawn at random. Some of each pack's cases are tried, drawn by SEED or else the time.
// So the other tests may use calls.
func TestAlike(t *testing.T) {
	some := seeded(t)
	alone(t)
	// Without the indexer, as a call has none beside it either.
	bin := t.TempDir()
	for _, name := range []string{"bcrules", "bchook", "bcstore"} {
		if err := os.Link(filepath.Join(built.Commands(t), name), filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, of := range []func(*testing.T) (actor, map[string]staging){stagedCases, stagedSamples, stagedScenes, stagedRecords} {
		p, all := of(t)
		p.bin = bin
		names := slices.Sorted(maps.Keys(all))
		some.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names[:drawn] {
			t.Run(name, func(t *testing.T) { compare(t, p, all[name]) })
		}
	}
}

// seeded draws by SEED, or else by the time.
func seeded(t *testing.T) *rand.Rand { return rand.New(rand.NewPCG(built.Seed(t), 0)) }

// compare plays a case by a call, then by each binary, in the same place.
func compare(t *testing.T, p actor, stage staging) {
	top := outlived.Folder(t)
	play := func(name string, done func(map[string]string) bool) (said []uttered, left map[string]string) {
		p.name = name
		if err := os.RemoveAll(top); err != nil {
			t.Fatal(err)
		}
		told, _ := filepath.Glob(filepath.Join(p.cache, "bcrules", "plans", "*.told-*"))
		for _, note := range told { // what a session is told once, each is to tell
			os.Remove(note)
		}
		at := siteIn(t, top)
		for _, cmd := range stage(t, p, at) {
			u := p.run(t, at, cmd)
			said = append(said, uttered{stdout: timeless(u.stdout), exit: u.exit})
		}
		for until := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
			if left = remains(t, at); done(left) || time.Now().After(until) {
				return said, left
			}
		}
	}
	var before map[string]string
	said, left := play("", func(left map[string]string) bool { // what is done in the background has come to rest
		rests := maps.Equal(before, left)
		before = left
		return rests
	})
	for _, name := range []string{"bchook", "bcrules"} {
		got, there := play(name, func(there map[string]string) bool { return maps.Equal(there, left) })
		if !maps.Equal(there, left) { // what a call left in the background may have begun after it came to rest
			_, left = play("", func(left map[string]string) bool { return maps.Equal(there, left) })
		}
		if !slices.Equal(got, said) {
			t.Errorf("%s answers\n%+v\na call\n%+v", name, got, said)
		}
		for _, file := range slices.Sorted(maps.Keys(there)) {
			if was, ok := left[file]; !ok || was != there[file] {
				t.Errorf("%s leaves %s\n%q\na call (%t)\n%q", name, file, there[file], ok, was)
			}
		}
		for file := range left {
			if _, ok := there[file]; !ok {
				t.Errorf("%s leaves no %s, as a call does", name, file)
			}
		}
	}
}

// timed matches times and durations, ids drawn at random, and keys made from the time of a file's
// last change.
var timed = regexp.MustCompile(`-\d{6}\b|%20[0-9a-f]{24}\b|\b[0-9a-f]{8}\b|\d{4}-\d\d-\d\d[T _-]?\d\d[:-]?\d\d([:-]?\d\d)?([.,]\d+)?(Z|[+-]\d\d:\d\d)?|\d\d:\d\d(:\d\d)?|\b\d{13}\b|\b\d{10}\b|\b[\d.]+ ?m?s\b`)

func timeless(text string) string { return timed.ReplaceAllString(text, "<time>") }

// remains returns the files of a site. Of databases only the names count: their bytes depend on
// times and the order of writing.
func remains(t *testing.T, at site) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, text := range at.files(t) {
		if strings.Contains(name, ".db") || strings.HasSuffix(name, ".pyc") { // this has the time of the module's file in it
			text = ""
		}
		if name == "$TMP/scan.jsonl" { // written by programs in the background, in any order
			lines := strings.SplitAfter(text, "\n")
			slices.Sort(lines)
			text = strings.Join(lines, "")
		}
		all[timeless(name)] = timeless(text)
	}
	return all
}

func stagedCases(t *testing.T) (actor, map[string]staging) {
	all := map[string]staging{}
	for _, c := range cases(t, recordedCases) {
		if !c.Ollama {
			all[c.Name] = func(t *testing.T, p actor, at site) []*exec.Cmd {
				s := stage{at["PROJECT"], at["HOME"]}
				s.lay(t, s.cwd, c.Files, map[string]string{})
				s.lay(t, s.home, c.Home, map[string]string{})
				env := map[string]string{}
				for k, v := range c.Env {
					env[k] = s.fill(v, nil)
				}
				return []*exec.Cmd{p.command(t, at, c.Hook, env, []byte(s.fill(c.Stdin, map[string]string{})))}
			}
		}
	}
	return actor{rules: brewcode, cache: t.TempDir()}, all
}

func stagedSamples(t *testing.T) (actor, map[string]staging) {
	all, fixture := samples(t)
	staged := map[string]staging{}
	for _, x := range all {
		if _, why := x.plays(); why == "" && x.Fn == "" && x.Parallel == 0 {
			staged[x.ID] = func(t *testing.T, p actor, at site) []*exec.Cmd { return []*exec.Cmd{x.stage(t, p, at, fixture)} }
		}
	}
	return lessons(t), staged
}

func stagedScenes(t *testing.T) (actor, map[string]staging) {
	all := map[string]staging{}
	for _, s := range scenes(t) {
		all[s.Name] = func(t *testing.T, p actor, at site) []*exec.Cmd { return []*exec.Cmd{s.stage(t, p, at)} }
	}
	return megabrain(t), all
}

func stagedRecords(t *testing.T) (actor, map[string]staging) {
	p, world := continuity(t)
	all := map[string]staging{}
	for _, x := range recordings[record](t, "continuous-claude", named) {
		if x.left(world) == "" {
			all[x.ID] = func(t *testing.T, p actor, at site) []*exec.Cmd { return x.told().stage(t, p, world, at) }
		}
	}
	return p, all
}
