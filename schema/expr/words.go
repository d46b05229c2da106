package expr

import (
	"encoding/json"
	"fmt"

	"bcrules.dev/engine/words"

	"github.com/expr-lang/expr/ast"
)

// Words is a set of words among the values, against which a text may be matched. Only the operator
// matches accepts it, so checks and proofs know it by its name.
type Words struct {
	*words.Set
	Name string
	Any  []string
	As   string
}

// MarshalJSON implements json.Marshaler, as people read the set like other values.
func (w *Words) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"as": w.As, "any": w.Any})
}

// Sets is the vocabulary of sets of words.
func Sets(all map[string]*Words) Vocabulary {
	return ValuesOf(func(name string) (v Value, ok bool, err error) {
		w, ok := all[name]
		if ok {
			v.Data = w
		}
		return v, ok, nil
	})
}

// checkSets refuses sets of words anywhere but on the right of matches.
func checkSets(src string, values map[string]Value) error {
	is, asked := read(src), map[ast.Node]bool{}
	is.walk(func(n ast.Node) {
		if b := matchesOf(n); b != nil {
			asked[b.Right] = true
		}
	})
	for _, id := range is.identifiers {
		if _, set := values[id.Value].Data.(*Words); set && !asked[id] {
			return &SourceError{Offset: byteOffset(src, id.Location().From), Msg: fmt.Sprintf("found %s, a set of words, want it after matches: TEXT matches %s", id.Value, id.Value)}
		}
	}
	return nil
}

// Fits returns a function that reports whether a set of words matches a text, the same function at
// each call; nil if the name isn't that of a set.
func (s *Scope) Fits(name string) *func(string) bool {
	v, _, _ := s.value(name)
	w, ok := v.Data.(*Words)
	if !ok {
		return nil
	}
	if s.fits[w] == nil {
		fits := w.Match
		s.fits[w] = &fits
	}
	return s.fits[w]
}
