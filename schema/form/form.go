// Package form describes the texts that facts return and accept. A fact names the form of a field
// or parameter (engine.Field, engine.Word); this package says what the name stands for, once for
// all facts. vet checks texts in rules against it, and people read it beside the fields.
//
// Only vet and documentation use it: nothing links it at hook time.
package form

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Form describes texts: one of some values, or a kind. The zero Form is any text.
type Form struct {
	Values []string // the only possible texts; none if others are possible
	name   string
	kind   kind
	digits bool
}

// Of returns the form with a name: the name of a kind, or texts joined by |.
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

// Any reports whether nothing is known about such a text.
func (f Form) Any() bool { return f.kind.doc == "" && len(f.Values) == 0 }

// Name returns the name of the kind, "" for values.
func (f Form) Name() string { return f.name }

// Is reports whether the form is the kind of a name.
func (f Form) Is(name string) bool { return f.name == name }

// Keys returns the form of the names in an object of the form.
func (f Form) Keys() Form { return Of(f.kind.keys) }

// Doc returns the form in words, "" for any text.
func (f Form) Doc() string {
	if len(f.Values) > 0 {
		return "one of " + strings.Join(f.Values, ", ")
	}
	return f.kind.doc
}

// A Wrong says why a text is not of a form; the zero Wrong is no fault.
type Wrong struct {
	Text string // follows "found …, "
	Is   string // what to write instead, "" if unknown
	Mild bool   // the text is unlikely rather than wrong
}

// instead returns the Wrong with the text to write instead.
func (w Wrong) instead(text string) Wrong {
	w.Is = text
	return w
}

// Given says what is wrong with a text used as one of the form.
func (f Form) Given(text string) Wrong {
	if len(f.Values) > 0 && !slices.Contains(f.Values, text) {
		last := len(f.Values) - 1
		return want("%s or %s", strings.Join(f.Values[:last], ", "), f.Values[last])
	}
	if unit, ok := units[f.name]; ok {
		n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil && text != "" {
			return want("%s", unit.doc+unit.instead)
		}
		return f.Counted(n)
	}
	return f.Compared("", "==", text)
}

// Compared says why no text of the form can meet a comparison, by an operator of expressions (==,
// !=, in, startsWith, endsWith, contains, matches) and its right side; the zero Wrong if one can.
// subject is the left side as people write it. The form's values are not considered.
func (f Form) Compared(subject, op, text string) Wrong {
	if f.kind.wrong == nil || text == "" {
		return Wrong{}
	}
	if op == "matches" && !f.kind.patterns {
		wrong := f.kind.wrong(part{subject, "startsWith", beginning(text)})
		return wrong.instead("") // the pattern goes on after its beginning
	}
	return f.kind.wrong(part{subject, op, text})
}

// Counted says what is wrong with a number used as one of the form.
func (f Form) Counted(n float64) Wrong {
	unit, ok := units[f.name]
	if !ok || n <= 0 || n >= unit.from && n <= unit.to && (unit.odd == nil || !unit.odd(n)) {
		return Wrong{}
	}
	return Wrong{Text: "want " + unit.doc, Mild: true}
}

// A unit is the unit of numbers, with the range of likely ones.
type unit struct {
	doc      string
	from, to float64
	instead  string             // of a text that is no number
	odd      func(float64) bool // the unlikely ones in the range; nil for none
}

// units are the units of numbers, by the forms that fields name.
var units = map[string]unit{
	"timeout": {"milliseconds, 1000 for a second", 1000, 1e12, "", nil},
	"took":    {"milliseconds, 1000 for a second", 90, 1e12, "", nil},
	"tokens":  {"tokens, thousands of them in any conversation", 1000, 1e12, "", nil},
	"unix":    {"Unix seconds, 1767225600 for 2026-01-01", 1e7, 253402300799, ", or date('2026-01-31') for a time", nil},
	"seconds": {"seconds, 3600 for an hour", 0, 1e12, "", milliseconds},
}

// milliseconds reports whether a number of seconds is probably one of milliseconds: if it is in
// milliseconds, it is a whole number of seconds; if in seconds, not one of days.
func milliseconds(n float64) bool {
	return n >= 60000 && math.Mod(n, 1000) == 0 && (math.Mod(n, 86400) != 0 || n > 5e7)
}

// A part is a text that is compared with another text, or with a part of one.
type part struct{ subject, op, text string }

func (p part) whole() bool  { return p.op == "==" || p.op == "!=" || p.op == "in" }
func (p part) begins() bool { return p.whole() || p.op == "startsWith" }
func (p part) ends() bool   { return p.whole() || p.op == "endsWith" }

// has reports whether the text has one of some characters.
func (p part) has(chars string) bool { return strings.ContainsAny(p.text, chars) }

// beginning returns the literal prefix of all texts that a regular expression matches.
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

// want returns a Wrong that says what to write instead.
func want(format string, args ...any) Wrong {
	return Wrong{Text: "want " + fmt.Sprintf(format, args...)}
}
