package effects

import (
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A handing is what code and its surroundings hand to each other as text: the program's arguments
// and input, files that the call wrote, and what the code prints. The arguments are the parameters
// of the reader's world.
type handing struct {
	printed word // not known if a part of it isn't
}

// passed evaluates a name that stands for the program's arguments or its input; nil for any other.
func (r *reader) passed(name string) []word {
	if r.l.says["arguments"]+r.l.says["input"] == "" {
		return nil
	}
	of, method := name, ""
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && r.l.has("arguments", name[:dot]) {
		of, method = name[:dot], name[dot:]
	}
	switch {
	case r.l.has("arguments", of):
		return r.argument(method)
	case r.w.in.Over != "" && r.l.has("input", name) && (r.next(0) == '(' || strings.Contains(name, ".") || r.l.has("calls", "alone")):
		r.group()
		return r.input()
	}
	return nil
}

// argument evaluates what code gets of the list of arguments: one of them, some, or what a method
// makes of them. It returns nil, and reads nothing, if that isn't known.
func (r *reader) argument(method string) []word {
	list := r.w.params
	open := r.next(0)
	switch {
	case len(list) == 0:
		return nil
	case method == ".first" || method == ".shift":
		r.group()
		return list[:1]
	case method == "" && open != '[':
		return list
	case method != "" && method != ".slice":
		return r.formed(method, list)
	}
	at := r.at
	r.at++
	first, ok := r.digits()
	last := len(list)
	switch sign := r.next(0); {
	case method == ".slice" && sign == ')':
	case sign == ':' || method == ".slice" && sign == ',':
		r.at++
		if end, ok := r.digits(); ok {
			last = min(end, last)
		}
	case ok && sign == ']':
		last = min(first+1, last)
	}
	if shut := r.next(0); shut != ']' && shut != ')' || first >= last {
		r.at = at
		return nil
	}
	r.at++
	return list[first:last]
}

// digits reads a number; ok is false, and the number 0, if none is ahead.
func (r *reader) digits() (n int, ok bool) {
	text := ""
	for ; digit(r.next(0)); r.at++ {
		text += string(r.next(0))
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// input returns what code reads of the program's input: all that is left of it.
func (r *reader) input() []word {
	in := r.w.in
	r.w.in = content{Word: word{Known: true, From: in.From}, Over: in.Over}
	return []word{in.With(strings.TrimRight(in.Text, "\n"))}
}

// field evaluates $0 or $N of awk: the lines of the input, or a word of each.
func (r *reader) field() []word {
	at := r.at
	r.at++
	n, ok := r.digits()
	if !ok || !r.w.in.Known || r.w.in.Over == "" {
		r.at = at
		return nil
	}
	in := r.w.in.Word
	if n > 0 {
		var column []string
		for line := range strings.Lines(in.Text) {
			words := strings.Fields(line)
			column = append(column, strings.Join(words[min(n-1, len(words)):min(n, len(words))], ""))
		}
		in.Text = strings.Join(column, "\n")
	}
	return []word{in.With(strings.TrimRight(in.Text, "\n"))}
}

// content returns what code reads of a file, if that is known: of one that the call wrote, or of
// the program's input, which may be named by the number 0.
func (d *doer) content(file word) []word {
	switch file.Text {
	case "0", "php://stdin":
		file.Text = "/dev/stdin"
	}
	path, _ := d.site().Absolute(file)
	list := d.sh.contents(d.w, path)
	if len(list) == 0 || list[len(list)-1].Over == "" {
		return nil
	}
	text := list[len(list)-1].Word
	return []word{text.With(strings.TrimRight(text.Text, "\n"))}
}

// reads records the use of a file that code reads.
func (d *doer) reads(file word) {
	switch d.got = d.content(file); {
	case file.Text == "0" || file.Text == "php://stdin":
	case strings.Contains(file.Text, "://"):
		d.fetch(file, false)
	default:
		d.touch("read", file, false)
	}
}

// runsInput records that code runs a text that flowed into it.
func (d *doer) runsInput(code word) {
	if d.command >= 0 {
		d.sh.flows(code.From, d.command, "pipe", true)
	}
}

// prints reads the arguments of a call that prints them. The call itself has no value.
func (r *reader) prints(name string) []word {
	r.notes(name)
	out := word{Known: true}
	paren := r.next(0) == '('
	if paren {
		r.at++
	}
	for more := true; more; {
		v := r.expression()
		if v == nil || slices.ContainsFunc(v, func(w word) bool { return w.Text == "" }) {
			v = []word{{Text: "$(…)"}}
		}
		out = out.Plus(programs.Join(v, " "))
		r.skip()
		if more = r.next(0) == ','; more {
			r.at++
			out = out.Plus(word{Text: " ", Known: true})
		}
	}
	if paren && r.next(0) == ')' {
		r.at++
	}
	r.printed = r.printed.Plus(out).Plus(word{Text: "\n", Known: true})
	return []word{{Text: "$(…)"}}
}

// handOver returns the constants that a program hands to code by name: -v NAME=VALUE, and the names
// of the files that it reads.
func (c act) handOver(files []word) map[string][]word {
	given := map[string][]word{}
	set := func(w word) bool {
		name, value, ok := strings.Cut(w.Text, "=")
		if ok = ok && named(name); ok && w.Known {
			given[name] = []word{w.With(programs.Unescape(value))}
		}
		return ok
	}
	for _, f := range c.Flags {
		if f.Valued && f.Name == "assign" {
			set(f.Value)
		}
	}
	for _, w := range files {
		if !set(w) {
			given["FILENAME"] = append(given["FILENAME"], w)
		}
	}
	return given
}

// handedOver returns the constants that the code read next is given.
func (a *analysis) handedOver() map[string][]word {
	given := a.known
	if a.known = nil; given == nil {
		given = map[string][]word{}
	}
	return given
}
