package host

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
)

// Two folders are kin if git sees them in one repository: whoever can write to one worktree of a
// repository, or to a part of it, could have written to the others.

// errKin says that a folder is kin of the project.
var errKin = errors.New("found a folder of the same repository")

// mostTrees limits how many worktrees of a repository are looked at.
const mostTrees = 1000

// kin returns errKin if a folder, whose path has no links, is in another worktree of a repository
// of the event or the session (even a bare one), in a part of it, or in what it is a part of; nil
// if it isn't, and another error if it can't find out.
func (g *ground) kin(real string) error {
	theirs, err := repositories(real)
	if err != nil {
		return err
	}
	ours, err := g.ours()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(ours, func(of string) bool {
		_, in := below(of, real)
		return in || slices.Contains(theirs, of)
	}) {
		return errKin
	}
	return nil
}

// repositories returns the paths that identify the repositories of the event and the session.
func (p *Project) repositories() (all []string, err error) {
	seen := map[string]bool{"": true}
	for _, from := range append([]string{p.Root, p.Cwd, p.getenv(SessionDir)}, p.Beside...) {
		if from = absolute(nameable(from)); seen[from] {
			continue
		}
		seen[from] = true
		if from, err = led(from); err != nil {
			return nil, err
		}
		of, err := repositories(from)
		if err != nil && !errors.Is(err, fs.ErrPermission) { // what can't be read there can't be compared with the user's own either
			return nil, err
		}
		all = append(all, of...)
	}
	return all, nil
}

// repositories returns the paths that identify the repositories of a folder, whose path has no
// links. For each repository these are git's folder, which its worktrees share (for a part, that of
// the whole), its top, and its known worktrees, possibly by a name from before they were moved. It
// skips a repository with the account's home in it: whoever may write there is the user. It fails
// if it can't find out, or if there are too many.
func repositories(dir string) (all []string, err error) {
	home, err := led(accountHome())
	if err != nil {
		return nil, err
	}
	for n, up := 0, dir; ; n++ {
		top, err := repository(up)
		if _, holds := below(top, home); err != nil || top == "" || holds && home != "" {
			return all, err
		}
		if n > 2*mostNested {
			return nil, fmt.Errorf("%s: found more than %d repositories within each other", dir, 2*mostNested)
		}
		_, shared, err := gitFolders(top)
		if err != nil {
			return nil, err
		}
		all = append(all, top)
		if shared != "" {
			if real, err := led(shared); err == nil { // by its name if it doesn't exist
				shared = real
			}
			shared = wholeOf(shared)
			trees, err := worktrees(shared)
			if err != nil {
				return nil, err
			}
			all = append(append(all, shared), trees...)
		}
		if up = filepath.Dir(top); up == top {
			return all, nil
		}
	}
}

// wholeOf returns git's folder of the repository that has another as a part, and keeps that one's
// folder below its own: in modules of the main worktree, or of another one. A repository that isn't
// a part keeps its folder.
func wholeOf(git string) string {
	for at, c := range git {
		if c != filepath.Separator {
			continue
		}
		name, _, _ := strings.Cut(git[at+1:], string(filepath.Separator))
		if name != "modules" && name != "worktrees" {
			continue
		}
		if is, _, _ := files.There(filepath.Join(git[:at], "HEAD")); is {
			return git[:at]
		}
	}
	return git
}

// worktrees returns the tops of the existing worktrees that a repository knows.
func worktrees(git string) (tops []string, err error) {
	folder := filepath.Join(git, "worktrees")
	names, err := files.NamesMost(folder, mostTrees)
	if err != nil && !files.Absent(err) {
		return nil, err
	}
	for _, name := range names {
		own := filepath.Join(folder, name)
		back, err := line(filepath.Join(own, "gitdir"))
		if err != nil {
			return nil, err
		}
		if top, _ := resolved(filepath.Dir(from(own, back))); back != "" && top != "" {
			tops = append(tops, top)
		}
	}
	return tops, nil
}
