package host

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"bcrules.dev/engine/files"
)

// Workplace returns an existing folder that a program may run in, whoever names it: one in the
// project, as Place allows it, but also one in the project's repository or in another worktree of
// that, where an agent's cd and flags of commands lead.
func (h *Host) Workplace(name string) (string, error) {
	p, err := h.Place(name)
	if err == nil {
		_, err = p.Stat() // a link may lead out
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
	if siblings(real, own) {
		return real, nil
	}
	return "", fmt.Errorf("found folder %q, want one in the project, in its repository, or in a worktree of that", name)
}

// repository returns the project's repository.
func (h *Host) repository() string {
	if h.Project != nil {
		return h.Project.Repository()
	}
	top, err := repository(h.Dir)
	if err != nil {
		return "" // nothing counts as inside an unknown one
	}
	return top
}

// common returns the folder that all worktrees of a repository share: .git of the main one, with
// links resolved. A worktree's .git is a file that names its own folder in there, which names the
// worktree in turn: whoever could write the one need not be able to write the other. It is "" for a
// folder that isn't the top of a repository, for a submodule, for one whose .git is a link, and for
// one that no main worktree knows. It fails if it can't find out.
//
// See https://git-scm.com/docs/gitrepository-layout.
func common(top string) (string, error) {
	git := filepath.Join(top, ".git")
	if is, folder, err := files.There(git); err != nil || !is {
		return "", err
	} else if folder {
		return resolved(git)
	}
	if is, _, err := files.Folder(git); is || err != nil {
		return "", err
	}
	text, err := line(git)
	named, ok := strings.CutPrefix(text, "gitdir: ")
	if err != nil || !ok {
		return "", cmp.Or(err, fmt.Errorf("%s: found no gitdir, want one", git))
	}
	own, err := resolved(from(top, named))
	if err != nil || own == "" {
		return "", err
	}
	back, err1 := line(filepath.Join(own, "gitdir"))
	to, err2 := line(filepath.Join(own, "commondir"))
	shared, err3 := resolved(from(own, to))
	at, err4 := resolved(top)
	known, err5 := resolved(filepath.Dir(from(own, back)))
	if filepath.Dir(own) != filepath.Join(shared, "worktrees") || known != at || filepath.Base(back) != ".git" {
		shared = ""
	}
	return shared, errors.Join(err1, err2, err3, err4, err5)
}

// mainOf returns the top of the main worktree for the top of a linked one. It is "" for another
// folder, or if the repository has only linked ones, or keeps what its worktrees share outside of
// the main one's .git. It fails if it can't find out.
func mainOf(top string) (string, error) {
	if _, folder, err := files.There(filepath.Join(top, ".git")); folder || err != nil {
		return "", err
	}
	shared, err := common(top)
	if err != nil || filepath.Base(shared) != ".git" {
		return "", err
	}
	return filepath.Dir(shared), nil
}

// MainTop returns the top of the main worktree of a folder's repository, or of its own worktree if
// there is no main one; "" if it is in no repository. It fails if it can't find out.
func MainTop(dir string) (string, error) {
	top, err := repository(dir)
	if err != nil || top == "" {
		return "", err
	}
	main, err := mainOf(top)
	return cmp.Or(main, top), err
}

// Shared returns the folder that all worktrees of a folder's repository share, .git of the main
// one, and the folder's path in its own worktree; "" if it is in no repository. The folder need not
// exist. It fails if it can't find out.
func Shared(dir string) (shared, inside string, err error) {
	top, err := repository(dir)
	if err != nil || top == "" {
		return "", "", err
	}
	inside, _ = below(top, dir)
	shared, err = common(top)
	return shared, inside, err
}

// SharedBy returns the files that determine the result of Shared for a folder, even missing ones. A
// .git that is a folder, or a link to one, ends with a separator: only whether it is a folder or a
// link matters (cache.File), and not what happens in it.
func SharedBy(dir string) (all []string) {
	for {
		git := filepath.Join(dir, ".git")
		is, _, err := files.ThereRightly(git)
		if folder, _, _ := files.Folder(git); is && folder {
			return append(all, git+string(filepath.Separator))
		}
		all = append(all, git)
		if err != nil {
			return all
		}
		if is {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			return all
		}
		dir = up
	}
	text, _ := line(filepath.Join(dir, ".git"))
	if named, ok := strings.CutPrefix(text, "gitdir: "); ok {
		own := from(dir, named)
		all = append(all, filepath.Join(own, "gitdir"), filepath.Join(own, "commondir"))
	}
	return all
}

// Main returns the project's path in the main worktree of its repository, absolute and with links
// resolved. That worktree has its rules, the trust in these, and what sessions in all worktrees
// share. It is "" if the project isn't in a linked worktree, or if there is no main one. The path
// need not exist.
func (p *Project) Main() string {
	if p.sought.main {
		return p.main
	}
	p.sought.main = true
	top := p.Repository()
	if top == "" {
		return ""
	}
	rel, ok := below(top, p.Root)
	if main, err := mainOf(top); ok && err == nil && main != "" {
		p.main = filepath.Join(main, rel)
	}
	return p.main
}

// Common is Named for what sessions in all worktrees of the project's repository share: a relative
// path starts at the main worktree.
func (h *Host) Common(name string) (files.Place, error) {
	if h.Project != nil && h.Stage == nil && relative(name) {
		if main := h.Project.Main(); main != "" {
			return h.kept.At(main).Place(name).Over(h.Overlay), nil
		}
	}
	return h.Named(name)
}

// treeBelow returns the linked worktree of the project's repository that the agent is in, below the
// project; "" if it is in none.
func (p *Project) treeBelow() string {
	for dir := p.Cwd; dir != p.Root && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if is, folder, err := files.There(filepath.Join(dir, ".git")); err == nil && is && !folder && siblings(dir, p.Root) {
			return dir
		}
	}
	return ""
}

// siblings reports whether two folders are in worktrees of one repository.
func siblings(a, b string) bool {
	x, _, err1 := Shared(a)
	y, _, err2 := Shared(b)
	return x != "" && x == y && errors.Join(err1, err2) == nil
}

// line returns the only line of a file, "" if it is empty or doesn't exist.
func line(path string) (string, error) {
	data, err := files.Read(files.At(path))
	if files.Absent(err) || files.NoText(err) {
		return "", nil
	}
	return strings.TrimRight(string(data), "\r\n"), err
}

// from returns a path written in dir as an absolute one.
func from(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// resolved returns a path with links resolved, "" if nothing exists there. It fails if it can't
// find out.
func resolved(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if files.Absent(err) {
		return "", nil
	}
	return real, err
}
