package e2e

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"bcrules.dev/testdata/grammars"
)

const (
	ledger  = "thoughts/ledgers/CONTINUITY_CLAUDE-harbour.md"
	handoff = "thoughts/shared/handoffs/harbour/2026-11-23_07-00-00_tariff.md"
)

// harbour is a project of continuity in one language, with a ledger and an index of handoffs. The
// user's rules embed the pack.
func harbour(source, text string) map[string]string {
	files := rules("import \"bcrules.dev/packs/continuity\"\npacks: \"continuity\": continuity\n")
	// Without the folders of objects and refs git takes it for no repository, and there is no
	// index.
	files["project/.git/HEAD"], files["project/.git/objects/info/packs"], files["project/.git/refs/heads/.keep"] = "ref: refs/heads/main\n", "", ""
	files["project/"+ledger] = "# harbour\nUpdated: never\n"
	files["project/"+source] = text
	return files
}

// equip gives a stage what continuity asks beside its rules: the user's grammars, and the index of
// handoffs that another program maintains.
func (s *Stage) equip() {
	s.t.Helper()
	cache := filepath.Join(s.home, ".cache", "bcrules")
	check(s.t, os.MkdirAll(cache, 0o755))
	check(s.t, os.Symlink(grammars.Dir(s.t), filepath.Join(cache, "grammars")))
	file := filepath.Join(s.project, ".claude", "cache", "artifact-index", "context.db")
	check(s.t, os.MkdirAll(filepath.Dir(file), 0o755))
	db, err := sql.Open("sqlite", file)
	check(s.t, err)
	defer db.Close()
	_, err = db.Exec(`create table handoffs (id text primary key, session_name text, file_path text, indexed_at text);
		insert into handoffs values ('h-42', 'harbour', ?, '2026')`, handoff)
	check(s.t, err)
}

// peer returns the event of a file edited by another session, as that session's client sends it.
func (s *Stage) peer(file string) string {
	return fmt.Sprintf(`{"session_id": "9ee50000-0000-4000-8000-00000000e2e1", "hook_event_name": "PreToolUse", "cwd": %q, "transcript_path": "/none.jsonl",`+
		` "tool_name": "Edit", "tool_input": {"file_path": %q, "old_string": "a", "new_string": "b"}}`, s.project, filepath.Join(s.project, file))
}

// edits has another session edit a file before the client begins.
func (s *Stage) edits(file string) {
	s.t.Helper()
	hook := exec.Command(filepath.Join(bin, "bchook"))
	hook.Dir, hook.Stdin = s.project, strings.NewReader(s.peer(file))
	hook.Env = []string{"HOME=" + s.home, "TMPDIR=" + filepath.Join(filepath.Dir(s.home), "tmp"), "PATH=/usr/bin:/bin"}
	if out, err := hook.CombinedOutput(); err != nil || strings.Contains(string(out), "Conflict") {
		s.t.Fatalf("the other session's edit: %v %s", err, out)
	}
}

// functions returns that many functions in a language; in text % stands for each one's number.
func functions(n int, text string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintln(&b, strings.ReplaceAll(text, "%", fmt.Sprint(i)))
	}
	return b.String()
}

// A session in a project of Python. It learns that it is alone, reads a large file by its outline,
// edits one and holds it, can't stop while that has a fault, and hands off. The next session is
// told what was learned.
func TestContinuityInPython(t *testing.T) {
	const source = "harbour/tariff.py"
	edit := func(from, to string) []Block {
		return []Block{Use("Edit", map[string]any{"file_path": source, "old_string": from, "new_string": to})}
	}
	s := stage(t, harbour(source, functions(60, "def due_%(ship, days):\n    \"\"\"What a ship owes at berth %.\"\"\"\n    return days * %\n")))
	s.equip()
	s.play(
		Step{On: "mend the tariff", Say: Shell("bcrules index --wait; echo the index is whole")},
		Step{On: "the index is whole", Say: []Block{Use("Read", map[string]any{"file_path": source})}},
		Step{On: "TLDR Enhanced Read", Say: []Block{Use("Read", map[string]any{"file_path": source, "offset": 1, "limit": 8})}},
		Step{On: "def due_1(ship, days):", Say: edit("return days * 1\n", "return days * (1\n")},
		Step{On: "PYTHON COMPILER ERRORS", Say: Say("Mended.")},
		Step{On: "REPAIR LOOP - Python Errors", Say: edit("days * (1\n", "days * (1 + due_0(ship, 1))\n")},
		Step{On: "has been updated", Say: Shell("echo '" + s.peer(source) + "' | bchook")},
		Step{On: "is being edited by Session 5e551011", Say: []Block{agent("general-purpose", "count the berths", false)}},
		Step{On: "count the berths", Say: Shell("sleep 0.5; grep -c '^def' " + source)},
		Step{On: "60", Say: Say("Of all the berths of this harbour sixty are in use, counted from the first function to the last one of the tariff.")},
		Step{On: "sixty are in use", Say: []Block{Use("Write", map[string]any{"file_path": handoff, "content": "# The tariff\n"})}},
		Step{On: "File created", Say: Say("Handed off.")},
		Step{On: "go on", Say: Say("I do.")},
	)
	s.run("mend the tariff", "--permission-mode", "acceptEdits")

	wants(t, s.asks(0).Text(), "MULTI-SESSION COORDINATION ACTIVE", "You are the only session currently working here.")
	outline := s.asks(2).Results(true)
	if len(outline) != 1 {
		t.Fatalf("%d tools failed before the file was read in part, want the first read alone", len(outline))
	}
	wants(t, outline[0], "✅ TLDR Enhanced Read (L1:AST + L2:CallGraph)", "  due_59(ship, days)  [line 237]", "# What a ship owes at berth 59.")
	if strings.Contains(outline[0], "return days") {
		t.Error("the outline has the text of functions")
	}
	wants(t, s.asks(4).News(), source+":7: SyntaxError: '(' was never closed")
	wants(t, s.asks(5).News(), "**Your task:**\nFix the errors and write the file again.")
	wants(t, s.asks(6).News(), "[Signatures from TLDR]\ndef due_0(ship, days)")
	wants(t, s.read(source), "days * (1 + due_0(ship, 1))")
	s.handsOver()

	s.run("go on")
	wants(t, s.asks(12).Text(), "RECALLED LEARNINGS", "✓ Agent general-purpose completed task. count the be")
}

// handsOver clears the session. A client without a terminal shows the user nothing of that: its log
// has what it heard of the handoff, from the index of handoffs. A prompt notes the outcome, as
// there is no program for that. The ledger is dated.
func (s *Stage) handsOver() {
	s.t.Helper()
	s.run("/clear")
	heard, err := os.ReadFile(filepath.Join(s.log, "client2.debug"))
	check(s.t, err)
	wants(s.t, string(heard), `Parsed initial response: {"systemMessage":"\n\n───`, `Session ended: harbour\nLatest handoff: 2026-11-23_07-00-00_tariff`, "outcome: SUCCEEDED")
	if text := s.read(ledger); !regexp.MustCompile(`Updated: \d{4}-\d\d-\d\dT`).MatchString(text) {
		s.t.Errorf("the ledger has %q", text)
	}
}

// tsc reports only files below src in which a text is declared a number.
const tsc = `#!/bin/sh
! grep -Hn 'number = "' src/*.ts | sed -E "s/^([^:]+):([0-9]+):.*/\1(\2,9): error TS2322: Type 'string' is not assignable to type 'number'./" | grep .
`

// A session in a project of TypeScript; another session holds the file that it edits.
func TestContinuityInTypeScript(t *testing.T) {
	const source = "src/tariff.ts"
	edit := func(from, to string) []Block {
		return []Block{Use("Edit", map[string]any{"file_path": source, "old_string": from, "new_string": to})}
	}
	files := harbour(source, functions(60, "/** What a ship owes at berth %. */\nexport function due%(ship: string, days: number): number {\n  const fee: number = %;\n  return days * fee;\n}\n"))
	files["project/tsconfig.json"] = "{}\n"
	files["project/node_modules/.bin/tsc"] = tsc
	s := stage(t, files)
	s.equip()
	s.edits(source)
	s.play(
		Step{On: "mend the tariff", Say: Shell("bcrules index --wait; echo the index is whole")},
		Step{On: "the index is whole", Say: []Block{Use("Read", map[string]any{"file_path": source})}},
		Step{On: "TLDR Enhanced Read", Say: []Block{Use("Read", map[string]any{"file_path": source, "offset": 1, "limit": 9})}},
		Step{On: "const fee: number = 1;", Say: edit("fee: number = 1;", `fee: number = "one";`)},
		Step{On: "TypeScript Pre-flight Check", Say: edit(`fee: number = "one";`, "fee: number = 11;")},
		Step{On: "has been updated", Say: []Block{Use("Write", map[string]any{"file_path": handoff, "content": "# The tariff\n"})}},
		Step{On: "File created", Say: Say("Handed off.")},
	)
	s.run("mend the tariff", "--permission-mode", "acceptEdits")

	wants(t, s.asks(0).Text(), "Active peer sessions (1):\n  - 9ee50000: working...")
	wants(t, strings.Join(s.asks(2).Results(true), ""), "Language: typescript", "  due59(ship: string, days: number) -> number  [line 356]", "# What a ship owes at berth 59.")
	wants(t, s.asks(4).News(), "`tariff.ts` is being edited by Session 9ee50000",
		"⚠️ TypeScript Pre-flight Check: 1 type error(s), 0 lint issue(s)", source+"(9,9): error TS2322: Type 'string' is not assignable")
	if news := s.asks(5).News(); strings.Contains(news, "Pre-flight") || strings.Contains(news, "is being edited") {
		t.Errorf("it was told again: %s", news)
	}
	wants(t, s.read(source), "fee: number = 11;")
	s.handsOver()
}
