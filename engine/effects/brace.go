package effects

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// braces returns the words that one with {a,b} or {1..3} stands for.
func (a *analysis) braces(f *frame, x *syntax.Word) []*syntax.Word {
	const most = 1000
	opened := 0
	for _, p := range x.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			opened += strings.Count(lit.Value, "{")
		}
	}
	if opened > 20 {
		a.partly("{…}")
		return []*syntax.Word{x}
	}
	syntax.SplitBraces(x)
	list := []*syntax.Word{x}
	for i := 0; i < len(list); {
		at := -1
		for j, p := range list[i].Parts {
			if _, ok := p.(*syntax.BraceExp); ok {
				at = j
				break
			}
		}
		if at < 0 {
			i++
			continue
		}
		parts := list[i].Parts
		if !a.step(f) {
			return list[:i]
		}
		elems := elements(parts[at].(*syntax.BraceExp), most)
		if len(list)+len(elems) > most {
			a.partly("{…}")
			elems = elems[:min(len(elems), 5)]
		}
		var made []*syntax.Word
		for _, e := range elems {
			n := &syntax.Word{}
			n.Parts = append(n.Parts, parts[:at]...)
			n.Parts = append(n.Parts, e.Parts...)
			n.Parts = append(n.Parts, parts[at+1:]...)
			made = append(made, n)
		}
		list = append(list[:i:i], append(made, list[i+1:]...)...)
	}
	return list
}

// elements returns what a brace expansion chooses from, no more than most.
func elements(x *syntax.BraceExp, most int) []*syntax.Word {
	if !x.Sequence {
		return x.Elems
	}
	first, last := x.Elems[0].Lit(), x.Elems[1].Lit()
	from, err := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	letters := err != nil || err2 != nil
	if letters {
		if len(first) != 1 || len(last) != 1 {
			return nil
		}
		from, to = int(first[0]), int(last[0])
	}
	step := 1
	if len(x.Elems) > 2 {
		if n, err := strconv.Atoi(x.Elems[2].Lit()); err == nil && n != 0 && n > -1<<31 {
			step = max(n, -n)
		}
	}
	if from > to {
		step = -step
	}
	var out []*syntax.Word
	for n := from; len(out) <= most && (step > 0 && n <= to || step < 0 && n >= to); n += step {
		text := strconv.Itoa(n)
		if letters {
			text = string(rune(n))
		}
		out = append(out, &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: text}}})
		if n > 1<<40 || n < -1<<40 {
			break
		}
	}
	if len(out) > most && !letters { // the numbers at its ends stand for all
		out = out[:most/10]
		for n := to - step*(most/10); len(out) < most/5; {
			n += step
			out = append(out, &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: strconv.Itoa(n)}}})
		}
	}
	return out
}
