package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bcrules.dev/testdata/measure"
)

// packs are all packs of this program, as people take them together.
var packs = []string{"brewcode", "continuity", "guard", "lessons", "megabrain"}

// ownRules is how many rules a project has beside the packs.
const ownRules = 20

// five measures the first event after a change in a project with all packs and rules of its own:
// from nothing, after a change of an own rule, and after a change of a pack's setting. It also
// measures bcrules vet there. Compiling happens in the same process tree, so its memory counts.
func (b bench) five(rounds int) string {
	s := guarded("five", "rm -rf /", 0)
	s.want = `"permissionDecision"`
	project := filepath.Join(b.dir, "five")
	own, taken := filepath.Join(project, "rules", "own.cue"), filepath.Join(project, "rules", "packs.cue")
	check(os.MkdirAll(filepath.Dir(own), 0o755))
	hook, vet := []string{filepath.Join(b.bin, "bchook"), "--rules", "rules"}, []string{filepath.Join(b.bin, "bcrules"), "vet", "rules"}
	steps := []struct {
		what   string
		change func(round int)
		argv   []string
		times  row
		memory int64
	}{
		{what: "from nothing", change: func(int) { check(os.RemoveAll(b.cache)) }, argv: hook},
		{what: "an own rule changed", change: func(round int) { lay(own, ownText(round)) }, argv: hook},
		{what: "a setting of a pack changed", change: func(round int) { lay(taken, takenText(fmt.Sprint("scratch", round))) }, argv: hook},
		{what: "vet", change: func(int) { check(os.RemoveAll(b.cache)) }, argv: vet},
	}
	for round := range rounds {
		lay(own, ownText(-1))
		lay(taken, takenText("scratch"))
		for i := range steps {
			step := &steps[i]
			step.change(round)
			cmd := b.command(s, project, step.argv)
			var out, told bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &told
			began := time.Now()
			if err := cmd.Run(); err != nil {
				log.Fatalf("%s: round %d: %v\n%s%s", step.what, round, err, &out, &told)
			}
			step.times.times = append(step.times.times, time.Since(began))
			step.memory = max(step.memory, measure.Peak(cmd.ProcessState))
			if &step.argv[0] == &hook[0] && !strings.Contains(out.String(), s.want) {
				log.Fatalf("%s: found %s, want %s", step.what, &out, s.want)
			}
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "\n| all five packs and %d own rules | s | peak MB |\n|---|---:|---:|\n", ownRules)
	for _, step := range steps {
		fmt.Fprintf(&out, "| %s | %.2f | %d |\n", step.what, step.times.median().Seconds(), step.memory>>20)
	}
	return out.String()
}

// ownText returns a rule file with a project's own rules, one of which changes in each round.
func ownText(round int) string {
	var text strings.Builder
	text.WriteString("package rules\n")
	for i := range ownRules {
		fmt.Fprintf(&text, "hooks: own%d: {on: \"PreToolUse\", match: \"Edit\", rules: [{when: \"event.tool_input.file_path endsWith \\\".own%d\\\"\", do: inject: context: \"round %d\"}]}\n", i, i, round)
	}
	return text.String()
}

// takenText returns a rule file that takes all packs, and excepts a branch from one rule.
func takenText(branch string) string {
	imports, taken := "", ""
	for _, name := range packs {
		imports += fmt.Sprintf("\t\"bcrules.dev/packs/%s\"\n", name)
		taken += fmt.Sprintf("packs: %q: %s\n", name, name)
	}
	return fmt.Sprintf("package rules\n\nimport (\n%s)\n\n%spacks: \"guard\": guards: git: \"push-force\": except: [\"git push -f origin %s\"]\n", imports, taken, branch)
}

// lay writes a file with an older time, because a plan of files written just now is made anew.
func lay(path, text string) {
	check(os.WriteFile(path, []byte(text), 0o644))
	rested := time.Now().Add(-time.Minute)
	check(os.Chtimes(path, rested, rested))
}
