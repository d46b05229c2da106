package vet

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"

	"cuelang.org/go/cue/ast"
	exprast "github.com/expr-lang/expr/ast"
)

// checkUnused is the name of the check for parts of rules that have no effect.
const checkUnused = "unused"

// unused warns of lets, step names and items that nothing uses, of rules that do nothing, and of
// tables, stores, marks and settings that no hook uses. What hooks share counts as used if one of
// them uses it. Packs are skipped: only its author can mend a pack, and a user who changed its
// texts may use less than it offers.
func unused(s *Subject, r *schema.Report) {
	if s.Set.Source.Pack != "" {
		return
	}
	asked, never := map[plan.Pos]bool{}, map[plan.Pos]finding{}
	note := func(at schema.Place, used bool, text string) {
		asked[at.Pos] = asked[at.Pos] || used
		if !used {
			never[at.Pos] = finding{at: at, check: checkUnused, text: text, mild: true}
		}
	}
	for _, h := range s.Hooks {
		h.names(note)
		h.idle(s.Schema.Library, note)
		s.unlogged(h, note)
	}
	for at, f := range never {
		if !asked[at] {
			f.say(r)
		}
	}
	if len(s.Whole.Scopes) > 0 && len(s.Whole.Hooks) == 0 && len(s.Whole.Source.Layers) > 0 && r.Faults() == 0 {
		dir := s.Whole.Source.Layers[len(s.Whole.Source.Layers)-1].Dir
		r.Warnf(schema.Place{Pos: plan.Pos{File: filepath.ToSlash(dir)}}, checkUnused, "found no hooks, so that nothing is in force")
	}
	for _, layer := range s.Set.Source.Layers {
		if layer.Instance != nil {
			for _, f := range layer.Instance.Files {
				indexes(f, r)
			}
		}
	}
	s.data(r)
	s.idlePredicates(r)
}

// names notes the names that a hook declares, and whether its expressions use them.
func (h *Hook) names(note func(at schema.Place, used bool, text string)) {
	asks := func(rule int, name, but string) bool {
		return slices.ContainsFunc(h.expressions, func(x expression) bool {
			return (rule < 0 || x.rule == rule) && (x.let == "" || x.let != but) && slices.Contains(expr.Identifiers(x.src), name)
		})
	}
	var prefetched []string
	for _, n := range h.Field("prefetch").Items() {
		name, _ := n.String()
		prefetched = append(prefetched, name)
	}
	for _, l := range h.Lets {
		used := slices.Contains(prefetched, l.Name) || asks(-1, l.Name, l.Name)
		note(l.Label(), used, "let: nothing asks "+l.Name+", leave it out")
	}
	if h.Each.Name != "" {
		note(h.Each.Label(), asks(-1, h.Each.Name, ""), "each: nothing asks "+h.Each.Name+", so that its rules do the same for each item")
	}
	for i, rule := range h.Rules {
		if rule.Each.Name != "" {
			note(rule.Each.Label(), h.onlyDecides(i) || asks(i, rule.Each.Name, ""), "each: nothing asks "+rule.Each.Name+", so that the rule does the same for each item")
		}
		for _, step := range rule.Steps {
			if step.As != "" {
				note(step.Label(), asks(-1, step.As, ""), "as: nothing asks "+step.As+"(), so that its failure is silent, leave the name out or ask "+step.As+"().ok")
			}
		}
	}
}

// onlyDecides reports whether a rule only tests whether a filtered list has items, whatever they
// are.
func (h *Hook) onlyDecides(rule int) bool {
	src, _ := h.Rules[rule].Each.String()
	list := h.Bindings[0].Binding.Rules[rule].Parsed(src)
	f, narrowed := list.(*exprast.BuiltinNode)
	return narrowed && f.Name == "filter" && !h.Rules[rule].When.Exists() && len(h.Rules[rule].Steps) == 1 && h.Rules[rule].Steps[0].As == ""
}

// idle notes the rules of a hook that do nothing, unless they end a search for the first match.
func (h *Hook) idle(lib engine.Library, note func(at schema.Place, used bool, text string)) {
	rules := h.Field("rules")
	if list, ok := rules.Syntax().(*ast.ListLit); ok && len(list.Elts) == 0 {
		note(rules.Written(), false, "rules: found none, so that the hook does nothing")
	}
	for i, rule := range h.Rules {
		do := rule.Field("do")
		empty, literal := do.Syntax().(*ast.ListLit)
		none, first := !do.Exists() || literal && len(empty.Elts) == 0, h.Bindings[0].Hook.First
		switch {
		case none && !first:
			note(rule.Written(), false, "found no action, so that the rule does nothing")
		case none && i > 0 && i == len(h.Rules)-1 && rule.When.Exists():
			note(rule.Written(), false, "found no action in the last row, which so decides nothing; want it before the rows from which it is an exception")
		}
		for _, step := range rule.Steps {
			if string(step.Args) == "{}" && h.saysNothing(lib, step) {
				note(step.Written(), false, step.Action+": found {}, so that it does nothing")
			}
		}
	}
}

// saysNothing reports whether a step whose arguments are empty has no effect.
func (h *Hook) saysNothing(lib engine.Library, step schema.Step) bool {
	of := lib.Actions[step.Action]
	use, always := of.Use("")
	return !always && len(of.Writes) == 0 && of.Runs+of.Starts == "" || h.Bindings[0].Agenda.Outputs[use.Output].Kind == "change"
}

// unlogged notes log entries that the log's level drops, except those for debugging beside other
// actions.
func (s *Subject) unlogged(h *Hook, note func(at schema.Place, used bool, text string)) {
	level, _ := s.Set.Source.Root.Field("log").Field("level").String()
	for i, most := range host.Levels {
		for _, rule := range h.Rules {
			if i >= slices.Index(host.Levels, "debug") && slices.ContainsFunc(rule.Steps, func(step schema.Step) bool { return !s.Schema.Library.Actions[step.Action].Logs }) {
				continue
			}
			for _, step := range rule.Steps {
				if n := step.Field(most); s.Schema.Library.Actions[step.Action].Logs && n.Exists() && slices.Contains(host.Levels[:i], level) {
					note(n.Label(), false, step.Action+": found "+most+", which the level of the log, "+level+", leaves out")
				}
			}
		}
	}
}

// settings warns of settings that no expression uses.
func (s *Subject) settings(r *schema.Report) {
	var asked strings.Builder
	level, _ := s.Set.Source.Root.Field("log").Field("level").String()
	asked.WriteString(level)
	for _, h := range s.Hooks {
		for _, x := range h.expressions {
			asked.WriteString("\n" + x.src)
		}
	}
	for name, n := range s.Set.Source.Root.Field("settings").Members() {
		path := regexp.MustCompile(`settings\(\)(\s*[^\s.]|\s*\.\s*` + regexp.QuoteMeta(name) + `\b|\s*$)`)
		if !path.MatchString(asked.String()) {
			r.Warnf(n.Label(), checkUnused, "settings: nothing asks settings().%s", name)
		}
	}
}

// data warns of tables, stores, marks and settings of the rule set that nothing uses.
func (s *Subject) data(r *schema.Report) {
	names, texts, made := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, h := range s.Hooks {
		for _, x := range h.expressions {
			for _, name := range expr.Identifiers(x.src) {
				names[name] = true
			}
			for _, call := range expr.Calls(x.tree, nil) {
				for _, arg := range call.Args {
					texts[arg.Text] = texts[arg.Text] || arg.Literal
				}
			}
		}
		for i, rule := range h.Rules {
			for _, step := range rule.Steps {
				if arg := s.Schema.Library.Actions[step.Action].Marks; arg != "" && i >= 0 {
					name, _ := step.Field(arg).String()
					texts[name], made[name] = true, true
				}
			}
		}
	}
	if len(s.Hooks) == 0 || len(s.Hooks) < len(s.Set.Written) {
		return // a hook that is faulty, disabled or of another rule set may use them
	}
	s.settings(r)
	root := s.Set.Source.Root
	for name, n := range root.Field("tables").Members() {
		if !names[name] {
			r.Warnf(n.Label(), checkUnused, "tables: nothing asks %s()", name)
		}
	}
	for name, n := range root.Field("stores").Members() {
		if !slices.ContainsFunc(s.Hooks, func(h *Hook) bool { return slices.Contains(h.Bindings[0].Hook.Stores, name) }) {
			r.Warnf(n.Label(), checkUnused, "stores: nothing asks %s", name)
		}
	}
	for name, n := range root.Field("marks").Members() {
		if !texts[name] {
			r.Warnf(n.Label(), checkUnused, "marks: nothing asks or makes %s", name)
		} else if !made[name] && !n.Field("file").Exists() && !n.Field("env").Exists() {
			r.Warnf(n.Label(), checkUnused, "marks: nothing makes %s, want an action that does, or the file or variable in which others do", name)
		}
	}
}
