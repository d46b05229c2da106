package effects

import (
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// strays reports whether a statement changes the folder, and the next one runs in the old folder if
// that fails: cd build; rm -rf *
func strays(s *syntax.Stmt) bool {
	for !s.Negated && !s.Background {
		x, ok := s.Cmd.(*syntax.BinaryCmd)
		if !ok {
			return moves(s)
		}
		if x.Op != syntax.AndStmt {
			return false
		}
		s = x.X
	}
	return false
}

// stray runs a statement that changes the folder. It also follows the case that the change fails.
// Only deletions count there.
func (a *analysis) stray(f *frame, w *world, s *syntax.Stmt) worlds {
	if w.strayed { // a second change: nothing can be said after it
		w.flow = exiting
		return worlds{w}
	}
	before := w.fork()
	ws := a.stmt(f, w, s)
	if before.strict || a.stands(f, before, ws[0].dir) {
		return ws
	}
	before.strayed = true
	return append(ws, before)
}

// stands reports whether a folder can be taken to exist: one above, the home folder, the previous
// one, one at the root, or one that the call itself has made.
func (a *analysis) stands(f *frame, w *world, dir string) bool {
	switch {
	case w.dir == "" || dir != "" && (dir == w.back || dir == f.home || strings.Count(dir, "/") == 1):
		return true
	case dir == "":
		return false
	case dir == w.dir || strings.HasPrefix(w.dir, strings.TrimSuffix(dir, "/")+"/"):
		return true
	}
	return slices.ContainsFunc(a.Writes, func(file File) bool {
		return file.How != "delete" && file.How != "mode" && (file.Path == dir || strings.HasPrefix(file.Path, dir+string(filepath.Separator)))
	})
}
