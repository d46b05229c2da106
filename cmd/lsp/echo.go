package lsp

import "math"

// An uttered is a word of an expression of a text; at the ends of an expression stands the field's
// label and "$".
type uttered struct {
	is   string
	name bool
	at   int
}

// tokensIn returns the words of a text's expressions, in order.
func tokensIn(t *Text) (all []uttered) {
	var visit func(n *Node)
	visit = func(n *Node) {
		for _, e := range n.holes(t.Data) {
			all = append(all, uttered{is: "^" + edge(n, e.Hole), at: e.At})
			for _, w := range wordsOf(e.Src) {
				all = append(all, uttered{w.is, w.kind == wordName, e.At + w.at})
			}
			all = append(all, uttered{is: "$", at: e.At + len(e.Src)})
		}
		for _, c := range n.Nodes {
			visit(c)
		}
	}
	visit(t.tree)
	return all
}

// edge describes what an expression is of.
func edge(n *Node, hole bool) string {
	if hole {
		return "${" + lastOf(n.path())
	}
	return lastOf(n.path())
}

// An echo counts the words that stand elsewhere in the folder where the same words precede and
// follow as at a cursor: authors write alike what is alike.
type echo [sides]struct {
	words [deep]map[string]float64 // by how many of the words around are the same
	total [deep]float64
}

// Sides of the cursor that are compared.
const (
	left = iota
	right
	both
	sides
)

// deep is how many words on a side are compared.
const deep = 6

// echoes compares what stands around a cursor with all other places of the folder.
func (w *world) echoes(c Cursor, before, after []word) *echo {
	e := &echo{}
	for side := range e {
		for k := range deep {
			e[side].words[k] = map[string]float64{}
		}
	}
	prior := []string{"^" + edge(c.Node, c.Expr.Hole)}
	for _, b := range before {
		prior = append(prior, b.is)
	}
	for _, t := range w.files {
		weight := 1.0
		if t == c.Text {
			weight = 2
		}
		all := t.tokens()
		for i, is := range all {
			if !is.name || t == c.Text && is.at >= c.From && is.at < c.Offset {
				continue
			}
			l, r := 0, 0
			for l < deep && l < len(prior) && l < i && all[i-1-l].is == prior[len(prior)-1-l] {
				l++
			}
			for len(after) > 0 && r < deep && i+1+r < len(all) && (r < len(after) && all[i+1+r].is == after[r].is || r == len(after) && all[i+1+r].is == "$") {
				r++
			}
			e.add(left, l, is.is, weight)
			e.add(right, r, is.is, weight)
			if l > 0 && r > 0 {
				e.add(both, min(l+r-1, deep), is.is, weight)
			}
		}
	}
	return e
}

func (e *echo) add(side, same int, is string, weight float64) {
	for k := range same {
		e[side].words[k][is] += weight
		e[side].total[k] += weight
	}
}

// of returns how much likelier a word is by what stands elsewhere on a side, as a logarithm.
func (e *echo) of(side int, is string, likely float64) float64 {
	p := likely
	for k := range deep {
		if e[side].total[k] == 0 {
			break
		}
		p = (e[side].words[k][is] + p) / (e[side].total[k] + 1)
	}
	return math.Log(p / likely)
}
