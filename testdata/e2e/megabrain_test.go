package e2e

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// knowledge is a project of megabrain with a mission, a skill, something left to do, and a task
// whose end is promised. The user's rules embed the pack.
func knowledge() map[string]string {
	files := rules("import \"bcrules.dev/packs/megabrain\"\npacks: \"megabrain\": megabrain & {update: package: \"\"}\n")
	for name, text := range map[string]string{
		".claude/jarvis/STATE.json":       `{"session_id": "harbour", "mission": {"phase": 4, "subphase": 2}, "current_state": {"phase_name": "PIERS", "percent_complete": 40}, "metrics": {"sessions_total": 6}}`,
		".claude/jarvis/PENDING.md":       "## Alta Prioridade\n- [ ] dredge the basin\n",
		".claude/skills/piers/SKILL.md":   "# Piers\n\n**Keywords:** pier\n\nOak, and nothing else.\n",
		".claude/LEDGER.md":               "# Ledger\n\n⏳ PENDING\n\n## Next Action\n- paint the buoys\n",
		".claude/ralph_wiggum_state.json": `{"active_task": "a pier", "promise_required": true, "reprompt_count": 0}`,
	} {
		files["project/"+name] = text
	}
	return files
}

// A session from start to end: what the model is told, what it may not do, what makes it go on, and
// which files exist afterwards.
func TestMegabrainKeepsASession(t *testing.T) {
	write := func(path string) []Block {
		return []Block{Use("Write", map[string]any{"file_path": path, "content": "It is of oak.\n"})}
	}
	s := stage(t, knowledge(),
		Step{On: "build a pier", Say: write("docs/CLAUDE.md")},
		Step{On: "VETO: CLAUDE.md Guard", Say: write("inbox/pier.md")},
		Step{On: "inbox/pier.md", Say: []Block{Use("Edit", map[string]any{"file_path": "inbox/pier.md", "old_string": "oak", "new_string": "larch"})}},
		Step{On: "has been updated", Say: Shell("sudo touch floated")},
		Step{On: "sudo touch floated: sudo is denied here", Say: Say("It stands.")},
		Step{On: "Ralph Wiggum: Task incomplete. Reprompt count: 1/3.", Say: Say("It does. <promise>DONE</promise>")},
	)
	s.run("status, then build a pier", "--permission-mode", "acceptEdits")

	first := s.asks(0).Text()
	wants(t, first, "CONTEXT INJECTION (para uso interno):", "[REGRAS ABSOLUTAS]", "dredge the basin",
		"[JARVIS Context] Estado: Fase PIERS | Progresso: 40%", "[SKILL AUTO-ACTIVATED: piers]", "Oak, and nothing else.")
	wants(t, s.asks(1).News(), "   Path: docs/CLAUDE.md")
	wants(t, s.asks(5).News(), "Ledger shows pending task: paint the buoys")
	if s.there("docs/CLAUDE.md") || s.there("floated") {
		t.Error("what is denied was done")
	}
	if got := s.read("inbox/pier.md"); got != "It is of larch.\n" {
		t.Errorf("the file has %q", got)
	}

	state := s.read(".claude/jarvis/STATE.json")
	for path, want := range map[string]string{
		"session.id": session, "session.is_active": "false", "metrics.sessions_total": "7", "mis.prompt_count": "1", "session_id": "harbour",
	} {
		if got := gjson.Get(state, path).String(); got != want {
			t.Errorf("the state has %s %q, want %q", path, got, want)
		}
	}
	if got := gjson.Get(s.read("logs/actions.json"), "actions.#.tool").Raw; got != `["Write","Edit"]` {
		t.Errorf("actions are %s", got)
	}
	var kinds []string
	for line := range strings.Lines(s.read(".claude/sessions/current.jsonl")) {
		kinds = append(kinds, gjson.Get(line, "type").String())
	}
	if want := []string{"user_message", "tool_use", "tool_use", "response", "response"}; !slices.Equal(kinds, want) {
		t.Errorf("the journal has %q, want %q", kinds, want)
	}
	wants(t, s.read("logs/ralph_wiggum.jsonl"), "reprompt_generated", "promise_received")
	files := s.files()
	for _, pattern := range []string{"logs/sessions/session-*.json", "logs/sessions/2*.md", "logs/handoffs/HANDOFF-2*.md", "logs/handoffs/HANDOFF-LATEST.md",
		".claude/sessions/CURRENT-SESSION.md", ".claude/mission-control/AUTOSAVE-STATE.json"} {
		if !slices.ContainsFunc(files, func(name string) bool { ok, _ := filepath.Match(pattern, name); return ok }) {
			t.Errorf("found no %s", pattern)
		}
	}
	t.Logf("files it left:\n%s", strings.Join(files, "\n"))
}

// files returns the files of the project, by name.
func (s *Stage) files() (all []string) {
	s.t.Helper()
	check(s.t, filepath.WalkDir(s.project, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(s.project, path)
		all = append(all, filepath.ToSlash(rel))
		return err
	}))
	return all
}
