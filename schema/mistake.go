package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Mistake is an error that says what was found and what was probably meant. Package mend makes an
// edit of it if only one name can be meant.
type Mistake struct {
	Found string   // as written, without quotes around it
	Meant []string // names it may stand for, the likeliest first; none if unknown
	text  string   // the message
}

func (m *Mistake) Error() string { return m.text }

// Mistaken returns a mistake with its message. Empty names in meant are dropped.
func Mistaken(found string, meant []string, format string, args ...any) *Mistake {
	meant = slices.DeleteFunc(slices.Clone(meant), func(name string) bool { return name == "" })
	return &Mistake{Found: found, Meant: meant, text: fmt.Sprintf(format, args...)}
}

// Unknown returns the mistake of an unknown name, with the one that was probably meant, else all
// known ones.
func Unknown(what, name string, known []string) *Mistake {
	meant := candidates(name, known)
	switch {
	case len(meant) > 0:
		return Mistaken(name, confident(name, meant), "unknown %s %s, want %s?", what, name, meant[0])
	case len(known) == 0:
		return Mistaken(name, nil, "unknown %s %s, want none", what, name)
	case len(known) == 1:
		return Mistaken(name, nil, "unknown %s %s, want %s", what, name, known[0])
	}
	return Mistaken(name, nil, "unknown %s %s, want one of %s", what, name, strings.Join(slices.Sorted(slices.Values(known)), ", "))
}

// Among returns the mistake of a value that is none of the allowed ones, with the one that was
// probably meant. All are written as in CUE.
func Among(found string, values []string) *Mistake {
	var texts []string
	for _, value := range values {
		if text, err := strconv.Unquote(value); err == nil {
			texts = append(texts, text)
		}
	}
	text, err := strconv.Unquote(found)
	if err != nil {
		texts = nil
	}
	all, meant := Either(values), candidates(text, texts)
	if len(meant) == 0 || len(values) == 1 {
		return Mistaken(text, confident(text, meant), "found %s, want %s", found, all)
	}
	return Mistaken(text, confident(text, meant), "found %s, want %q? (one of %s)", found, meant[0], all)
}

// Either joins alternatives: a, b or c.
func Either(all []string) string {
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " or " + all[n-1]
	}
	return strings.Join(all, "")
}
