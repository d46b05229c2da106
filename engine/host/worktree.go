package host

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"bcrules.dev/engine/files"
)

// Workplace returns a folder that a program may run in, whoever names it: one in the
// project, as Place gives it, and also one in the project's repository or in another
// worktree of that, to where an agent's cd and the flags of a command lead. It is there.
func (h *Host) Workplace(name string) (string, error) {
	p, err := h.Place(name)
	if err == nil {
		_, err = p.Stat() // or by a link that leads out
		return p.Path(), err
	}
	path, outside := h.absolute(name)
	if outside != nil || !filepath.IsAbs(path) || h.Stage.within(path) != nil {
		return "", err
	}
	real, gone := filepath.EvalSymlinks(path)
	own, none := filepath.EvalSymlinks(h.repository())
	if gone != nil || none != nil || h.repository() == "" {
		return "", err
	}
	if _, ok := below(own, real); ok {
		return real, nil
	}
	if top, err := repository(real); err == nil && top != "" && common(top) != "" && common(top) == common(own) {
		return real, nil
	}
	return "", fmt.Errorf("found folder %q, want one in the project, in its repository, or in a worktree of that", name)
}

// repository is that of the project.
func (h *Host) repository() string {
	if h.Project != nil {
		return h.Project.Repository()
	}
	top, err := repository(h.Dir)
	if err != nil {
		return "" // nothing lies in one that nobody can tell
	}
	return top
}

// common returns the folder that all worktrees of a repository have in common: .git of
// the main one, where links lead. A worktree's .git is a file that names its own folder
// in there, and that names the worktree: who could write the one need not be who could
// write the other. "" if there is no telling, of which nothing is part.
//
// See https://git-scm.com/docs/gitrepository-layout.
func common(top string) string {
	git := filepath.Join(top, ".git")
	if is, _, _ := files.Folder(git); is {
		return resolved(git)
	}
	text, err1 := line(git)
	named, ok := strings.CutPrefix(text, "gitdir: ")
	if !ok {
		return ""
	}
	own := from(top, named)
	back, err2 := line(filepath.Join(own, "gitdir"))
	shared, err3 := line(filepath.Join(own, "commondir"))
	if errors.Join(err1, err2, err3) != nil || resolved(from(own, back)) != resolved(git) {
		return ""
	}
	return resolved(from(own, shared))
}

// line returns the one line that a file holds, "" if it holds none, or is none.
func line(path string) (string, error) {
	data, err := files.Read(files.At(path))
	if files.Absent(err) || files.NoText(err) {
		return "", nil
	}
	return strings.TrimRight(string(data), "\r\n"), err
}

// from returns a path that is written in a folder as an absolute one.
func from(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// resolved returns a path without links, "" if nothing is there.
func resolved(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return real
}
