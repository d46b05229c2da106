package facts

import (
	"encoding/json"
	"fmt"
	"strings"

	"bcrules.dev/engine"
)

// Parsed is a text decoded from a form.
type Parsed struct {
	OK    bool   `expr:"ok" doc:"the text is valid"`
	Value any    `expr:"value" only:"ok" doc:"the decoded objects, lists, texts, numbers, booleans; {} if it is empty or not ok"`
	Error string `expr:"error" only:"!ok" doc:"why it isn't ok, with the line"`
	Rest  string `expr:"rest" doc:"the text after front matter, or the whole text if there is none"`
}

// A Form decodes a text and returns what follows the decoded part.
type Form func(text string) (value any, rest string, err error)

// ParsedFact returns the fact parsed with more forms than JSON, which every binary has.
func ParsedFact(more func(form string) Form) engine.Fact {
	f := parsed
	f.Full, f.Slim = true, []string{"json"}
	f.Ask = engine.Func2[string, string, Parsed](func(_ *engine.Call, text, form string) (Parsed, error) {
		if read := more(form); read != nil {
			return parse(text, read)
		}
		return asJSON(text, form)
	})
	return f
}

var parsed = engine.Fact{
	Doc: "a text decoded from JSON, YAML, TOML or front matter: .ok .value .error .rest\n" +
		"Forms are 'json', 'yaml', 'toml' and 'frontmatter', which is YAML between lines of --- at the top of a text; .rest is the text after it.\n" +
		"An invalid text doesn't fail: .ok is false, .error says why, .value is {}; a text over 16 MB fails. Times stay texts as written. Unless the form is a literal 'json', bchook hands the event over to bcrules, which takes some 15 ms.",
	Params: "text, form",
	Words:  []engine.Word{{Param: "form", Form: "json|yaml|toml|frontmatter"}},
	Ask: engine.Func2[string, string, Parsed](func(_ *engine.Call, text, form string) (Parsed, error) {
		return asJSON(text, form)
	}),
}

func asJSON(text, form string) (Parsed, error) {
	if form != "json" {
		return Parsed{Value: map[string]any{}}, fmt.Errorf("found form %q, want json, yaml, toml or frontmatter", form)
	}
	return parse(text, readJSON)
}

func parse(text string, read Form) (Parsed, error) {
	if len(text) > mostOfData {
		return Parsed{Value: map[string]any{}}, fmt.Errorf("found %d bytes to parse, want at most %d", len(text), mostOfData)
	}
	v, rest, err := read(strings.TrimPrefix(text, "\ufeff"))
	p := Parsed{OK: err == nil, Value: v, Rest: rest}
	if err != nil {
		p.Value, p.Error = nil, err.Error()
	}
	if p.Value == nil {
		p.Value = map[string]any{}
	}
	return p, nil
}

func readJSON(text string) (v any, rest string, err error) {
	err = json.Unmarshal([]byte(text), &v)
	if at, ok := err.(*json.SyntaxError); ok {
		err = fmt.Errorf("line %d: %w", 1+strings.Count(text[:min(int(at.Offset), len(text))], "\n"), err)
	}
	return v, "", err
}
