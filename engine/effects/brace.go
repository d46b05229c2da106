package effects

import (
	"fmt"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// braces expands {a,b} and {1..3} in a word. Package expand of the parser's module could do it too,
// but linking it takes a twentieth of a hook's time.
func (e expansion) braces(x *syntax.Word) []*syntax.Word {
	const most = 1000
	opened := 0
	for _, p := range x.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			opened += strings.Count(lit.Value, "{")
		}
	}
	if opened > 20 {
		e.sh.partly("{…}")
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
		if !e.step() {
			return list[:i]
		}
		elems := elements(parts[at].(*syntax.BraceExp), most)
		if len(list)+len(elems) > most {
			e.sh.partly("{…}")
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

// padded reports whether a number is written with leading zeros.
func padded(number string) bool {
	digits := strings.TrimLeft(number, "+-")
	return len(digits) > 1 && digits[0] == '0'
}

func literalWord(text string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: text}}}
}

// elements returns the alternatives of a brace expression; of a long sequence only the first and
// the last.
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
	width := 0 // of padded numbers: {01..10}
	if padded(first) || padded(last) {
		width = max(len(first), len(last))
	}
	text := func(n int) string {
		if letters {
			return string(rune(n))
		}
		return fmt.Sprintf("%0*d", width, n)
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
		out = append(out, literalWord(text(n)))
		if n > 1<<40 || n < -1<<40 {
			break
		}
	}
	if len(out) > most && !letters { // the numbers at its ends stand for all
		out = out[:most/10]
		for n := to - step*(most/10); len(out) < most/5; {
			n += step
			out = append(out, literalWord(text(n)))
		}
	}
	return out
}
