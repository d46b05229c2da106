package effects

import (
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// object returns what a call such as path.unlink is called on, if it is one that means
// that, and not a call of a module; nil if it is none.
func (r *reader) object(name string) []word {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || r.l.known[name] != 0 || !slices.Contains(strings.Fields(r.l.on), name[dot:]) {
		return nil
	}
	of := name[:dot]
	if slices.Contains(modules, of) {
		return nil
	}
	if v, ok := r.values[of]; ok {
		return v
	}
	if !named(of) {
		of = "…"
	}
	return []word{{Text: "${" + of + "}"}}
}

// within returns a path below another, of which it is called: what is joined to it, or
// what is listed there.
func (r *reader) within(v []word, does action) []word {
	parts := slices.Concat(v, r.primary())
	if does == lists && len(parts) == len(v) {
		parts = append(parts, word{Text: "*", Known: true})
	}
	return []word{programs.Join(parts, "/")}
}

// loops gives the names that loops go through the paths that they list: p of
// for p in Path.home().glob('*').
func (r *reader) loops() {
	if r.l.on == "" {
		return
	}
	r.ahead = true
	for i := 0; i+3 < len(r.list); i++ {
		if l := r.list[i:]; l[0].kind != 'n' || l[0].text != "for" || l[1].kind != 'n' || l[2].kind != 'n' || l[2].text != "in" || !r.step(r.f) {
			continue
		}
		r.at = i + 3
		if v := r.expression(); len(v) == 1 {
			r.values[r.list[i+1].text] = v
		}
	}
	r.at, r.ahead = 0, false
}
