package vet

import (
	"regexp"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/schema"
	"bcrules.dev/schema/expr"
)

// hole matches the placeholders of other languages in a text: the beginning, the name, and what may
// follow it.
var hole = regexp.MustCompile(`(\{\{-? *|#\{ *|\$\( *|%\( *|\{ *|\$)([A-Za-z_]\w*)([.(][\w.()\[\]?']*)?(\)s?|-? *\}\}| *\})?`)

// holes finds such placeholders with names that expressions know.
func (l literal) holes(a engine.Action, r *schema.Report) {
	for _, m := range hole.FindAllStringSubmatchIndex(l.text, -1) {
		part := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return l.text[m[2*i]:m[2*i+1]]
		}
		begins, name, rest := strings.TrimSpace(part(1)), part(2), part(3)
		escaped := begins == "{" && strings.HasSuffix(l.text[:m[0]], "$") // by $${
		closed := strings.HasPrefix(begins, "{") && strings.HasSuffix(part(4), "}")
		known := name == "event" && strings.HasPrefix(rest, ".")
		switch own := l.scope.Knows(name) && l.scope.Fact(name).Ask == nil; {
		case strings.HasPrefix(rest, "("):
			known = (closed || begins != "{") && (l.scope.Fact(name).Ask != nil || own && closed)
		case own && closed && a.Runs == "" && name != "event":
			known = true
			if rest == "" && l.scope.LetTree(name) != nil {
				rest = "()"
			}
		}
		if escaped || !known {
			continue
		}
		inner := strings.TrimRight(name+rest, ".?'[")
		if before, _, ok := strings.Cut(inner, ")"); ok && !strings.Contains(before, "(") {
			inner = before
		}
		if len(expr.Identifiers(inner)) == 0 { // not an expression
			continue
		}
		finding{at: l.Inside(l.offset + m[0]), check: checkWritten, text: "found " + part(0) + ", which is said as it stands, want ${" + inner + "}", mild: l.Open()}.instead(part(0), "${"+inner+"}").say(r)
	}
}

// named matches a shell variable, or a name in braces, that may be a field of the event.
var named = regexp.MustCompile(`\$([A-Z][A-Z_]+)\b|\{\{? ?\.?([a-z]+_[a-z_]+) ?\}?\}`)

// variables finds a field of the event in the notation of shells and templates. Words of a shell's
// command line are left alone, as the shell expands them.
func (l literal) variables(of *schema.EventTable, h *Hook, a engine.Action) finding {
	if a.Runs != "" || strings.ContainsAny(l.text, "`\"'") {
		return finding{}
	}
	for _, m := range named.FindAllStringSubmatchIndex(l.text, -1) {
		name := ""
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				name = strings.ToLower(l.text[m[i]:m[i+1]])
			}
		}
		for _, b := range h.Bindings {
			if of.Shape(b.Event, b.Agenda, "").Fields[name] != nil {
				found := l.text[m[0]:m[1]]
				return finding{at: l.Inside(l.offset + m[0]), check: checkWritten, text: "found " + found + ", which is said as it stands, want ${event." + name + "}", mild: true}
			}
		}
	}
	return finding{}
}

// broken matches a \n or \t that is meant as a control character, with its neighbours.
var broken = regexp.MustCompile(`[\w.:;,!?)](\\[nt])([-*#\s\\A-Z0-9]|$)|[.!?;](\\[nt])[a-z]`)

// lines finds a \n that isn't a newline in a text for people, except in quotes, where the text may
// be about it.
func (l literal) lines(a engine.Action) finding {
	at := broken.FindStringIndex(l.text)
	if at == nil || len(a.Uses) == 0 {
		return finding{}
	}
	for _, quote := range "'\"`" {
		if strings.Count(l.text[:at[0]], string(quote))%2 == 1 {
			return finding{}
		}
	}
	found := l.text[at[0]+1 : at[0]+3]
	return finding{at: l.Inside(l.offset + at[0] + 1), check: checkWritten, text: "found " + found + ", which is said as a backslash and a letter, want it in a text without # around it, or lines between three quotes", mild: true}
}
