package e2e

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// What the client writes to its debug log about hooks.
var (
	// Answers that it didn't take as meant, and commands that it couldn't run.
	complaint = regexp.MustCompile(`(?i)\[(WARN|ERROR)\].*\bhooks?\b|validation failed|incorrect event name|unrecognized keys|` +
		`Failed to parse initial response|before hook input was fully written|failed to spawn|Hook failed to run|appears to be missing|Hook (entry|event|matcher) |` +
		`\b(finished|completed) with status [^0]|timed out after|\) cancelled:`)
	// What it writes about a hook that ended with 2.
	refusal = regexp.MustCompile(`finished with status 2\b|error: status code 2\b`)
	// A prompt changed at UserPromptSubmit is for other clients: schema/events.cue.
	known = "unrecognized keys (ignored): updatedInput."
	// A hook that ended, in one of two forms; and how long it took, which newer clients write for
	// most events.
	ended = regexp.MustCompile(`"Hook \S+ \((\w+)\) [a-z]+:|\] (\w+)(?::\S+)? \[[^\]]*\] completed with status`)
	took  = regexp.MustCompile(`Hooks: (\w+)(?::\S+)? \[[^\]]*\] finished with status \d+ \((\d+)ms\)`)
)

// complaints returns the lines that criticise a hook.
func complaints(debug string) []string {
	var lines []string
	for line := range strings.Lines(debug) {
		if complaint.MatchString(line) && !strings.Contains(line, known) {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// texts returns the hooks' answers that are neither empty nor an object, from what the client
// prints: it takes these as text.
func texts(printed string) []string {
	var all []string
	for line := range strings.Lines(printed) {
		said := gjson.Parse(line)
		if out := said.Get("stdout").Str; said.Get("subtype").Str == "hook_response" && out != "" && !gjson.Parse(out).IsObject() {
			all = append(all, fmt.Sprintf("%s answered a text: %q", said.Get("hook_event").Str, out))
		}
	}
	return all
}

// figures has the hooks so far, by event: how many ran and, for most events, how many ms each took
// by the client's log.
var figures = struct {
	runs map[string]int
	took map[string][]int
}{map[string]int{}, map[string][]int{}}

// measure adds the hooks that ended, by a log, to figures and ran. For a hook that says nothing,
// only the time it took shows that it ended.
func measure(debug string, ran map[string]int) {
	here, timed := map[string]int{}, map[string]int{}
	for _, m := range ended.FindAllStringSubmatch(debug, -1) {
		here[m[1]+m[2]]++
	}
	for _, m := range took.FindAllStringSubmatch(debug, -1) {
		if ms, err := strconv.Atoi(m[2]); err == nil {
			figures.took[m[1]] = append(figures.took[m[1]], ms)
			timed[m[1]]++
			here[m[1]] = max(here[m[1]], timed[m[1]])
		}
	}
	for event, n := range here {
		ran[event] += n
		figures.runs[event] += n
	}
}

// report returns a line of figures for each event.
func report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s %5s %10s %10s\n", "hooks by event", "runs", "median ms", "most ms")
	for _, event := range slices.Sorted(maps.Keys(figures.runs)) {
		median, most := "-", "-"
		if took := slices.Sorted(slices.Values(figures.took[event])); len(took) > 0 {
			median, most = strconv.Itoa(took[len(took)/2]), strconv.Itoa(took[len(took)-1])
		}
		fmt.Fprintf(&b, "%-20s %5d %10s %10s\n", event, figures.runs[event], median, most)
	}
	return b.String()
}
