package plan

import (
	"path"
	"slices"
	"strings"

	"bcrules.dev/engine/words"

	"github.com/tidwall/gjson"
)

// Tools says what an agent's tools do with the fields of their input, as far as the event table
// knows. The verbs are defined by the table and the facts that read it.
type Tools struct {
	Field string // event field with the tool's name
	Input string // event field with the tool's input
	// Does describes tools by name: a line for each group that does the same, as in
	//
	//	Edit Write<tab>content=content file_path!=write
	//
	// with each field that does something; ! marks a required field. Tools without fields do
	// nothing of note. It is one string because every tool event has it and few ask.
	Does string
	// Loose describes tools by name patterns, a line each, the longest first, in the same format.
	Loose string
	// Else is prefixed to the name of an unlisted tool to try the patterns once more.
	Else string
}

// A Use says what a tool does by the fields of its input.
type Use struct {
	does string // FIELD=VERB …
	// Loose says that the tool's fields are unknown: they are judged by the words their names end
	// in, at any depth.
	Loose bool
}

// Known reports whether the tool does something of note.
func (u Use) Known() bool { return u.does != "" }

// Of returns what a tool does: by its name, or else by Loosely.
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

// With returns the tools that do one of these things with a field of their input, and the first
// tool's field.
func (t *Tools) With(verbs ...string) (tools []string, field string) {
	for line := range strings.SplitSeq(t.Does, "\n") {
		names, does, _ := strings.Cut(line, "\t")
		for one := range strings.SplitSeq(does, " ") {
			if key, is, _ := strings.Cut(one, "="); slices.Contains(verbs, is) {
				if tools = append(tools, strings.Split(names, " ")...); field == "" {
					field = strings.TrimSuffix(key, must)
				}
				break
			}
		}
	}
	return tools, field
}

// Loosely returns what a tool with unknown fields does: by the longest pattern that matches its
// lower-case name, or that name prefixed with Else.
func (t *Tools) Loosely(name string) (u Use) {
	name = strings.ReplaceAll(strings.ToLower(name), "/", "_") // which * doesn't match
	for _, name := range []string{name, t.Else + name} {
		longest := 0
		for line := range strings.SplitSeq(t.Loose, "\n") {
			patterns, does, _ := strings.Cut(line, "\t")
			for pattern := range strings.SplitSeq(patterns, " ") {
				if len(pattern) <= longest {
					continue
				}
				if fits, _ := path.Match(pattern, name); fits {
					longest, u = len(pattern), Use{does, true}
				}
			}
		}
		if longest > 0 {
			break
		}
	}
	return u
}

// Lacks returns the first required field that an input lacks, "" for none.
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

// must marks required fields.
const must = "!"

// verb returns what is done to a field's value, "" for nothing of note.
func (u Use) verb(field string) string {
	for does := range strings.SplitSeq(u.does, " ") {
		if key, verb, _ := strings.Cut(does, "="); strings.TrimSuffix(key, must) == field {
			return verb
		}
	}
	return ""
}

// Verb returns what the tool does to a field's value, "" for nothing of note.
func (u Use) Verb(field string) string {
	if verb := u.verb(field); verb != "" || !u.Loose {
		return verb
	}
	end := words.Split(field)
	if n := len(end) - 1; n > 0 && (end[n] == "string" || end[n] == "str" || end[n] == "text") { // the type says nothing of the meaning
		end = end[:n]
	}
	for ; len(end) > 0; end = end[1:] { // the longest known ending
		if verb := u.verb(strings.Join(end, "_")); verb != "" {
			return verb
		}
	}
	return ""
}
