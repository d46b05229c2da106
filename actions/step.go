package actions

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"bcrules.dev/engine"
	"bcrules.dev/engine/ecma"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// kinds are the fields that say what an edit step does, each with the field it requires. A step has
// exactly one.
var kinds = []struct{ name, needs string }{{"replace", "with"}, {"section", "with"}, {"under", "add"}, {"front", ""}, {"end", ""}}

// A step is one step of edit.
type step struct {
	fields engine.Object
	kind   string
	finder *ecma.Finder // of replace, section and under
	in     *ecma.Finder // nil for the whole file
	until  *ecma.Finder // nil for none
	times  int          // -1 for no limit
}

// newStep decodes a step.
func newStep(fields engine.Object) (s step, err error) {
	s = step{fields: fields, times: -1}
	if s.kind, err = kindOf(func(name string) bool { return fields.Get(name) != nil }); err != nil {
		return s, err
	}
	if times := fields.Get("times"); times != nil {
		if s.times, err = wholeNumber("times", engine.Text(plan.TextOf(times))); err != nil {
			return s, err
		}
	}
	for name, to := range map[string]**ecma.Finder{s.kind: &s.finder, "in": &s.in, "until": &s.until} {
		of := fields.Get(name)
		if of == nil || name == "front" || name == "end" {
			continue
		}
		if *to, err = finder(engine.JSON(of)); err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
	}
	return s, nil
}

// kindOf returns the one kind among a step's fields.
func kindOf(has func(string) bool) (string, error) {
	kind := ""
	for _, k := range kinds {
		switch {
		case !has(k.name):
		case kind != "":
			return "", fmt.Errorf("found %s and %s, want one of them", kind, k.name)
		case k.needs != "" && !has(k.needs):
			return "", fmt.Errorf("found %s without %s, want both", k.name, k.needs)
		default:
			kind = k.name
		}
	}
	if kind == "" {
		return "", errors.New("found none of replace, section, under, front and end, want one")
	}
	return kind, nil
}

// finder compiles a pattern: a text that may begin with flags, or {source, flags}.
func finder(raw []byte) (*ecma.Finder, error) {
	v := gjson.ParseBytes(raw)
	source, flags := v.Get("source").String(), v.Get("flags").String()
	if !v.IsObject() {
		var err error
		if source, flags, err = ecma.Written(v.String()); err != nil {
			return nil, err
		}
	}
	search, err := ecma.TranslateSearch(source, flags)
	if err != nil {
		return nil, err
	}
	return search.Finder(), nil
}

// headless reports whether a pattern can't match a heading, because it requires another character
// than # at the beginning.
func headless(pattern string) bool {
	after, anchored := strings.CutPrefix(pattern, "^")
	if !anchored || after == "" {
		return false
	}
	c := rune(after[0])
	return c == '*' || c == '-' || c == '_' || c < utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsDigit(c))
}

// unlined reports whether a step's replace pattern would match in the text only with the flag m, as
// its ^ is meant to match a line.
func unlined(step gjson.Result, text string) bool {
	of := step.Get("replace")
	if of.Type != gjson.String || text == "" || strings.Contains(of.Raw, "${") {
		return false
	}
	source, flags, err := ecma.Written(of.String())
	if err != nil || !strings.HasPrefix(source, "^") || strings.Contains(flags, "m") {
		return false
	}
	finds := func(flags string) bool {
		search, err := ecma.TranslateSearch(source, flags)
		return err == nil && len(search.Finder().Find(text, 1)) > 0
	}
	return !finds(flags) && finds(flags+"m")
}

// checkEdit checks steps as written, with templates unfilled.
func checkEdit(args []byte) error {
	for i, s := range gjson.GetBytes(args, "do").Array() {
		_, err := kindOf(func(name string) bool { return s.Get(name).Exists() })
		for _, name := range []string{"replace", "section", "under", "in", "until"} {
			if of := s.Get(name); err == nil && of.Exists() && !strings.Contains(of.Raw, "${") {
				_, err = finder([]byte(of.Raw))
				if err == nil && (name == "section" || name == "under" || name == "in") && headless(of.String()) {
					err = fmt.Errorf("%s: found %s, which no heading fits, as a heading begins with #; want it after ^#+ or without ^", name, of)
				}
			}
		}
		if err == nil && unlined(s, gjson.GetBytes(args, "make").String()) {
			err = fmt.Errorf("replace: found %s, where ^ is the beginning of the whole text, and in make it begins a line; want (?m) before it", s.Get("replace"))
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

// done applies the step to a text.
func (s step) done(text string) (string, error) {
	from, to, groups := 0, len(text), []string{}
	switch {
	case s.kind == "section" || s.kind == "under":
		from, to, groups = below(text, s.finder, s.until)
	case s.in != nil:
		from, to, _ = below(text, s.in, s.until)
	}
	if from < 0 {
		return text, nil
	}
	part := text[from:to]
	if only := s.fields.Get("only"); only != nil {
		v, err := fill(only, part, groups)
		if err != nil || plan.TextOf(v) != "true" {
			return text, err
		}
	}
	part, err := s.change(part, groups)
	if before := text[:from]; from > 0 && !strings.HasSuffix(before, "\n") && part != "" {
		part = "\n" + part // the heading is the last line, without newline
	}
	return text[:from] + part + text[to:], err
}

// change applies the step to the part of the text it is about.
func (s step) change(part string, groups []string) (string, error) {
	switch s.kind {
	case "replace":
		return s.replaced(part)
	case "front":
		fields, err := engine.Filled(s.fields.Get("front"), names(part, groups))
		if err != nil {
			return part, err
		}
		return withFront(part, engine.JSON(fields)), nil
	}
	text, err := s.text(map[string]string{"section": "with", "under": "add", "end": "end"}[s.kind], part, groups)
	if err != nil {
		return part, err
	}
	switch s.kind {
	case "section":
		return ended(text), nil
	case "under":
		last := len(strings.TrimRight(part, " \t\n")) // end of the last line with text
		if last > 0 {
			rest, _, _ := strings.Cut(part[last:], "\n")
			last += len(rest)
			part = ended(part[:last]) + strings.TrimPrefix(part[last:], "\n")
			last++
		}
		return part[:last] + ended(text) + part[last:], nil
	}
	return ended(part) + ended(text), nil
}

// replaced replaces the pattern's matches in a text.
func (s step) replaced(text string) (string, error) {
	var b strings.Builder
	from := 0
	most := s.times
	if most < 0 {
		most = len(text) + 1 // more than there can be
	}
	for _, m := range s.finder.Find(text, most) {
		with, err := s.text("with", text, matched(text, m))
		if err != nil {
			return text, err
		}
		b.WriteString(text[from:m[0]] + with)
		from = m[1]
	}
	return b.String() + text[from:], nil
}

// text fills in a field of the step.
func (s step) text(field, part string, groups []string) (string, error) {
	v, err := fill(s.fields.Get(field), part, groups)
	return plan.TextOf(v), err
}

func fill(v any, text string, groups []string) (any, error) {
	return engine.Filled(v, names(text, groups))
}

// names returns the names that only edit knows.
func names(text string, groups []string) map[string]any {
	return map[string]any{"text": engine.Gives(text), "groups": engine.Gives(groups)}
}

// matched returns the texts of a match and its groups, "" for a group that took no part.
func matched(text string, m []int) []string {
	groups := make([]string, len(m)/2)
	for i := range groups {
		if m[2*i] >= 0 {
			groups[i] = text[m[2*i]:m[2*i+1]]
		}
	}
	return groups
}

// ended returns a text with a final newline, unless it is empty.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
