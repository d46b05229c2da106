package expr

import (
	"encoding/json"
	"fmt"

	"bcrules.dev/engine/words"

	"github.com/expr-lang/expr/ast"
)

// Words are a set of words among values: what a text may be asked to match. It is data that
// only matches takes, so that its checks and proofs know it by its name.
type Words struct {
	*words.Set
	Name string
	Any  []string
	As   string
}

// MarshalJSON implements json.Marshaler: what people read where the set is a value.
func (w *Words) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"as": w.As, "any": w.Any})
}

// Sets are sets of words by name.
func Sets(all map[string]*Words) Vocabulary {
	return ValuesOf(func(name string) (v Value, ok bool, err error) {
		w, ok := all[name]
		if ok {
			v.Data = w
		}
		return v, ok, nil
	})
}

// checkSets refuses sets of words that stand elsewhere than after matches.
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

// Fits returns what says whether a set of words of the scope fits a text, the same one at
// each call; nil if the name is none of one.
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
