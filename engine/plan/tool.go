package plan

import (
	"path"
	"strings"

	"bcrules.dev/engine/words"

	"github.com/tidwall/gjson"
)

// Tools says what the tools of an agent do, as far as the event table knows: what
// a call does to what, by the fields of its input. The verbs are those of whoever
// made the table and of the facts that read it.
type Tools struct {
	Field string // of the event, that names the tool
	Input string // of the event, that it is called with
	// Does is of tools by their names: a line for those that do the same, as in
	//
	//	Edit Write<tab>content=content file_path!=write
	//
	// with each field that does something, and a ! behind one without which the tool isn't called;
	// without fields they do nothing of note. It is one text, as every event about a tool has it and
	// few ask.
	Does string
	// Loose is of tools by patterns of their names, a line each, the longest first, as Does has it.
	Loose string
	// Else stands before the name of a tool that no line is for, where a pattern may find it.
	Else string
}

// A Use says what a tool does by the fields of its input.
type Use struct {
	does string // FIELD=VERB …
	// Loose is that nobody knows the tool's fields: they are told by the words that their names
	// end in, and may lie at any depth.
	Loose bool
}

// Known reports whether the tool does something of note.
func (u Use) Known() bool { return u.does != "" }

// Of returns what a tool does: by its name, or else as Loosely says.
func (t *Tools) Of(name string) Use {
	for line := range strings.SplitSeq(t.Does, "\n") {
		names, does, _ := strings.Cut(line, "\t")
		for known := range strings.SplitSeq(names, " ") {
			if known == name {
				return Use{does: does}
			}
		}
	}
	return t.Loosely(name)
}

// Loosely returns what a tool does whose fields nobody knows: by the longest pattern that its
// name fits in lower case, or that with Else before it.
func (t *Tools) Loosely(name string) (u Use) {
	name = strings.ReplaceAll(strings.ToLower(name), "/", "_") // which no * stands for
	for _, name := range []string{name, t.Else + name} {
		for line := range strings.SplitSeq(t.Loose, "\n") {
			pattern, does, _ := strings.Cut(line, "\t")
			if fits, _ := path.Match(pattern, name); fits && pattern != "" {
				return Use{does, true}
			}
		}
	}
	return u
}

// Lacks returns the first field that the tool can't be called without and that an input lacks, ""
// for none.
func (u Use) Lacks(input gjson.Result) string {
	for does := range strings.SplitSeq(u.does, " ") {
		if field, _, must := strings.Cut(does, must+"="); must {
			if v := input.Get(gjson.Escape(field)); !v.Exists() || v.Type == gjson.Null {
				return field
			}
		}
	}
	return ""
}

// must stands after fields that a tool can't be called without.
const must = "!"

// verb returns what is done to what one field says, "" for nothing of note.
func (u Use) verb(field string) string {
	for does := range strings.SplitSeq(u.does, " ") {
		if key, verb, _ := strings.Cut(does, "="); strings.TrimSuffix(key, must) == field {
			return verb
		}
	}
	return ""
}

// Verb returns what the tool does to what a field says, "" for nothing of note.
func (u Use) Verb(field string) string {
	if verb := u.verb(field); verb != "" || !u.Loose {
		return verb
	}
	end := words.Split(field)
	if n := len(end) - 1; n > 0 && (end[n] == "string" || end[n] == "str" || end[n] == "text") { // its form says nothing of what it is
		end = end[:n]
	}
	for ; len(end) > 0; end = end[1:] { // the longest that is known
		if verb := u.verb(strings.Join(end, "_")); verb != "" {
			return verb
		}
	}
	return ""
}
