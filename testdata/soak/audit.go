package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// An audit compares the result of concurrent events with the model.
type audit struct {
	project, model    string
	events            [][]event
	results, replayed [][]result
	faults, figures   []string
	bound, unlocked   map[string]string // the lock's id to the session that says so
	claimed           map[string]string
}

func (a *audit) faultf(format string, args ...any) {
	a.faults = append(a.faults, fmt.Sprintf(format, args...))
}

// each calls do with all events and their results.
func (a *audit) each(do func(session string, e event, got, want result)) {
	for s := range a.events {
		if len(a.results[s]) != len(a.events[s]) {
			a.faultf("session %d: %d of %d events were answered", s, len(a.results[s]), len(a.events[s]))
			continue
		}
		for i, e := range a.events[s] {
			do(fmt.Sprintf("session-%d", s), e, a.results[s][i], a.replayed[s][i])
		}
	}
}

// replies checks that each reply is one object or nothing, and that replies are the model's if they
// depend only on the event. If several events race for a thing, one must get it.
func (a *audit) replies() {
	a.bound, a.unlocked, a.claimed = map[string]string{}, map[string]string{}, map[string]string{}
	a.each(func(session string, e event, got, want result) {
		var reply struct {
			HookSpecificOutput struct{ AdditionalContext string }
		}
		if got.Code != 0 || got.Stdout != "" && (json.Unmarshal([]byte(got.Stdout), &reply) != nil || !strings.HasSuffix(got.Stdout, "}\n")) {
			a.faultf("%s %s: exit %d, answered %q\n%s", e.What, e.Input, got.Code, got.Stdout, got.Stderr)
		}
		if e.What == "pure" && got.Stdout != want.Stdout {
			a.faultf("%s: answered %s, alone %s", e.Input, got.Stdout, want.Stdout)
		}
		if !e.Pack && e.What != "pure" && e.What != "learn" && e.What != "compact" && got.Stderr != "" {
			a.faultf("%s %s: says %s", e.What, e.Input, got.Stderr)
		}
		said := reply.HookSpecificOutput.AdditionalContext
		for what, by := range map[string]map[string]string{"bound": a.bound, "unlocked": a.unlocked, "claimed": a.claimed} {
			if said != what+" "+e.ID {
				continue
			}
			if first, ok := by[e.ID]; ok {
				a.faultf("%s %s: both %s and %s", what, e.ID, first, session)
			}
			by[e.ID] = session
		}
	})
	a.figures = append(a.figures, fmt.Sprintf("%d locks bound, %d removed, %d claims: each once", len(a.bound), len(a.unlocked), len(a.claimed)))
}

func (a *audit) read(root, name string) string {
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		a.faultf("%v", err)
	}
	return string(data)
}

// files checks every file of the project.
func (a *audit) files() {
	a.same("KNOWLEDGE.jsonl", func(line string) string {
		var e struct{ Ts, T, Txt string }
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Txt == "" {
			a.faultf("KNOWLEDGE.jsonl: line %q", line)
		}
		return e.Txt
	})
	stamped := regexp.MustCompile(`^\d{4}-\d\d-\d\dT[\d:.]+Z (.*)$`)
	a.same("soak.log", func(line string) string {
		m := stamped.FindStringSubmatch(line)
		if m == nil {
			a.faultf("soak.log: line %q", line)
			return line
		}
		if strings.HasPrefix(m[1], "INFO  [session-] [compact] ") { // if several do it at once, one may
			return ""
		}
		return m[1]
	})
	last := a.last()
	state := map[string]string{}
	if err := json.Unmarshal([]byte(a.read(a.project, "state.json")), &state); err != nil {
		a.faultf("state.json: %v", err)
	}
	for key, ids := range last {
		if name, ok := strings.CutPrefix(key, "state "); ok && !slices.Contains(ids, state[name]) {
			a.faultf("state.json: %s is %q, want one of %q", name, state[name], ids)
		}
	}
	plan := a.read(a.project, "PLAN.md")
	status, rest, _ := strings.Cut(plan, "\n")
	if !slices.Contains(last["status"], strings.TrimPrefix(status, "status: ")) || "\n"+rest != planText {
		a.faultf("PLAN.md: status %q, %d bytes after it; want one of %q and %d bytes", status, len(rest), last["status"], len(planText)-1)
	}
	if to, err := os.Readlink(filepath.Join(a.project, "current")); err != nil || !slices.Contains(last["link"], filepath.Base(to)) {
		a.faultf("current: leads to %q, %v, want one of %q", to, err, last["link"])
	}
	a.locks()
	a.pack()
	a.names()
}

// same checks that a file has the same lines as the model's, in any order, without lines that mean
// nothing.
func (a *audit) same(name string, mean func(line string) string) {
	count := func(root string) map[string]int {
		n := map[string]int{}
		for line := range strings.Lines(a.read(root, name)) {
			if !strings.HasSuffix(line, "\n") {
				a.faultf("%s: last line %q has no end", name, line)
			}
			n[mean(strings.TrimSuffix(line, "\n"))]++
		}
		return n
	}
	got, want := count(a.project), count(a.model)
	delete(got, "")
	delete(want, "")
	for _, line := range slices.Sorted(maps.Keys(want)) {
		if got[line] != want[line] {
			a.faultf("%s: %q stands there %d times, want %d", name, line, got[line], want[line])
		}
	}
	if len(got) != len(want) {
		a.faultf("%s: %d lines differ from each other, want %d", name, len(got), len(want))
	}
	a.figures = append(a.figures, fmt.Sprintf("%s: %d lines, each where it must be", name, len(want)))
}

// last returns each session's last id, where the last writer decides.
func (a *audit) last() map[string][]string {
	own := map[string]map[string]string{}
	a.each(func(session string, e event, _, _ result) {
		what := e.What
		if what == "state" {
			what = fmt.Sprintf("state k%d", e.Key)
		}
		if own[what] == nil {
			own[what] = map[string]string{}
		}
		own[what][session] = e.ID
	})
	all := map[string][]string{}
	for what, ids := range own {
		all[what] = slices.Collect(maps.Values(ids))
	}
	return all
}

// locks checks that replies told the truth about locks and marks.
func (a *audit) locks() {
	a.each(func(_ string, e event, _, _ result) {
		switch e.What {
		case "claim":
			if a.claimed[e.ID] == "" {
				a.faultf("mark %s: nobody got the claim", e.ID)
			}
		case "bind":
			if a.bound[e.ID] == "" && a.unlocked[e.ID] == "" {
				a.faultf("lock %s: is there, and nobody bound it", e.ID)
			}
		}
	})
	all, err := filepath.Glob(filepath.Join(a.project, "locks", "*"))
	check(err)
	for _, path := range all {
		id := strings.TrimSuffix(filepath.Base(path), ".lock")
		var lock struct {
			Session string `json:"session_id"`
		}
		data, _ := os.ReadFile(path)
		if err := json.Unmarshal(data, &lock); err != nil || lock.Session != a.bound[id] || a.unlocked[id] != "" {
			a.faultf("lock %s: %s, %v, want it bound to %q and not removed by %q", id, data, err, a.bound[id], a.unlocked[id])
		}
	}
}

// pack checks the files of the pack.
func (a *audit) pack() {
	if text := a.read(a.project, task+"PLAN.md"); !strings.HasPrefix(text, "status: ") || !strings.HasSuffix(text, "<!-- /ALL -->\n") || strings.Count(text, "status: ") != 1 {
		a.faultf("%sPLAN.md: %q", task, text)
	}
	for _, name := range []string{task + ".lock", ".claude/tasks/cfg/brewcode.state.json"} {
		data, err := os.ReadFile(filepath.Join(a.project, name))
		if err == nil && !json.Valid(data) {
			a.faultf("%s: %q", name, data)
		}
	}
	for line := range bytes.Lines([]byte(a.read(a.project, task+"KNOWLEDGE.jsonl"))) {
		if !json.Valid(line) {
			a.faultf("%sKNOWLEDGE.jsonl: line %q", task, line)
		}
	}
	entry := regexp.MustCompile(`^\d{4}-\d\d-\d\dT[\d:.]+Z (ERROR|WARN |INFO ) \[session-\] \[[a-z/-]+\] .`)
	n := 0
	for line := range strings.Lines(a.read(a.project, ".claude/tasks/logs/brewcode.log")) {
		if n++; !entry.MatchString(line) || strings.Contains(line, " ERROR ") {
			a.faultf("brewcode.log: line %q", line)
		}
	}
	a.figures = append(a.figures, fmt.Sprintf("brewcode.log: %d lines, all whole", n))
}

// names checks that only expected files exist.
func (a *audit) names() {
	want := regexp.MustCompile(`^(KNOWLEDGE\.jsonl|PLAN\.md|soak\.log|state\.json|current|\.git/HEAD|locks/l\d+\.lock|marks/(m\d+|first)|` +
		`\.claude/TASK\.md|\.claude/tasks/(logs/brewcode\.log|cfg/brewcode\.state\.json|soak_task/(PLAN\.md|KNOWLEDGE\.jsonl|\.lock|phases/1\.md)))$`)
	n := 0
	err := filepath.WalkDir(a.project, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(a.project, path)
		if n++; !want.MatchString(filepath.ToSlash(name)) {
			a.faultf("%s is left", name)
		}
		return err
	})
	if err != nil {
		a.faultf("%v", err)
	}
	a.figures = append(a.figures, fmt.Sprintf("%d files, none left over", n))
}

// processes checks that no process is left, and no descriptor of this one.
func (a *audit) processes(bin string, descriptors int) {
	if descriptors != 0 {
		a.faultf("%d descriptors are left open", descriptors)
	}
	if runtime.GOOS != "linux" {
		return
	}
	all, err := filepath.Glob("/proc/[0-9]*/exe")
	check(err)
	for _, link := range all {
		if exe, err := os.Readlink(link); err == nil && strings.HasPrefix(exe, bin+"/") {
			a.faultf("%s is left: %s", filepath.Dir(link), exe)
		}
	}
	a.figures = append(a.figures, "no process and no descriptor left")
}

// descriptors returns how many descriptors this process has open; 0 if unknown.
func descriptors() int {
	all, _ := os.ReadDir("/dev/fd")
	return len(all)
}

// memory checks that hooks take no more at the end than at the start.
func (a *audit) memory() {
	tenth := func(from int) int64 {
		var peaks []int64
		for _, results := range a.results {
			n := len(results) / 10
			for _, r := range results[from*n : (from+1)*n] {
				peaks = append(peaks, r.Peak)
			}
		}
		if len(peaks) == 0 {
			return 0
		}
		slices.Sort(peaks)
		return peaks[len(peaks)/2]
	}
	first, last := tenth(1), tenth(9) // by then the starting processes are warm
	if last > first*5/4 {
		a.faultf("hooks peak at %d MB at the end, %d MB at the start", last>>20, first>>20)
	}
	a.figures = append(a.figures, fmt.Sprintf("peak memory of a hook (median): %.1f MB at the start, %.1f MB at the end", float64(first)/(1<<20), float64(last)/(1<<20)))
}

// quantile returns how long hooks took.
func (a *audit) quantile(q float64) time.Duration {
	var took []time.Duration
	for _, results := range a.results {
		for _, r := range results {
			took = append(took, r.Took)
		}
	}
	slices.Sort(took)
	return took[int(q*float64(len(took)-1))].Round(10 * time.Microsecond)
}
