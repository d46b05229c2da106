package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log"
	"path/filepath"
	"strings"
)

// Words that make up skills and prompts.
var (
	verbs = strings.Fields("create fix debug explain search review deploy refactor document migrate profile trace write build test plan commit resume validate analyze")
	nouns = strings.Fields("component importer endpoint schema pipeline workflow dashboard integral theorem ledger handoff widget error test query cache branch release" +
		" session hook agent prompt index parser matrix vector proof kernel tensor graph socket queue token model metric secret policy report budget invoice")
)

// wish is a prompt of 180 words.
const wish = "I have been looking at the importer since yesterday and there is still something wrong with it. When the nightly run starts it reads the first half of the file" +
	" and then stops without an error, and the report that we send out on Monday morning has only half of the rows. Before that it worked for months, so I think it has to do with the" +
	" change that went in last week, where the parser got its own queue. Could you find out where the rest of the rows is lost, and whether the cache has anything to do with it? I don't" +
	" want the whole thing rewritten; a small change would be best, with a test that shows that all rows arrive. If the queue is the reason, then please say so first, and we decide" +
	" together what to do about it. The log of the last run is in the folder of the nightly job, and the file itself is too large to look at as a whole, so take the first thousand lines" +
	" of it. After that write down for the others what you have found, and what is left to do, so that nobody has to begin from the start again: document component"

// skillRules returns a skill-rules.json with as many skills, agents, keywords and patterns as that
// of the program that the pack continuity comes from: 70, 6, 792 and 359.
func skillRules() string {
	tables := map[string]map[string]any{"skills": {}, "agents": {}}
	verb := func(i int) string { return verbs[i%len(verbs)] }
	noun := func(i int) string { return nouns[i%len(nouns)] }
	for i := range 76 {
		var words, patterns []string
		for k := range 10 + i/44 {
			words = append(words, verb(i+k)+" "+noun(i*5+k))
		}
		for k := range 5 - i/55 {
			patterns = append(patterns, []string{
				fmt.Sprintf(`(%s|%s|make).*?(%s|%s)s? of`, verb(i+k), verb(i+k+5), noun(i*7+k), noun(i*3+k+1)),
				fmt.Sprintf(`\b%s\b.*\b%s\b.*\b%s`, verb(i), noun(i), verb(i+1)),
				fmt.Sprintf(`how (do|can|does) .*?(%s|%s)`, noun(i*2), noun(i+3)),
				fmt.Sprintf(`%s\s+(the\s+)?%s`, verb(i+2), noun(i+4)),
				fmt.Sprintf(`(what|where).*?%s.*?(%s|used|stored)`, noun(i*3), verb(i)),
			}[k])
		}
		at := "skills"
		if i >= 70 {
			at = "agents"
		}
		tables[at][fmt.Sprint("skill-", i)] = map[string]any{
			"type": "domain", "enforcement": "suggest", "priority": []string{"critical", "high", "medium", "low"}[i%4], "description": "What it is for, in a line.",
			"promptTriggers": map[string]any{"keywords": words, "intentPatterns": patterns},
		}
	}
	data, err := json.Marshal(tables)
	check(err)
	return string(data)
}

// coordinated returns events of a project whose user has the pack continuity: in a session that was
// active a moment ago, with a ready index of the code and learnings of others.
func coordinated() (all []scene) {
	var large strings.Builder
	large.WriteString("package harbour\n")
	for i := range 50 {
		fmt.Fprintf(&large, "\n// due%d is what a ship owes at berth %d.\nfunc due%d(days int) int {\n\tif days > %d {\n\t\treturn due%d(days - 1)\n\t}\n\treturn days\n}\n", i, i, i, i, (i+1)%50)
	}
	files := map[string]string{
		".claude/skills/skill-rules.json": skillRules(), "large.go": large.String(), "small.go": "package harbour\n", "go.mod": "module harbour\n",
		"thoughts/ledgers/CONTINUITY_CLAUDE-harbour.md": "# harbour\nUpdated: never\n",
	}
	known := sha256.Sum256([]byte(session))
	told := fmt.Sprintf("../tmp/continuity-%x.d", known[:8])
	tool := func(name, input string) string {
		return event("PreToolUse", fmt.Sprintf(`"tool_name": %q, "tool_input": %s`, name, input))
	}
	for _, s := range []scene{
		{name: "Bash", event: tool("Bash", `{"command": "go test ./..."}`), want: ""},
		{name: "Read of a small file", event: tool("Read", `{"file_path": "{{CWD}}/small.go"}`), want: ""},
		{name: "Read of a large indexed file", event: tool("Read", `{"file_path": "{{CWD}}/large.go"}`), want: "TLDR Enhanced Read"},
		{name: "Edit with a claim", event: tool("Edit", `{"file_path": "{{CWD}}/large.go", "old_string": "a", "new_string": "return days"}`), want: ""},
		{name: "a prompt with 359 patterns", event: event("UserPromptSubmit", fmt.Sprintf(`"prompt": %q`, wish)), want: "SKILL ACTIVATION CHECK"},
		{name: "Stop", event: event("Stop", `"stop_hook_active": false`), want: ""},
	} {
		s.name, s.files, s.gone = "continuity: "+s.name, files, []string{told}
		s.rules = packageClause + "\nimport \"bcrules.dev/packs/continuity\"\n\npacks: \"continuity\": continuity\n"
		s.env = []string{"HOME={{CWD}}.home", "TMPDIR={{CWD}}/../tmp"} // within the project they were nobody's
		s.before = bench.acquaint
		all = append(all, s)
	}
	return all
}

// acquaint makes the code index of a project, and the learnings of some agents.
func (b bench) acquaint(s scene, project string) {
	run := func(event string, argv ...string) {
		s.event = event
		cmd := b.command(s, project, append([]string{filepath.Join(b.bin, argv[0])}, argv[1:]...))
		if out, err := cmd.CombinedOutput(); err != nil {
			log.Fatalf("%s: %s: %v: %s", s.name, argv[0], err, out)
		}
	}
	run("", "bcrules", "index", "--wait")
	hook := append([]string{"bchook"}, s.args(project)...)
	run(event("SessionStart", `"source": "startup"`), hook...)
	for i := range 20 {
		said := strings.Repeat(fmt.Sprintf("Berth %d of the harbour is free, and the fox jumps. ", i), 4)
		run(event("SubagentStop", fmt.Sprintf(`"agent_id": "a%d", "agent_type": "scout", "last_assistant_message": %q, "stop_hook_active": false`, i, said)), hook...)
	}
}
