package plan

import (
	"path"
	"strings"
)

// Tools says what the tools of an agent do, as far as the event table knows: what
// a call does to what, by the fields of its input. The verbs are those of whoever
// made the table and of the facts that read it.
type Tools struct {
	Field  string                       // of the event, that names the tool
	Input  string                       // of the event, that it is called with
	Does   map[string]map[string]string // by tool: verb by the field of its input
	Others string                       // lines of a pattern of names and what such tools do: PATTERN FIELD=VERB…
}

// Of returns what a tool does: by its name, or else by the first pattern that it fits;
// nil if nothing is known of it.
func (t *Tools) Of(name string) map[string]string {
	if does, ok := t.Does[name]; ok {
		return does
	}
	for line := range strings.Lines(t.Others) {
		pattern, fields, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if ok, _ := path.Match(pattern, name); !ok {
			continue
		}
		does := map[string]string{}
		for field := range strings.FieldsSeq(fields) {
			key, verb, _ := strings.Cut(field, "=")
			does[key] = verb
		}
		return does
	}
	return nil
}
