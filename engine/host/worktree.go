package host

import (
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
	if top := repository(real); top != "" && common(top) != "" && common(top) == common(own) {
		return real, nil
	}
	return "", fmt.Errorf("found folder %q, want one in the project, in its repository, or in a worktree of that", name)
}

// repository is that of the project.
func (h *Host) repository() string {
	if h.Project != nil {
		return h.Project.Repository()
	}
	return repository(h.Dir)
}

// common returns the folder that all worktrees of a repository have in common: .git of
// the main one, where links lead. A worktree's .git is a file that names its own folder
// in there, and that names the worktree: who could write the one need not be who could
// write the other. "" if there is no telling.
//
// See https://git-scm.com/docs/gitrepository-layout.
func common(top string) string {
	git := filepath.Join(top, ".git")
	if is, _, _ := files.Folder(git); is {
		return resolved(git)
	}
	named, ok := strings.CutPrefix(line(git), "gitdir: ")
	if !ok {
		return ""
	}
	own := from(top, named)
	if resolved(from(own, line(filepath.Join(own, "gitdir")))) != resolved(git) {
		return ""
	}
	return resolved(from(own, line(filepath.Join(own, "commondir"))))
}

// line returns the one line that a file holds, "" if it holds none.
func line(path string) string {
	data, err := files.Read(files.At(path))
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(data), "\r\n")
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
