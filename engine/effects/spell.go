package effects

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Code spells texts by the numbers of their characters, or decodes them.

// maxNumbers is how many tokens of a list of numbers are read.
const maxNumbers = 4 << 10

// spelt returns the text that the call ahead decodes or composes of characters; nil if it does
// neither, or the text isn't known.
func (r *reader) spelt(name string, does action) []word {
	switch {
	case r.next(0) != '(':
	case does == decodes:
		return r.deciphered(name)
	case does == letters:
		return r.letters()
	}
	return nil
}

// numbers reads numbers with commas between them, up to the sign that closes their list, as words;
// ok is false, and nothing is read, if there is anything else.
func (r *reader) numbers() (list []word, ok bool) {
	digits := ""
	for at := r.at; at < min(len(r.list), r.at+maxNumbers); at++ {
		switch t := r.list[at]; {
		case digit(t.kind):
			digits += string(t.kind)
		case t.kind == 'n' && digits == "0" && (t.text[0] == 'x' || t.text[0] == 'X'):
			digits += t.text
		case t.kind == ';':
		case t.kind == ',' || t.kind == ']' || t.kind == ')':
			n, err := strconv.ParseInt(digits, 0, 32)
			if err != nil && (digits != "" || t.kind == ',') {
				return nil, false
			}
			if digits != "" {
				list = append(list, word{Text: strconv.FormatInt(n, 10), Known: true})
			}
			if digits = ""; t.kind != ',' {
				r.sh.steps -= len(list) >> 8
				r.at = at
				return list, len(list) > 0
			}
		default:
			return nil, false
		}
	}
	return nil, false
}

// characters returns the text of the characters with some numbers; nil if they are none.
func characters(list []word) []word {
	var b strings.Builder
	for _, v := range list {
		n, err := strconv.Atoi(v.Text)
		if err != nil || !v.Known || n < 0 || n > utf8.MaxRune {
			return nil
		}
		b.WriteRune(rune(n))
	}
	if len(list) == 0 {
		return nil
	}
	return []word{{Text: b.String(), Known: true}}
}

// letters returns the text of the characters whose numbers the call ahead is given: one by one, as
// a list, or from a list that it goes through, as in chr(c) for c in [114, 109].
func (r *reader) letters() []word {
	at := r.at
	r.at++
	for goes := true; goes; {
		t := token{}
		if r.at < len(r.list) {
			t = r.list[r.at]
		}
		is := func(n int, text string) bool { return r.next(n) == 'n' && r.list[r.at+n].text == text }
		switch goes = false; {
		case t.kind == '.' || t.kind == '*' || t.kind == ',' && r.at > at+1 || t.kind == 'n' && r.l.does(t.text, r.imported) == letters:
			r.at++
			goes = r.at < at+nearby
		case t.kind == 'n' && r.next(1) == ')' && is(2, "for") && r.next(3) == 'n' && is(4, "in"):
			r.at += 5
			if v := characters(r.primary()); v != nil {
				return v
			}
		case t.kind == 'n' && r.values[t.text] != nil, t.kind == '[':
			if v := characters(r.primary()); v != nil {
				r.until(')')
				return v
			}
		default:
			if v, ok := r.numbers(); ok {
				r.at++
				return characters(v)
			}
		}
	}
	r.at = at
	return nil
}

// until goes past the next sign of a kind, if it is near.
func (r *reader) until(kind byte) {
	for at := r.at; at < min(len(r.list), r.at+nearby); at++ {
		if r.list[at].kind == kind {
			r.at = at + 1
			return
		}
	}
}

// mapped returns the text of the characters with some numbers, if the call ahead makes each a
// character; nil if it does something else.
func (r *reader) mapped(v []word) []word {
	end := 0
	is := false
	depth := 0
	for at := r.at; at < min(len(r.list), r.at+nearby) && end == 0; at++ {
		switch t := r.list[at]; t.kind {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				end = at + 1
			}
		case 'n':
			is = is || r.l.does(t.text, r.imported) == letters || strings.HasSuffix(t.text, "chr")
		}
	}
	if end == 0 || !is {
		return nil
	}
	var list []word
	for _, one := range v {
		list = append(list, characters([]word{one})...)
	}
	if len(list) == len(v) {
		r.at = end
		return list
	}
	return nil
}

// deciphered returns the text that the call ahead decodes: from base64, hexadecimal digits, other
// letters, as its name or an argument says; nil if the text isn't known, such as a compressed one.
func (r *reader) deciphered(name string) []word {
	at := r.at
	if r.next(1) == 's' && r.next(2) == ',' && digit(r.next(3)) && strings.ContainsAny(r.list[at+1].text, "CcUW") { // pack("C*", 114, 109)
		r.at += 3
		if v, ok := r.numbers(); ok {
			r.at++
			return characters(v)
		}
		r.at = at
	}
	args, end := r.constants()
	if end == 0 {
		args = r.primary()
		end = r.at
		r.at = at
	}
	if len(args) == 0 || !allKnown(args) {
		return nil
	}
	how, data := name, args[0]
	switch {
	case strings.HasSuffix(name, "pack") && len(args) > 1: // the template comes first
		how, data = args[0].Text, args[1]
	case len(args) > 1 && !isNumber(args[1]):
		how = args[1].Text
	case len(args) > 1 || isNumber(data) && strings.HasSuffix(name, ".from"):
		v := characters(args)
		if v != nil {
			r.at = end
		}
		return v
	}
	if len(data.Text) > maxInput {
		return nil
	}
	r.sh.steps -= len(data.Text) >> 8
	text, ok := decipher(how, data.Text)
	if !ok {
		return nil
	}
	r.at = end
	return []word{data.With(text)}
}

// decipher decodes a text, as the name of a code says.
func decipher(how, text string) (out string, ok bool) {
	var raw []byte
	err := error(nil)
	lower := strings.ToLower(how)
	switch {
	case strings.Contains(lower, "64"), lower == "atob", strings.HasPrefix(how, "m"):
		text = strings.Join(strings.Fields(strings.NewReplacer("-", "+", "_", "/").Replace(text)), "")
		raw, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	case strings.Contains(lower, "hex"), strings.Contains(lower, "x2bin"), strings.HasPrefix(lower, "h*"):
		raw, err = hex.DecodeString(strings.Join(strings.Fields(text), ""))
	case strings.Contains(lower, "rot"):
		raw = []byte(strings.Map(rotated, text))
	case strings.Contains(lower, "gz"), strings.Contains(lower, "zlib"), strings.Contains(lower, "flate"), strings.Contains(lower, "zip"):
		return "", false // reading these would make a hook's program larger at each event
	default:
		raw = []byte(text)
	}
	return string(raw), err == nil && utf8.Valid(raw)
}

// rotated returns a letter as ROT13 writes it.
func rotated(c rune) rune {
	switch l := c | 0x20; {
	case l >= 'a' && l <= 'm':
		return c + 13
	case l >= 'n' && l <= 'z':
		return c - 13
	}
	return c
}
