package effects

import (
	"strings"
)

// read gives variables the fields of the next line.
func (a *analysis) read(f *frame, w *world, args []word) {
	var names []string
	array := false
	for k := 0; k < len(args); k++ {
		switch t := args[k].text; {
		case strings.HasPrefix(t, "-") && len(t) > 1:
			array = array || strings.HasSuffix(t, "a")
			if strings.ContainsAny(t[len(t)-1:], "dpntuiN") {
				k++
			}
		case named(t):
			names = append(names, t)
		}
	}
	if len(names) == 0 {
		names = []string{"REPLY"}
	}
	var values []word
	if w.in.known && w.in.over != "" {
		line, rest, more := strings.Cut(w.in.text, "\n")
		w.failed = line == "" && !more
		d := field{}
		a.divide(w, w.in.word.with(line), &d)
		d.end()
		if values = d.out; len(names) == 1 && !array {
			values = []word{w.in.word.with(strings.Trim(line, " \t"))}
		}
		w.in.text = rest
	} else {
		for _, name := range names {
			w.set(name, word{text: "${" + name + "}", from: w.in.from})
		}
		return
	}
	for k, name := range names {
		v := &variable{values: []word{{known: true}}}
		switch {
		case array:
			v.values, v.array = values, true
		case k == len(names)-1 && len(values) > k:
			v.values = []word{concat(values[k:], " ")}
		case len(values) > k:
			v.values = values[k : k+1]
		}
		w.put(name, v)
	}
}

// lines gives an array the lines there are to read.
func (a *analysis) lines(w *world, args []word) {
	name := "MAPFILE"
	if n := len(args); n > 0 && named(args[n-1].text) {
		name = args[n-1].text
	}
	v := &variable{array: true, values: []word{{text: "${" + name + "}", from: w.in.from}}}
	if w.in.known {
		v.values = v.values[:0]
		for line := range strings.Lines(w.in.text) {
			if v.values = append(v.values, w.in.word.with(strings.TrimSuffix(line, "\n"))); len(v.values) > maxArray {
				break
			}
		}
	}
	w.put(name, v)
}
