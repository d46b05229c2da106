package lsp

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/schema"
	"bcrules.dev/schema/page"
)

// Kinds of actions (CodeActionKind).
const (
	quickFix     = "quickfix"
	sourceAction = "source"
)

// actions answers which changes are offered for a range.
func (s *Server) actions(t *Text, q Params) any {
	all := s.mends(t, q)
	if a := s.testing(t, q); a != nil {
		all = append(all, *a)
	}
	return all
}

// testing returns an action that adds a test of the rule at a range to the tests beside its file:
// an event its hook is on, with the expected outcome. The field values are made up, as only the
// author knows what the rule is for. It returns nil if there is no rule, or no event for it.
func (s *Server) testing(t *Text, q Params) *Action {
	_, w := s.at(t, q.Range.Start)
	if w.hook == nil || w.hook.within("hooks") == nil || w.rule == nil || len(w.on()) == 0 || schema.OfTests(t.Path) {
		return nil
	}
	var does []string
	for _, l := range labelsOf(w.rule.child("do")) {
		does = append(does, l[0])
		if l[1] != "" {
			does = append(does, l[0]+" "+l[1])
		}
	}
	k, err := page.NewSketch(s.Schema, w.on()[0], w.match(), does)
	if err != nil {
		return nil
	}
	i := slices.Index(w.hook.fields("rules"), w.rule)
	name := w.hook.Label + ", " + ruleName(w.rule, i)
	path := strings.TrimSuffix(t.Path, ".cue") + "_test.cue"
	there := s.text(path)
	for there != nil && strings.Contains(there.Data, fmt.Sprintf("%q", name)) {
		name += " again"
	}
	test := fmt.Sprintf("\ntests: %q: {\n\thook: %q\n\tevent: {%s}\n\texpect: %s\n}\n", name, w.hook.Label, k.Given, strings.ReplaceAll(strings.TrimSpace(k.Expect), "\n", "\n\t"))
	end := Position{}
	if there != nil {
		end = there.position(len(there.Data), s.encoding)
	} else {
		test = "package " + packageOf(t) + "\n" + test
	}
	return &Action{Title: "Write a test of this rule in " + filepath.Base(path), Kind: sourceAction, Edit: &Edits{Steps: []any{
		map[string]any{"kind": "create", "uri": uriOf(path), "options": map[string]bool{"ignoreIfExists": true}},
		map[string]any{"textDocument": map[string]any{"uri": uriOf(path), "version": nil}, "edits": []TextEdit{{Range{end, end}, test}}},
	}}}
}

// labelsOf returns the actions of a rule, each with its first argument.
func labelsOf(do *Node) (all [][2]string) {
	if do == nil {
		return nil
	}
	for _, n := range do.Nodes {
		if n.Label == "" {
			all = append(all, labelsOf(n)...)
			continue
		}
		argument := ""
		for _, c := range n.Nodes {
			argument = cmp.Or(argument, c.Label)
		}
		all = append(all, [2]string{n.Label, argument})
	}
	return all
}

// packageOf returns the name of a file's package.
func packageOf(t *Text) string {
	for line := range strings.Lines(t.Data) {
		if name, ok := strings.CutPrefix(line, "package "); ok {
			return strings.TrimSpace(name)
		}
	}
	return "rules"
}

// mends returns the fixes of findings in a range, as vet --fix would apply them.
func (s *Server) mends(t *Text, q Params) []Action {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []Action{}
	for _, found := range s.published {
		for _, d := range found[t.Path] {
			if d.Data == nil || !overlap(d.Range, q.Range) {
				continue
			}
			all = append(all, Action{Title: d.Data.Title, Kind: quickFix, Preferred: true, Edit: &Edits{Changes: map[string][]TextEdit{uriOf(t.Path): {d.Data.Edit}}}})
		}
	}
	return all
}

func overlap(a, b Range) bool { return !before(a.End, b.Start) && !before(b.End, a.Start) }

func before(a, b Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}
