//go:build !windows

package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/testdata/guard"
	"bcrules.dev/testdata/outlived"
)

// taken returns the packs as somebody takes them, with the settings of their recorded cases, or
// none.
var taken = map[string]string{
	"brewcode":   `brewcode`,
	"continuity": `continuity & {reads: outline: "names", searches: {tldr: true, command: ["tldr", "semantic", "index"]}}`,
	"guard":      `guard`,
	"lessons":    `lessons`,
	"megabrain":  `megabrain & {update: package: ""}`,
}

// takes returns a rule folder that takes some packs.
func takes(t *testing.T, names ...string) string {
	t.Helper()
	dir, imports, said := t.TempDir(), "", ""
	for _, name := range names {
		imports += fmt.Sprintf("import \"bcrules.dev/packs/%s\"\n", name)
		said += fmt.Sprintf("packs: %q: %s\n", name, taken[name])
	}
	put(t, filepath.Join(dir, "rules.cue"), "package rules\n\n"+imports+"\n"+said)
	return dir
}

// Cases of each pack are played once more with all five in force. What is said and left is what the
// pack and the other four say and leave by themselves, merged by the rules for replies. With ALL=1
// all cases are played, otherwise some of each pack, drawn.
func TestFivePacks(t *testing.T) {
	some := seeded(t)
	alone(t)
	all := slices.Sorted(maps.Keys(taken))
	whole, cache := takes(t, all...), t.TempDir() // one for all rule sets: a pack that is taken as it is, is compiled once
	for _, pack := range all {
		others := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return name == pack })
		p, staged := stagedOf(t, pack)
		p.whole = true
		by := map[string]actor{}
		for name, rules := range map[string]string{"alone": takes(t, pack), "others": takes(t, others...), "all": whole} {
			one := p
			one.rules, one.cache = rules, cache
			by[name] = one
		}
		names := slices.Sorted(maps.Keys(staged))
		if os.Getenv("ALL") == "" {
			some.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			names = names[:drawn]
		}
		for _, name := range names {
			t.Run(pack+"/"+name, func(t *testing.T) { mingles(t, by, staged[name]) })
		}
	}
}

// stagedOf returns the recorded cases of a pack.
func stagedOf(t *testing.T, pack string) (actor, map[string]staging) {
	switch pack {
	case "brewcode":
		return stagedCases(t)
	case "continuity":
		return stagedRecords(t)
	case "lessons":
		return stagedSamples(t)
	case "megabrain":
		return stagedScenes(t)
	}
	all := map[string]staging{}
	files, err := filepath.Glob("../guard/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		cases, err := guard.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range cases {
			all[fmt.Sprintf("%s-%d", filepath.Base(file), i)] = func(t *testing.T, p actor, at site) []*exec.Cmd {
				event, err := c.Event(at["PROJECT"])
				if err != nil {
					t.Fatal(err)
				}
				return []*exec.Cmd{p.command(t, at, "", nil, event)}
			}
		}
	}
	return actor{}, all
}

// tries is how often a case is played if something differs: programs in the background may be late
// once.
const tries = 4

// mingles plays a case in the same place by the pack alone, by the other four, and by all.
func mingles(t *testing.T, by map[string]actor, stage staging) {
	top := outlived.Folder(t)
	var differs []string
	for range tries {
		_, before := played(t, top, by["all"], stage, false)
		own, ownLeft := played(t, top, by["alone"], stage, true)
		theirs, theirsLeft := played(t, top, by["others"], stage, true)
		all, allLeft := played(t, top, by["all"], stage, true)
		differs = append(merged(own, theirs, all), joined(before, ownLeft, theirsLeft, allLeft)...)
		if len(differs) == 0 {
			return
		}
		differs = append(differs, "alone "+inJSON(own), "others "+inJSON(theirs), "all "+inJSON(all))
	}
	t.Error(strings.Join(differs, "\n"))
}

// played returns what is said and left at a case or, without run, what the case finds.
func played(t *testing.T, top string, p actor, stage staging, run bool) (said map[string]any, left map[string]string) {
	t.Helper()
	if err := os.RemoveAll(top); err != nil {
		t.Fatal(err)
	}
	told, _ := filepath.Glob(filepath.Join(p.cache, "bcrules", "plans", "*.told-*"))
	for _, note := range told { // what a session is told once, each is to tell
		os.Remove(note)
	}
	at := siteIn(t, top)
	cmds := stage(t, p, at)
	if run {
		u := p.run(t, at, cmds[0])
		if json.Unmarshal(engine.Answer{Stdout: []byte(timeless(u.stdout))}.Reply(), &said) != nil { // of an event whose answer is none
			said = map[string]any{"stdout": timeless(u.stdout)}
		}
		if u.exit != 0 {
			said["exit"], said["stderr"] = strconv.Itoa(u.exit), timeless(u.stderr)
		}
	}
	for rest := map[string]string{}; ; time.Sleep(20 * time.Millisecond) {
		left = remains(t, at)
		maps.DeleteFunc(left, func(name, _ string) bool { return strings.Contains(name, "/go/telemetry/") }) // of go, which a case may start
		if maps.Equal(left, rest) {
			return said, left
		}
		rest = left
	}
}

// decisions are the decisions of replies, from the weakest.
var decisions = []any{nil, "allow", "approve", "ask", "deny", "block", true, false, "0", "2"}

// merged returns how a reply differs from the merger of two: the stronger decision with its
// reasons, and all texts of both.
func merged(own, theirs, all map[string]any) (differs []string) {
	a, b, is := leaves("", own), leaves("", theirs), leaves("", all)
	names := slices.Sorted(maps.Keys(is))
	for _, name := range slices.Concat(slices.Collect(maps.Keys(a)), slices.Collect(maps.Keys(b))) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	stronger := func(field string) int {
		return slices.Index(decisions, a[field]) - slices.Index(decisions, b[field])
	}
	for _, name := range names {
		x, y, z := a[name], b[name], is[name]
		last := name[strings.LastIndex(name, ".")+1:]
		of := map[string]string{"permissionDecisionReason": "permissionDecision", "reason": "decision"}[last]
		ok := true
		switch by := 0; {
		case last == "permissionDecision" || last == "decision" || last == "continue" || last == "exit":
			ok = z == decisions[max(slices.Index(decisions, x), slices.Index(decisions, y))]
		case of != "":
			if by = stronger(strings.TrimSuffix(name, last) + of); by > 0 {
				y = nil
			} else if by < 0 {
				x = nil
			}
			if ok = isHeaviest(z, x, y); ok {
				break
			}
			fallthrough
		default:
			ok = isText(z, x, y) || z == x && y == nil || z == y && x == nil || x == y && x == z
		}
		if !ok {
			differs = append(differs, fmt.Sprintf("%s is %v, want %v and %v", name, z, x, y))
		}
	}
	return differs
}

// isHeaviest reports whether a text is one of two others, with the number of reasons in both. That
// is so if all reasons have a weight.
func isHeaviest(z, x, y any) bool {
	one, n := reasonsIn(x)
	two, m := reasonsIn(y)
	said, all := reasonsIn(z)
	return n > 0 && m > 0 && all == n+m && (said == one || said == two)
}

// more matches the end of a reason that others accompany.
var more = regexp.MustCompile(` – and ([0-9]+) more$`)

// reasonsIn returns the reason in a text, and how many there are; 0 for none.
func reasonsIn(v any) (said string, n int) {
	text, ok := v.(string)
	if !ok {
		return "", 0
	}
	if m := more.FindStringSubmatchIndex(text); m != nil {
		n, _ = strconv.Atoi(text[m[2]:m[3]])
		text = text[:m[0]]
	}
	return text, n + 1
}

// isText reports whether a text has exactly the lines of two others, each in their order. A pack's
// hooks may speak before and after those of others.
func isText(z, x, y any) bool {
	all, ok := z.(string)
	parts := append(linesOf(x), linesOf(y)...)
	lines := linesOf(all)
	ok = ok && inOrder(lines, linesOf(x)) && inOrder(lines, linesOf(y))
	slices.Sort(parts)
	slices.Sort(lines)
	return ok && slices.Equal(lines, parts)
}

// linesOf returns the lines of a text without blank ones and rules between texts.
func linesOf(v any) (lines []string) {
	text, _ := v.(string)
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line != "---" {
			lines = append(lines, line)
		}
	}
	return lines
}

// inOrder reports whether some lines are among others, in their order.
func inOrder(all, some []string) bool {
	for _, line := range all {
		if len(some) > 0 && line == some[0] {
			some = some[1:]
		}
	}
	return len(some) == 0
}

// leaves returns the values in an object, by paths of names.
func leaves(path string, v any) map[string]any {
	all := map[string]any{}
	object, ok := v.(map[string]any)
	if !ok {
		if path != "" {
			all[path] = inJSON(v)
			if text, ok := v.(string); ok {
				all[path] = text
			}
			if yes, ok := v.(bool); ok {
				all[path] = yes
			}
		}
		return all
	}
	for name, v := range object {
		maps.Copy(all, leaves(strings.TrimPrefix(path+"."+name, "."), v))
	}
	return all
}

// joined returns the files that differ from both changes or, if both changed them, lack a line that
// one wrote.
func joined(before, a, b, is map[string]string) (differs []string) {
	names := maps.Clone(a)
	maps.Copy(names, b)
	maps.Copy(names, is)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		was, wasThere := before[name]
		x, xThere := a[name]
		y, yThere := b[name]
		z, there := is[name]
		same := func(text string, ok bool) bool { return z == text && there == ok }
		switch changedX, changedY := x != was || xThere != wasThere, y != was || yThere != wasThere; {
		case !changedY && same(x, xThere), !changedX && same(y, yThere):
		case changedX && changedY && (same(x, xThere) && same(y, yThere) || there && hasLines(z, x) && hasLines(z, y)):
		default:
			differs = append(differs, fmt.Sprintf("%s\nbefore %q\nalone  %q\nothers %q\nall    %q", name, was, x, y, z))
		}
	}
	return differs
}

func hasLines(text, of string) bool {
	for line := range strings.Lines(of) {
		if !strings.Contains(text, line) {
			return false
		}
	}
	return true
}
