package form

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// A letter is a letter of layouts: a regular expression for its results, and a sample result.
type letter struct{ like, sample string } // a regular expression, and a text that it matches

// letters are the letters of layouts.
var letters = map[byte]letter{
	'Y': {`\d{4}`, "2006"}, 'y': {`\d\d`, "06"}, 'm': {`(0[1-9]|1[0-2])`, "01"}, 'd': {`(0[1-9]|[12]\d|3[01])`, "02"}, 'e': {`( [1-9]|[12]\d|3[01])`, "12"},
	'H': {`([01]\d|2[0-3])`, "15"}, 'I': {`(0[1-9]|1[0-2])`, "03"}, 'M': {`[0-5]\d`, "04"}, 'S': {`[0-5]\d`, "05"}, 'p': {`(AM|PM)`, "PM"},
	'j': {`[0-3]\d\d`, "002"}, 'u': {`[1-7]`, "1"}, 'V': {`[0-5]\d`, "01"}, 'L': {`\d{3}`, "000"}, 's': {`\d+`, ""}, 'z': {`[+-]\d{4}`, "-0700"}, 'Z': {`.+`, ""},
	'a': {`(Mon|Tue|Wed|Thu|Fri|Sat|Sun)`, "Mon"}, 'A': {`((Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)`, ""},
	'b': {`(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)`, "Jan"}, 'B': {`(January|February|March|April|May|June|July|August|September|October|November|December)`, ""},
	'%': {`%`, "%"},
}

// shorts expands letters that abbreviate others.
var shorts = strings.NewReplacer("%F", "%Y-%m-%d", "%T", "%H:%M:%S", "%R", "%H:%M")

// Laid returns the form of the texts that a layout produces; the zero Form for an invalid layout.
func Laid(text string) Form {
	if layout(part{text: text}).Text != "" {
		return Form{}
	}
	text = shorts.Replace(text)
	like, sample := "", ""
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			like, sample = like+regexp.QuoteMeta(text[i:i+1]), sample+text[i:i+1]
			continue
		}
		i++
		of := letters[text[i]]
		if of.sample == "" { // its results vary in length
			sample += "\x00"
		}
		like, sample = like+of.like, sample+of.sample
	}
	l := laid{text, regexp.MustCompile("^" + like + "$"), mask(sample)}
	return Form{name: "laid", kind: kind{doc: "a time as " + text, wrong: l.wrong}, digits: mask(sample) == strings.Repeat("0", len(sample))}
}

// laid describes the texts of a layout.
type laid struct {
	layout string
	like   *regexp.Regexp
	mask   string
}

// wrong checks a text that is compared with one of the layout. Texts are ordered letter by letter,
// so only texts of equal length are ordered like times.
func (l laid) wrong(p part) Wrong {
	var said Wrong
	switch {
	case p.whole() && !l.like.MatchString(p.text):
		said = Wrong{Text: "which " + l.layout + " never gives"}
	case strings.ContainsAny(p.op, "<>") && len(l.layout) == 2 && mask(p.text) == l.mask && !l.like.MatchString(p.text):
		said = Wrong{Text: "which " + l.layout + " never gives"}
	case strings.ContainsAny(p.op, "<>") && !l.ordered(p.text):
		said = Wrong{Text: "which texts of " + l.layout + " are compared with letter by letter"}
	default:
		return said
	}
	title := strings.ToUpper(p.text[:1]) + strings.ToLower(p.text[1:])
	for _, meant := range []string{"0" + p.text, title, title[:min(3, len(title))], strings.ToUpper(p.text)} {
		if l.like.MatchString(meant) {
			said.Text += ", want " + meant
			return said.instead(meant)
		}
	}
	if _, known := letters[l.layout[len(l.layout)-1]]; known && len(l.layout) == 2 {
		said.Text += ", want one that fits " + strings.Trim(l.like.String(), "^$")
	}
	return said
}

// ordered reports whether a text has the same lengths as the layout's texts, at least up to some
// part.
func (l laid) ordered(text string) bool {
	if strings.Contains(l.mask, "\x00") {
		return true
	}
	rest, ok := strings.CutPrefix(l.mask, mask(text))
	return ok && (rest == "" || rest[0] != '0' || !strings.HasSuffix(mask(text), "0"))
}

// mask returns a text with 0 for each digit and a for each letter.
func mask(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '0'
		case unicode.IsLetter(r):
			return 'a'
		}
		return r
	}, text)
}

// Digits reports whether all texts of the form are whole numbers.
func (f Form) Digits() bool { return f.digits }

// Numbered says what is wrong with a whole number that is compared with a number made from a text
// of the form.
func (f Form) Numbered(op string, n int) Wrong {
	switch {
	case f.name != "laid":
		return Wrong{}
	case op == "<" && f.digits:
		n-- // as in < 24
		op = "=="
	case strings.ContainsAny(op, "<>") && f.digits:
		op = "=="
	case op != "==" && op != "!=" && op != "in":
		return Wrong{}
	}
	var wrong Wrong
	for _, width := range []string{"%d", "%02d", "%03d", "%04d"} {
		if wrong = f.kind.wrong(part{"", op, fmt.Sprintf(width, n)}); wrong.Text == "" {
			return wrong
		}
	}
	return f.kind.wrong(part{"", op, fmt.Sprint(n)}).instead("")
}
