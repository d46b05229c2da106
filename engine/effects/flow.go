package effects

import (
	"path"
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// A content is what can be read from a file, a pipe or a substitution.
type content = programs.Input

// A link is a Pipe between commands by their places.
type link struct {
	from, to int
	over     string
	code     bool
}

// A feed is a process substitution that what is written to path flows into.
type feed struct {
	path string
	code []*syntax.Stmt
	f    *frame
	w    *world
}

// flows notes that the output of commands gets into another.
func (a *analysis) flows(from []int, to int, over string, code bool) {
	for _, n := range from {
		if n == to || over == "" {
			continue
		}
		if n == programs.More {
			a.partly("")
			continue
		}
		i := slices.IndexFunc(a.links, func(l link) bool { return l.from == n && l.to == to && l.over == over })
		if i < 0 {
			if len(a.links) >= maxLinks {
				a.bound("")
				return
			}
			i = len(a.links)
			a.links = append(a.links, link{from: n, to: to, over: over})
		}
		a.links[i].code = a.links[i].code || code
	}
}

// pipes gives Effects what the links say.
func (a *analysis) pipes() {
	for _, l := range a.links {
		a.Pipes = append(a.Pipes, Pipe{From: a.Commands[l.from], To: a.Commands[l.to], Over: l.over, Code: l.code})
	}
}

// put notes what a file holds from now on. What it held before may still be there, of
// which a few are kept: which of two branches wrote it is not known.
func (a *analysis) put(file string, c content) {
	const most = 4
	if file == "" {
		return
	}
	if len(a.files) >= maxWords {
		a.partly("")
		return
	}
	if a.files == nil {
		a.files = map[string][]content{}
	}
	file = descriptor(file)
	list := a.files[file]
	if len(list) == most {
		list = slices.Delete(list, 1, 2)
	}
	a.files[file] = append(list, c)
}

// extend notes that something is added to what a file holds.
func (a *analysis) extend(file string, c content) {
	list := a.files[descriptor(file)]
	if len(list) == 0 {
		a.put(file, c)
		return
	}
	last := &list[len(list)-1]
	last.Word = last.Word.Plus(c.Word)
}

// contents returns what a file may hold, as far as the call itself says it.
func (a *analysis) contents(w *world, file string) []content {
	file = descriptor(file)
	if list := a.files[file]; list != nil {
		return list
	}
	if file == "/dev/stdin" || file == "/dev/fd/0" {
		return []content{w.in}
	}
	return nil
}

// descriptor returns the one name of a file descriptor that has several.
func descriptor(file string) string {
	if !strings.HasPrefix(file, "/proc/") {
		return file
	}
	if dir, n := path.Split(file); strings.HasSuffix(dir, "/fd/") && strings.Count(dir, "/") >= 4 {
		return "/dev/fd/" + n
	}
	return file
}

// pour runs what stays open of a path with what a command, the last, has written there.
func (a *analysis) pour(path string, text word, last int) {
	for _, p := range a.held {
		if p.path != path {
			continue
		}
		w := p.w.fork()
		w.in, w.out = content{Word: text, Over: "substitution"}, word{Known: true}
		if last >= 0 {
			w.in.From = programs.Union(w.in.From, []int{last})
		}
		a.stmts(p.f, w, p.code)
	}
}

// drain runs the process substitutions that were written to since there were so many.
func (a *analysis) drain(n int, by int) {
	for len(a.fed) > n {
		p := a.fed[n]
		a.fed = slices.Delete(a.fed, n, n+1)
		in := content{Word: word{Text: "$(…)"}, Over: "substitution"}
		if by >= 0 {
			in.From = []int{by}
		}
		if list := a.contents(p.w, p.path); len(list) > 0 {
			in.Word = list[len(list)-1].Word
		}
		w := p.w.fork()
		w.in, w.out = in, word{Known: true}
		a.stmts(p.f, w, p.code)
	}
}
