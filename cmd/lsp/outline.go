package lsp

import (
	"fmt"
	"strings"
)

// outline answers a file's hooks with their rules, and its other names.
func (s *Server) outline(t *Text, _ Params) any {
	all := []Symbol{}
	for _, n := range t.tree.Nodes {
		if n.Label == "" {
			continue
		}
		if n.Label != "hooks" {
			all = append(all, s.symbol(t, n, n.Label, "", symbolModule))
			continue
		}
		for _, h := range n.Nodes {
			hook := s.symbol(t, h, h.Label, strings.Join(h.child("on").texts(), ", "), symbolEvent)
			for i, r := range h.fields("rules") {
				hook.Children = append(hook.Children, s.symbol(t, r, ruleName(r, i), first(r.child("doc").texts()), symbolFunction))
			}
			all = append(all, hook)
		}
	}
	return all
}

// ruleName returns the name of a rule: its id, or its number with its actions.
func ruleName(r *Node, i int) string {
	if id := first(r.child("id").texts()); id != "" {
		return id
	}
	var does []string
	if do := r.child("do"); do != nil {
		for _, n := range do.Nodes {
			does = append(does, n.Label)
		}
	}
	return strings.TrimSpace(fmt.Sprintf("rule %d %s", i+1, strings.Join(does, " ")))
}

func first(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[0]
}

func (s *Server) symbol(t *Text, n *Node, name, detail string, kind int) Symbol {
	if name == "" {
		name = "…" // the protocol requires a name
	}
	return Symbol{Name: name, Detail: detail, Kind: kind, Range: t.span(n.At, n.To, s.encoding), Selection: t.span(n.At, max(n.At, n.LabelEnd), s.encoding)}
}
