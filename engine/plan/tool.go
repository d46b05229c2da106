package plan

import (
	"path"
	"strings"

	"bcrules.dev/engine/words"
)

// Tools says what the tools of an agent do, as far as the event table knows: what
// a call does to what, by the fields of its input. The verbs are those of whoever
// made the table and of the facts that read it.
type Tools struct {
	Field  string                       // of the event, that names the tool
	Input  string                       // of the event, that it is called with
	Does   map[string]map[string]string // by tool: verb by the field of its input
	Others []Kind                       // of tools that are known by a pattern of their names alone
}

// A Kind is tools that do the same. Its texts are words with a space between, as every event
// about a tool reads them, and few ask.
type Kind struct {
	Patterns string // of names
	Does     string // FIELD=VERB
}

// A Use says what a tool does by the fields of its input.
type Use struct {
	fields map[string]string
	// Loose is that nobody knows the tool's fields: they are told by the words that their names
	// end in, and may lie at any depth.
	Loose bool
}

// Known reports whether something is known of the tool.
func (u Use) Known() bool { return u.fields != nil }

// Of returns what a tool does: by its name, or else by the longest pattern that it fits;
// false if nothing is known of it.
func (t *Tools) Of(name string) (u Use, ok bool) {
	if does, ok := t.Does[name]; ok {
		return Use{fields: does}, true
	}
	longest, does := 0, ""
	for _, kind := range t.Others {
		for pattern := range strings.FieldsSeq(kind.Patterns) {
			if fits, _ := path.Match(pattern, name); fits && len(pattern) > longest {
				longest, does = len(pattern), kind.Does
			}
		}
	}
	if longest == 0 {
		return Use{}, false
	}
	u = Use{map[string]string{}, true}
	for field := range strings.FieldsSeq(does) {
		key, verb, _ := strings.Cut(field, "=")
		u.fields[key] = verb
	}
	return u, true
}

// Verb returns what the tool does to what a field says, "" for nothing of note.
func (u Use) Verb(field string) string {
	if verb := u.fields[field]; verb != "" || !u.Loose {
		return verb
	}
	end := words.Split(field)
	if n := len(end) - 1; n > 0 && (end[n] == "string" || end[n] == "str" || end[n] == "text") { // its form says nothing of what it is
		end = end[:n]
	}
	for ; len(end) > 0; end = end[1:] { // the longest that is known
		if verb := u.fields[strings.Join(end, "_")]; verb != "" {
			return verb
		}
	}
	return ""
}
