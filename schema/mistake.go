package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Mistake is what was found where something else is wanted, in words and as names: an edit
// is made of it (package mend) where one name alone may be meant.
type Mistake struct {
	Found string   // as it is written, without the quotes around it
	Meant []string // what may be meant by it, the likeliest first; none if that can't be told
	text  string   // for people
}

func (m *Mistake) Error() string { return m.text }

// Mistaken returns a mistake that is said in words; those meant that are empty are none.
func Mistaken(found string, meant []string, format string, args ...any) *Mistake {
	meant = slices.DeleteFunc(slices.Clone(meant), func(name string) bool { return name == "" })
	return &Mistake{Found: found, Meant: meant, text: fmt.Sprintf(format, args...)}
}

// Unknown says that a name is not known, and which is meant or which there are.
func Unknown(what, name string, known []string) *Mistake {
	meant := near(name, known)
	switch {
	case len(meant) > 0:
		return Mistaken(name, surely(name, meant), "unknown %s %s, want %s?", what, name, meant[0])
	case len(known) == 0:
		return Mistaken(name, nil, "unknown %s %s, want none", what, name)
	case len(known) == 1:
		return Mistaken(name, nil, "unknown %s %s, want %s", what, name, known[0])
	}
	return Mistaken(name, nil, "unknown %s %s, want one of %s", what, name, strings.Join(slices.Sorted(slices.Values(known)), ", "))
}

// Among says what was found in the place of one of a few values, in their order and all as
// CUE writes them, and which is meant if that can be told.
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
	all, meant := Either(values), near(text, texts)
	if len(meant) == 0 || len(values) == 1 {
		return Mistaken(text, surely(text, meant), "found %s, want %s", found, all)
	}
	return Mistaken(text, surely(text, meant), "found %s, want %q? (one of %s)", found, meant[0], all)
}

// Either joins what may be chosen from: a, b or c.
func Either(all []string) string {
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " or " + all[n-1]
	}
	return strings.Join(all, "")
}
