// Package form knows what texts are like that facts give and take. A fact says of a field,
// or of a parameter, the name of a form (engine.Field, engine.Word); here is what the
// name stands for, once for all facts. vet asks it about texts that rules compare, and
// people read it beside the fields.
//
// It is the author's time of package engine: at hook time nothing links it.
package form

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Form is what texts are like: one of some, or of a kind. The zero Form is any.
type Form struct {
	Values []string // that the text is one of; none if it may be another
	name   string
	kind   kind
}

// Of returns the form of a name: that of a kind, or texts with | between them.
func Of(name string) Form {
	if strings.Contains(name, "|") {
		return Form{Values: strings.Split(name, "|")}
	}
	return Form{name: name, kind: kinds[name]}
}

// Known reports whether a name is that of a form.
func Known(name string) bool {
	_, ok := kinds[name]
	_, counts := units[name]
	return ok || counts || strings.Contains(name, "|")
}

// Any reports whether nothing is known of such a text.
func (f Form) Any() bool { return f.kind.doc == "" && len(f.Values) == 0 }

// Is reports whether the form is the kind of a name.
func (f Form) Is(name string) bool { return f.name == name }

// Doc returns the form in words, "" if any text is of it.
func (f Form) Doc() string {
	if len(f.Values) > 0 {
		return "one of " + strings.Join(f.Values, ", ")
	}
	return f.kind.doc
}

// A Wrong is what is said of a text that is not of a form; the zero Wrong says nothing.
type Wrong struct {
	Text string // follows "found …, "
	Is   string // what is to stand there, "" if that can't be told
	Mild bool   // such a text is only hardly ever meant
}

// is returns what is said with the text that is to stand there.
func (w Wrong) is(text string) Wrong {
	w.Is = text
	return w
}

// Given says what is wrong with a text that stands where one of this form is wanted.
func (f Form) Given(text string) Wrong {
	if len(f.Values) > 0 && !slices.Contains(f.Values, text) {
		last := len(f.Values) - 1
		return want("%s or %s", strings.Join(f.Values[:last], ", "), f.Values[last])
	}
	return f.Compared("", "==", text)
}

// Compared says why no text of the form is as a comparison wants it: by an operator of
// expressions (==, !=, in, startsWith, endsWith, contains, matches) and what stands right
// of it; nothing if some may be. The subject is how people write what is compared.
// Which of the values it may be is not looked at.
func (f Form) Compared(subject, op, text string) Wrong {
	if f.kind.wrong == nil || text == "" {
		return Wrong{}
	}
	if op == "matches" && !f.kind.patterns {
		wrong := f.kind.wrong(part{subject, "startsWith", beginning(text)})
		return wrong.is("") // a pattern has more than its beginning
	}
	return f.kind.wrong(part{subject, op, text})
}

// Counted says what is wrong with a number that stands where one of this form is wanted.
func (f Form) Counted(n float64) Wrong {
	unit, ok := units[f.name]
	if !ok || n <= 0 || n >= unit.from && n <= unit.to && (unit.odd == nil || !unit.odd(n)) {
		return Wrong{}
	}
	return Wrong{Text: "want " + unit.doc, Mild: true}
}

// A unit is what numbers count, and which of them are likely.
type unit struct {
	doc      string
	from, to float64
	odd      func(float64) bool // of such as are in between, nil for none
}

// units are those of numbers of which that is said, by the names that fields have for them.
var units = map[string]unit{
	"timeout": {"milliseconds, 1000 for a second", 1000, 1e12, nil},
	"took":    {"milliseconds, 1000 for a second", 90, 1e12, nil},
	"tokens":  {"tokens, thousands of them in any conversation", 1000, 1e12, nil},
	"unix":    {"Unix seconds, 1767225600 for 2026-01-01", 1e7, 253402300799, nil},
	"seconds": {"seconds, 3600 for an hour", 0, 1e12, milliseconds},
}

// milliseconds reports whether a number of seconds is one of milliseconds rather: whole seconds
// then, and no days.
func milliseconds(n float64) bool {
	return n >= 60000 && math.Mod(n, 1000) == 0 && (math.Mod(n, 86400) != 0 || n > 5e7)
}

// A part is a text that is compared, whole or in part.
type part struct{ subject, op, text string }

func (p part) whole() bool  { return p.op == "==" || p.op == "!=" || p.op == "in" }
func (p part) begins() bool { return p.whole() || p.op == "startsWith" }
func (p part) ends() bool   { return p.whole() || p.op == "endsWith" }

// has reports whether it has one of some characters.
func (p part) has(chars string) bool { return strings.ContainsAny(p.text, chars) }

// beginning returns the characters that all that matches a regular expression begins with,
// as far as they stand there plainly.
func beginning(pattern string) string {
	rest, ok := strings.CutPrefix(pattern, "^")
	if !ok || strings.Contains(pattern, "|") {
		return ""
	}
	end := strings.IndexAny(rest, `\.+*?()[]{}$^`)
	switch {
	case end < 0:
		return rest
	case end > 0 && strings.ContainsRune("*?{", rune(rest[end])):
		end--
	}
	return rest[:end]
}

// want is what there is to say of most faults: what is wanted instead.
func want(format string, args ...any) Wrong {
	return Wrong{Text: "want " + fmt.Sprintf(format, args...)}
}
