package effects

import (
	"path"
	"slices"
	"strings"
)

// A store is what the call itself has put in files, and in what the shell keeps open.
type store struct {
	files   map[string][]content
	full    bool           // there is more than is kept
	fed     []feed         // process substitutions that are written to, not yet run
	held    []feed         // those, and coprocesses, that stay open
	handed  int            // the last number of a file descriptor
	handles map[int]string // files that descriptors stand for
}

// put notes what a file holds from now on. What it held before may still be there, of
// which a few are kept: which of two branches wrote it is not known.
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

// extend notes that something is added to what a file holds.
func (s *store) extend(file string, c content) {
	list := s.files[descriptor(file)]
	if len(list) == 0 {
		s.put(file, c)
		return
	}
	last := &list[len(list)-1]
	last.Word = last.Word.Plus(c.Word)
}

// contents returns what a file may hold, as far as the call itself says it.
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

// handle makes a descriptor stand for a file.
func (s *store) handle(n int, path string) {
	if s.handles == nil {
		s.handles = map[int]string{}
	}
	s.handles[n] = path
}
