package convert

import (
	"cmp"
	"strings"

	"cuelang.org/go/cue/token"
)

// safetyNet reads rulebooks of cc-safety-net and rule files of its first version. A rule has a
// program, a subcommand, and arguments, each of which leads to a refusal.
func safetyNet(r *Reading, t *tree, src Source) {
	for _, one := range t.get("rules").list() {
		name, command, sub, args := one.str("name"), one.str("command"), one.str("subcommand"), one.texts("block_args")
		from := at(src, one.pos())
		if command == "" || len(args) == 0 {
			r.report(from, name, "found no command and block_args, want both")
			continue
		}
		program := command[strings.LastIndexAny(command, `/\`)+1:]
		n := Rule{Hook: "safety-net", On: "PreToolUse", Match: "Bash", Verdict: deny, Text: one.str("reason"), With: []Value{{"is", strings.ToLower(program)}, {"args", args}}}
		n.Text = cmp.Or(n.Text, deny.text(name+" of cc-safety-net: the rules"))
		cond := "lower(.program) == is"
		if sub != "" {
			n.With = append(n.With, Value{"subcommand", sub})
			cond += " && len(.operands) > 0 && .operands[0] == subcommand"
		}
		var short strings.Builder
		for _, a := range args {
			if len(a) == 2 && a[0] == '-' && a[1] != '-' {
				short.WriteString(exactly(a[1:]))
			}
		}
		has := "any(.args, # in args)"
		if short.Len() > 0 {
			n.With = append(n.With, Value{"letters", []string{"^-[A-Za-z0-9]*[" + short.String() + "]"}})
			has = "any(.args, # in args || fits(letters, #))"
		}
		n.When = []string{"any(call().commands, " + cond + " && " + has + ")"}
		example := strings.TrimSpace(strings.Join(strings.Fields(program+" "+sub), " ") + " " + args[0])
		n.Items = []Item{{From: from, Says: name, Event: toolEvent("Bash", map[string]any{"command": example})}}
		r.add(n, false)
	}
	for _, key := range []string{"safe_delete_paths", "rule_overrides", "overrides", "level"} {
		if v := t.get(key); v != nil {
			r.report(at(src, v.pos()), key, "it is of cc-safety-net's own rules")
		}
	}
}

// dcgPack reads a pack for destructive command guard: patterns of commands to refuse, by severity,
// and patterns of commands that pass before.
func dcgPack(r *Reading, t *tree, src Source) {
	var safe []string
	for _, one := range t.get("safe_patterns").list() {
		if p := one.str("pattern"); r.fits(at(src, one.pos()), one.str("name"), p) {
			safe = append(safe, p)
		}
	}
	r.report(Place{src.File, 1}, "", "dcg compares each command of a call, and leaves out what is data (texts, here documents); here patterns are compared with the whole call")
	for _, one := range t.get("destructive_patterns").list() {
		from, name, pattern := at(src, one.pos()), t.str("id")+":"+one.str("name"), one.str("pattern")
		if !r.fits(from, name, pattern) {
			continue
		}
		n := Rule{Hook: "dcg", On: "PreToolUse", Match: "Bash", Text: strings.TrimSpace(one.str("description") + "\n" + one.str("explanation"))}
		n.Text = cmp.Or(n.Text, name)
		switch one.str("severity") {
		case "medium":
			n.Verdict = message
		case "low":
			n.Verdict = noted
		default:
			n.Verdict = deny
		}
		n.guarded(pattern, safe, t.texts("keywords"))
		n.Items = []Item{{From: from, Says: name, Event: guardedEvent(pattern, t.texts("keywords"))}}
		r.add(n, false)
	}
}

// guarded restricts a rule to commands that match pattern but no safe one, and that contain one of
// words.
func (n *Rule) guarded(pattern string, safe, words []string) {
	n.With = []Value{{"pattern", []string{pattern}}}
	n.When = []string{"fits(pattern, event.tool_input.command)"}
	if len(safe) > 0 {
		n.With = append(n.With, Value{"safe", safe})
		n.When = append(n.When, "not fits(safe, event.tool_input.command)")
	}
	if len(words) > 0 {
		n.With = append(n.With, Value{"keywords", words})
		n.When = append(n.When, "any(keywords, event.tool_input.command contains #)")
	}
}

// guardedEvent returns a call that matches a pattern and contains one of some words, nil if none is
// found.
func guardedEvent(pattern string, words []string) map[string]any {
	text := sample(pattern)
	has := len(words) == 0
	for _, w := range words {
		has = has || strings.Contains(text, w)
	}
	if text == "" || !has {
		return nil
	}
	return toolEvent("Bash", map[string]any{"command": text})
}

// dcgConfig reads the config and allowlists of destructive command guard.
func dcgConfig(r *Reading, t *tree, src Source) {
	for _, one := range t.get("overrides", "block").list() {
		from, pattern := at(src, one.pos()), one.str("pattern")
		if !r.fits(from, "overrides.block", pattern) {
			continue
		}
		n := Rule{Hook: "dcg", On: "PreToolUse", Match: "Bash", Verdict: deny, Text: one.str("reason")}
		n.Text = cmp.Or(n.Text, deny.text("The overrides of "+src.File))
		n.guarded(pattern, nil, nil)
		n.Items = []Item{{From: from, Says: "block " + pattern, Event: guardedEvent(pattern, nil)}}
		r.add(n, false)
	}
	for _, path := range [][]string{{"overrides", "allow"}, {"overrides", "allowlist"}, {"overrides", "allowlist_rules"}, {"allow"}} {
		for _, one := range t.get(path...).list() {
			r.report(at(src, one.pos()), strings.Join(path, "."), "it takes something out of dcg's own packs, and lets nothing pass that the agent asks about; of guard's rules bcrules except writes such")
		}
	}
	if packs := t.get("packs"); packs != nil {
		r.report(at(src, packs.pos()), "packs", "dcg's packs are its own: %s; the pack guard is for the same", strings.Join(packs.texts("enabled"), ", "))
	}
	t.others([]string{"overrides", "allow", "packs"}, func(name string, pos token.Pos, _ *tree) {
		r.report(at(src, pos), name, "rules say nothing of how dcg works")
	})
}
