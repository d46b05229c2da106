package schema

import (
	"slices"
	"strings"

	"bcrules.dev/engine/words"
	"bcrules.dev/schema/expr"
)

// lexicons reads the sets of words of a rule set.
func (e *env) lexicons(n Node) {
	if !n.Exists() {
		return
	}
	e.sets = map[string]*expr.Words{}
	for name, n := range n.Members() {
		_, value, _ := e.values(name)
		taken := slices.Clone(reserved)
		if value || e.declares(name) || e.Library.Facts[name].Ask != nil {
			taken = append(taken, name)
		}
		if !checkName(n.Report(), n.Label(), "lexicons", name, taken) {
			continue
		}
		w := &expr.Words{Name: name, Set: words.Make(nil, words.Whole, true)}
		e.sets[name] = w
		if n.Is("#Lexicon") {
			w.As, _ = n.Field("as").String()
			exact, _ := n.Field("exact").Bool()
			if exact && w.As == words.Word {
				at := n.Field("exact")
				at.Report().Faultf(at.Label(), CheckForm, "exact: found it for words, which fit in any form and case; want it left out, or another as")
			}
			w.Any = wordsIn(n.Field("any"), w.As, exact)
			w.Set = words.Make(w.Any, w.As, exact)
		}
	}
	e.scope = e.scope.With(expr.Sets(e.sets))
}

// wordsIn returns the words of a set, and notes words that earlier ones cover.
func wordsIn(list Node, as string, exact bool) (all []string) {
	for _, n := range list.Items() {
		word, ok := n.Text()
		if !ok {
			continue
		}
		lines := strings.Contains(word, "\n")
		switch {
		case lines, as == words.Word && len(words.Split(word)) == 0:
			n.Faultf(CheckForm, "found %q, want a word", word)
		case len(all) > 0 && words.Make(all, as, exact).Match(word):
			n.Faultf(CheckForm, "found %q, which is one of those before it already, want it away", word)
		}
		all = append(all, word)
	}
	return all
}
