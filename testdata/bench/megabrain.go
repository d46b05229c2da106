package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

const (
	batchText = ".data/logs/batches/BATCH-051.md"
	voice     = "knowledge/external/dna/persons/acme/voice-dna.yaml"
)

// brain is a project of the pack megabrain with all that a session reads: documents, skills,
// sub-agents, an inbox, an agent with a memory, and a batch to pass on.
func brain() map[string]string {
	files := map[string]string{
		".claude/jarvis/STATE.json": `{"session_id": "SESSION-9", "mission": {"phase": 4, "subphase": 2}, "accumulated": {"progress_percent": 37.5},` +
			` "session": {"agent_active": "acme"}, "current_state": {"phase_name": "PIPELINE", "percent_complete": 42}}`,
		".claude/jarvis/PENDING.md":                   "# PENDING\n\n## Alta Prioridade\n" + strings.Repeat("- [ ] Fix the importer\n", 10) + "\n## Media Prioridade\n- [ ] Write docs\n\n## Aguardando Resposta\n- [ ] Which bucket?\n",
		".claude/jarvis/CURRENT-TASK.md":              "## Objetivo\nIndex the new sources\n## Proximos Passos\n1. Scan inbox\n2. Tag files\n",
		".claude/jarvis/JARVIS-DNA-PERSONALITY.md":    "## III. ARSENAL DE SARCASMO\n### Tipo 1: A\n### Tipo 2: B\n## IV. X\n## IX. FRASES SIGNATURE\n\"De fato.\"\n\"Sempre.\"\n## X.\n",
		".claude/jarvis/JARVIS-BOOT-SEQUENCE.md":      strings.Repeat("Who boots reads this line of the sequence.\n", 200),
		".claude/jarvis/JARVIS-MEMORY.md":             "*Interacoes registradas: 3*\n\n### Decisoes Importantes\n\n```\n```\n",
		"system/02-JARVIS-SOUL.md":                    "### O Que JARVIS Faz Sem Pedir\n| Gatilho | Acao |\n|---|---|\n| always | help |\n### Next\n## CITAÇÕES CANÔNICAS\n\"For you.\"\n---\n",
		"agents/external/acme/MEMORY.md":              "# acme\n" + strings.Repeat("- it was learned\n", 150),
		"knowledge/external/playbooks/sales.md":       "# sales\n",
		"knowledge/external/dossiers/dossier-acme.md": "# acme\n",
		voice:     "a: 1\n",
		batchText: "# BATCH-051\n\nSource: ACME\n\n🤖 AGENTES A ALIMENTAR\n • acme/MEMORY.md\n\n📘 PLAYBOOKS IMPACTADOS\n • sales.md\n\n🧬 DNAs ENRIQUECIDOS\n • acme/voice-dna.yaml\n\n📁 DOSSIERS\n • dossier-acme.md\n",
	}
	words := map[string]any{} // as after the start of a session
	for i := range 20 {
		entry := []map[string]any{{"name": fmt.Sprint("skill-", i), "path": fmt.Sprint(".claude/skills/skill-", i), "priority": "MÉDIA", "type": "skill"}}
		words[fmt.Sprint("word", i)], words[fmt.Sprint("thing", i)] = entry, entry
		files[fmt.Sprintf("inbox/%d.md", i)] = "x"
		files[fmt.Sprintf(".claude/skills/skill-%d/SKILL.md", i)] = fmt.Sprintf("# Skill %d\n\n**Keywords:** word%d, thing%d\n", i, i, i) + strings.Repeat("How it is done.\n", 60)
	}
	index, err := json.Marshal(map[string]any{"keyword_map": words, "skills": map[string]any{}})
	check(err)
	files[".claude/mission-control/SKILL-INDEX.json"] = string(index)
	return files
}

// brained returns events of that project, each answered by all hooks of the pack.
func brained() (all []scene) {
	typed := strings.Repeat("the quick fox jumps over the lazy dog and ", 20)
	input := func(v map[string]any) string {
		data, err := json.Marshal(v)
		check(err)
		return string(data)
	}
	for _, s := range []scene{
		{name: "a session starts", event: event("SessionStart", `"source": "startup"`), want: "REGRAS ABSOLUTAS"},
		{name: "a prompt of 180 words", event: event("UserPromptSubmit", `"permission_mode": "default", "prompt": "`+typed+`crie thing7, prefiro assim"`), want: "PLAN MODE WARNING"},
		{name: "Write of a guarded file", event: event("PreToolUse", `"tool_name": "Write", "tool_input": `+input(map[string]any{"file_path": "docs/CLAUDE.md", "content": "x"})), want: "VETO"},
		{name: "Write of a source file", event: event("PreToolUse", `"tool_name": "Write", "tool_input": `+input(map[string]any{"file_path": "src/a.go", "content": "x"})), want: "não tem camada (REVIEW)"},
		{name: "Bash", event: event("PreToolUse", `"tool_name": "Bash", "tool_input": {"command": "go test ./..."}`), want: ""},
		{name: "Edit of a source file is done", event: edited("src/a.go"), want: ""},
		{name: "Edit of a batch with four cascades is done", event: edited(batchText), want: "4 destinos processados"},
	} {
		s.name = "megabrain: " + s.name
		s.files = brain()
		s.rules = packageClause + "\nimport \"bcrules.dev/packs/megabrain\"\n\npacks: \"megabrain\": megabrain & {update: package: \"\"}\n"
		s.env = []string{"TMPDIR={{CWD}}/../tmp"}
		s.gone = []string{"../tmp", "logs", ".claude/sessions", ".claude/mission-control/STATE.json", ".claude/mission-control/MISSION-STATE.json",
			".claude/mission-control/batch-logs", "agents/AGENT-INDEX.yaml", ".claude/logs", ".data/logs/enforcement.jsonl"}
		s.fresh = []string{".claude/jarvis/STATE.json", ".claude/jarvis/JARVIS-MEMORY.md", "agents/external/acme/MEMORY.md", "knowledge/external/playbooks/sales.md",
			"knowledge/external/dossiers/dossier-acme.md", voice, batchText}
		all = append(all, s)
	}
	return all
}

// edited returns the event that a file was edited.
func edited(path string) string {
	return event("PostToolUse", fmt.Sprintf(`"tool_name": "Edit", "tool_input": {"file_path": %q, "old_string": "a", "new_string": "b"}, "tool_response": {}`, path))
}
