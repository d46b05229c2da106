package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// read assigns the fields of the next line to variables.
func (b builtin) read() (worlds, bool) {
	old, had := b.w.vars["IFS"]
	for _, e := range b.env {
		b.w.set(e.Name, e.Value)
	}
	b.readLine()
	if len(b.env) > 0 {
		if delete(b.w.vars, "IFS"); had {
			b.w.vars["IFS"] = old
		}
	}
	return b.done()
}

func (b builtin) readLine() {
	w := b.w
	names, array, descriptor := reading(b.args)
	if list := b.sh.contents(w, "/dev/fd/"+descriptor); descriptor != "" && len(list) > 0 {
		defer func(in content) { w.in = in }(w.in)
		w.in = list[len(list)-1]
	}
	var values []word
	if w.in.Known && w.in.Over != "" {
		line, rest, more := strings.Cut(w.in.Text, "\n")
		w.failed = line == "" && !more
		d := field{}
		b.divide(w.in.Word.With(line), &d)
		d.end()
		if values = d.out; len(names) == 1 && !array {
			values = []word{w.in.Word.With(strings.Trim(line, " \t"))}
		}
		w.in.Text = rest
	} else {
		for _, name := range names {
			w.set(name, word{Text: "${" + name + "}", From: w.in.From})
		}
		return
	}
	for k, name := range names {
		v := &variable{values: []word{{Known: true}}}
		switch {
		case array:
			v.values, v.array = values, true
		case k == len(names)-1 && len(values) > k:
			v.values = []word{programs.Join(values[k:], " ")}
		case len(values) > k:
			v.values = values[k : k+1]
		}
		if b.give(name, v.values...); array {
			w.put(name, v)
		}
	}
}

// reading returns the variables that read is given, whether the variable is an array, and the
// descriptor that it reads from, "" for its input.
func reading(args []word) (names []string, array bool, descriptor string) {
	for k := 0; k < len(args); k++ {
		switch t := args[k].Text; {
		case strings.HasPrefix(t, "-") && len(t) > 1:
			array = array || strings.HasSuffix(t, "a")
			if strings.ContainsAny(t[len(t)-1:], "dpntuiN") {
				if k++; k < len(args) && t[len(t)-1] == 'u' {
					descriptor = args[k].Text
				}
			}
		case named(t):
			names = append(names, t)
		}
	}
	if len(names) == 0 {
		names = []string{"REPLY"}
	}
	return names, array, descriptor
}

// mapfile assigns the remaining lines to an array, and runs the command that it is to call for
// them.
func (b builtin) mapfile() (worlds, bool) {
	w, args := b.w, b.args
	called, _ := b.Runs(b.around)
	for _, r := range called {
		b.run(r)
	}
	name := "MAPFILE"
	if n := len(args); n > 0 && named(args[n-1].Text) {
		name = args[n-1].Text
	}
	v := &variable{array: true, values: []word{{Text: "${" + name + "}", From: w.in.From}}}
	if w.in.Known {
		v.values = v.values[:0]
		for line := range strings.Lines(w.in.Text) {
			if v.values = append(v.values, w.in.Word.With(strings.TrimSuffix(line, "\n"))); len(v.values) > maxArray {
				b.sh.bound("")
				break
			}
		}
	}
	b.give(name, v.values...)
	w.put(name, v)
	return b.done()
}
