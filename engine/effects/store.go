package effects

import (
	"maps"
	"path"
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"

	"mvdan.cc/sh/v3/syntax"
)

// A store is what the call itself has put in files and in open descriptors.
type store struct {
	files   map[string][]content
	full    bool           // more was written than is kept
	fed     []feed         // process substitutions that were written to and have not run yet
	held    []feed         // process substitutions and coprocesses that stay open
	handed  int            // file descriptors given out so far
	handles map[int]string // files that descriptors stand for
}

// put records the new content of a file. A few older ones are kept, because it isn't known which of
// two branches wrote last.
func (s *store) put(file string, c content) {
	const most = 4
	if file == "" {
		return
	}
	if len(s.files) >= maxWords {
		s.full = true
		return
	}
	if s.files == nil {
		s.files = map[string][]content{}
	}
	file = descriptor(file)
	list := s.files[file]
	if len(list) == most {
		list = slices.Delete(list, 1, 2)
	}
	s.files[file] = append(list, c)
}

// extend records that a content is appended to a file.
func (s *store) extend(file string, c content) {
	list := s.files[descriptor(file)]
	if len(list) == 0 {
		s.put(file, c)
		return
	}
	last := &list[len(list)-1]
	last.Word = last.Word.Plus(c.Word)
}

// contents returns what a file may hold, as far as the call itself wrote it.
func (s *store) contents(w *world, file string) []content {
	file = descriptor(file)
	if list := s.files[file]; list != nil {
		return list
	}
	if file == "/dev/stdin" || file == "/dev/fd/0" {
		return []content{w.in}
	}
	return nil
}

// run returns what a file that is run may hold. A pattern, as in sh *.sh, stands for each file
// that the call has written and that matches.
func (s *store) run(w *world, file string) (list []content) {
	if !globs(file) || s.files[file] != nil {
		return s.contents(w, file)
	}
	for _, at := range s.matching(file) {
		list = append(list, s.files[at]...)
	}
	return list
}

// matching returns the files that the call has written and that a path or a pattern names.
func (s *store) matching(file string) (list []string) {
	const most = 16
	if s.files[file] != nil {
		return []string{file}
	} else if !globs(file) {
		return nil
	}
	above, name, deep := strings.Cut(file, "**/")
	for _, at := range slices.Sorted(maps.Keys(s.files)) {
		is, _ := path.Match(file, at)
		if deep {
			is, _ = path.Match(name, path.Base(at))
			if in, last, ok := strings.Cut(name, "/"); ok { // **/FOLDER/NAME
				is, _ = path.Match(last, path.Base(at))
				is = is && path.Base(path.Dir(at)) == in
			}
			is = is && strings.HasPrefix(at, above)
		}
		if is && len(list) < most {
			list = append(list, at)
		}
	}
	return list
}

// descriptor returns the path of a file descriptor in its canonical form, /dev/fd/N. Other paths
// stay as they are.
func descriptor(file string) string {
	if !strings.HasPrefix(file, "/proc/") {
		return file
	}
	if dir, n := path.Split(file); strings.HasSuffix(dir, "/fd/") && strings.Count(dir, "/") >= 4 {
		return "/dev/fd/" + n
	}
	return file
}

// handle makes a descriptor stand for a file.
func (s *store) handle(n int, path string) {
	if s.handles == nil {
		s.handles = map[int]string{}
	}
	s.handles[n] = path
}

// A content is what can be read from a file, a pipe or a substitution.
type content = programs.Input

// A link is a Pipe, with its commands by index.
type link struct {
	from, to int
	over     string
	code     bool
}

// A feed is code that reads what is written to a path: a process substitution or a coprocess.
type feed struct {
	path string
	code []*syntax.Stmt
	f    *frame
	w    *world
}

// flows records that the output of commands flows into another.
func (fs *findings) flows(from []int, to int, over string, code bool) {
	for _, n := range from {
		if n == to || over == "" {
			continue
		}
		if n == programs.More {
			fs.partly("")
			continue
		}
		i := slices.IndexFunc(fs.links, func(l link) bool { return l.from == n && l.to == to && l.over == over })
		if i < 0 {
			if len(fs.links) >= maxLinks {
				fs.bound("")
				return
			}
			i = len(fs.links)
			fs.links = append(fs.links, link{from: n, to: to, over: over})
		}
		fs.links[i].code = fs.links[i].code || code
	}
}

// pipes makes the Pipes of Effects from the links.
func (fs *findings) pipes() {
	fs.Pipes = slices.Grow(fs.Pipes, len(fs.links))
	for _, l := range fs.links {
		fs.Pipes = append(fs.Pipes, Pipe{From: fs.Commands[l.from], To: fs.Commands[l.to], Over: l.over, Code: l.code})
	}
}

// pour runs the open substitutions of a path with the text that a command, last, wrote there.
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

// drain runs the process substitutions after the first n, with what the command by wrote to them.
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
