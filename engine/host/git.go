package host

import (
	"path/filepath"
	"strings"

	"bcrules.dev/engine/files"
)

// A Git is the state of a repository. See https://git-scm.com/docs/gitrepository-layout.
type Git struct {
	Root      string `expr:"root" json:"root" form:"path" doc:"of the repository or the worktree, absolute; empty outside of one"`
	Branch    string `expr:"branch" json:"branch" form:"branch" only:"!detached && root != ''" doc:"the checked out branch; empty if none is"`
	Commit    string `expr:"commit" json:"commit" form:"commit" doc:"the checked out commit, hexadecimal; empty before the first"`
	Detached  bool   `expr:"detached" json:"detached" only:"commit != ''" doc:"a commit is checked out instead of a branch"`
	Worktree  bool   `expr:"worktree" json:"worktree" doc:"it is a linked worktree, not the main one"`
	Operation string `expr:"operation" json:"operation" form:"merge|rebase|am|cherry-pick|revert|bisect" doc:"the one in progress: merge, rebase, am, cherry-pick, revert or bisect; empty if there is none"`
}

// Operations are the operations of git that may be in progress.
var Operations = []string{"", "merge", "rebase", "am", "cherry-pick", "revert", "bisect"}

// operations are the files that mark an operation in progress; the first that exists counts.
var operations = [...]struct{ file, name string }{
	{"rebase-apply/applying", "am"}, {"rebase-apply", "rebase"}, {"rebase-merge", "rebase"},
	{"MERGE_HEAD", "merge"}, {"CHERRY_PICK_HEAD", "cherry-pick"}, {"REVERT_HEAD", "revert"}, {"BISECT_LOG", "bisect"},
}

// Git returns the state of the repository that a folder is in, from git's files alone; the zero Git
// if it is in none. It fails if one of them can't be read.
func (h *Host) Git(dir string) (Git, error) {
	top, err := repository(dir)
	if err != nil || top == "" || h.Stage.within(top) != nil {
		return Git{}, err
	}
	g := Git{Root: top}
	own, shared, err := gitFolders(top)
	if err != nil || own == "" || h.Stage.within(own) != nil {
		return g, err
	}
	g.Worktree = own != shared
	for _, op := range operations {
		is, _, err := files.There(filepath.Join(own, filepath.FromSlash(op.file)))
		if err != nil {
			return g, err
		}
		if is {
			g.Operation = op.name
			break
		}
	}
	return g, g.head(own, shared)
}

// head adds what is checked out.
func (g *Git) head(own, shared string) error {
	head, err := line(filepath.Join(own, "HEAD"))
	if err == nil && head == "" {
		if _, odd := files.Read(files.At(filepath.Join(own, "HEAD"))); files.NoText(odd) {
			err = odd // somebody put it there to hide the branch
		}
	}
	if err != nil {
		return err
	}
	ref, isRef := strings.CutPrefix(head, "ref: ")
	if !isRef {
		g.Commit = object(head)
		g.Detached = g.Commit != ""
		return nil
	}
	if !strings.HasPrefix(ref, "refs/") || !filepath.IsLocal(filepath.FromSlash(ref)) {
		return nil
	}
	if branch, ok := strings.CutPrefix(ref, "refs/heads/"); ok && branch != ".invalid" { // ".invalid" is for another format of refs
		g.Branch = branch
	}
	for _, dir := range []string{own, shared} {
		name, err := line(filepath.Join(dir, filepath.FromSlash(ref)))
		if err != nil {
			return err
		}
		if g.Commit = object(name); g.Commit != "" {
			return nil
		}
	}
	g.Commit, err = packed(filepath.Join(shared, "packed-refs"), ref)
	return err
}

// gitFolders returns the folder with a worktree's own state, and the one with what all worktrees of
// its repository share; "" if its files don't say.
func gitFolders(top string) (own, shared string, err error) {
	git := filepath.Join(top, ".git")
	is, _, err := files.Folder(git)
	if err != nil {
		return git, git, err
	}
	if is {
		dir, err := line(filepath.Join(git, "commondir"))
		if dir == "" {
			return git, git, err
		}
		return git, from(git, dir), err
	}
	text, err := line(git)
	named, ok := strings.CutPrefix(text, "gitdir: ")
	if err != nil || !ok {
		return "", "", err
	}
	own = from(top, named)
	dir, err := line(filepath.Join(own, "commondir"))
	if dir == "" {
		return own, own, err // a submodule
	}
	return own, from(own, dir), err
}

// packed returns the commit of a ref from git's file of packed refs.
func packed(path, ref string) (string, error) {
	text, err := line(path)
	for row := range strings.Lines(text) {
		if commit, of, _ := strings.Cut(strings.TrimSpace(row), " "); of == ref {
			return object(commit), nil
		}
	}
	return "", err
}

// object returns the name of a git object, "" if it isn't one.
func object(name string) string {
	if len(name) != 40 && len(name) != 64 || strings.Trim(name, "0123456789abcdef") != "" {
		return ""
	}
	return name
}
