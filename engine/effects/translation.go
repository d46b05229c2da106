package effects

import (
	"cmp"
	"slices"
	"strings"
)

// A translation builds the words of a program that does what a command does.
type translation struct {
	*language
	home   string
	words  []word
	become map[string]string // what parameters become
	places []string          // the parameters to which values without one belong
}

// translated returns the words of the program that a command amounts to, nil if the command only
// says what it would do. A path that isn't given may come through a pipe.
func (l *language) translated(home, is string, list [][]word, in content) []word {
	does, order, _ := strings.Cut(is, " > ")
	t := translation{language: l, home: home, become: map[string]string{}, places: strings.Fields(order)}
	for part := range strings.FieldsSeq(does) {
		if name, to, ok := strings.Cut(part, "="); ok {
			t.become[name] = to
		} else {
			t.words = append(t.words, word{Text: part, Known: true})
		}
	}
	for i := 0; i < len(list); i++ {
		text := list[i][0].Text
		if len(text) < 2 || text[0] != '-' || !letter(text[1]) {
			place := ""
			if len(t.places) > 0 {
				place, t.places = t.places[0], t.places[1:]
			}
			t.give(place, list[i])
			continue
		}
		var next []word
		if i+1 < len(list) {
			next = list[i+1]
		}
		name, value, _ := strings.Cut(strings.ToLower(text[1:]), ":")
		if name == "whatif" && value != "$false" {
			return nil
		}
		if t.parameter(name, list[i][0], next) {
			i++
		}
	}
	if in.Known && in.Over == "pipe" && len(t.places) > 0 && t.places[0] == "path" {
		t.give("path", []word{in.Word})
	}
	return t.words
}

// parameter takes a parameter, and reports whether the next words are its value.
func (t *translation) parameter(name string, written word, next []word) bool {
	_, value, valued := strings.Cut(written.Text, ":")
	full := whole(name, t.become)
	to, known := t.become[full]
	switch {
	case valued && value != "" && (!known || strings.HasSuffix(to, "<>")):
		t.give(full, []word{written.With(value)})
	case known && strings.HasPrefix(to, "-") && !strings.HasSuffix(to, "<>"):
		if !strings.EqualFold(value, "$false") {
			t.words = append(t.words, word{Text: to, Known: true})
		}
	case t.has("switches", name):
	case !known && len(name) < 4: // a POSIX flag: rm -rf
		t.words = append(t.words, written)
	case next != nil:
		t.give(full, next)
		t.places = slices.DeleteFunc(t.places, func(p string) bool {
			return p == full || p == "path" && (full == "literalpath" || full == "filepath")
		})
		return true
	}
	return false
}

// give adds the values of a parameter.
func (t *translation) give(name string, values []word) {
	to, ok := t.become[name]
	if !ok && (name == "" || name == "path" || name == "destination" || name == "uri") {
		to, ok = "<>", true
	}
	flag, valued := strings.CutSuffix(to, "<>")
	for _, v := range values {
		if flag != "" {
			t.words = append(t.words, word{Text: flag, Known: true})
		}
		if ok && valued {
			t.words = append(t.words, unixPath(t.home, v))
		}
	}
}

// whole returns the full name of a parameter that may be abbreviated.
func whole(name string, of map[string]string) string {
	if _, ok := of[name]; ok {
		return name
	}
	found := ""
	for full := range of {
		if strings.HasPrefix(full, name) {
			if found != "" {
				return name
			}
			found = full
		}
	}
	return cmp.Or(found, name)
}

// unixPath returns a Windows path as WSL has it: drives are below /mnt.
func unixPath(home string, v word) word {
	text := strings.ReplaceAll(v.Text, `\`, "/")
	if home != "" && (text == "~" || strings.HasPrefix(text, "~/")) {
		text = home + text[1:]
	}
	if len(text) > 1 && text[1] == ':' && letter(text[0]) {
		text = "/mnt/" + strings.ToLower(text[:1]) + text[2:]
	}
	return v.With(text)
}
