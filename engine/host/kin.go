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

// Two folders are kin where one repository has both, as git sees it: who can write into one
// worktree of a repository, or into a part of it, could have written into the others.

// errKin says that a folder is kin of the project's.
var errKin = errors.New("found a folder of the same repository")

// mostTrees is as many worktrees of a repository as anybody looks at.
const mostTrees = 1000

// kin returns errKin where a folder, without links in its path, is in another worktree of a
// repository that the event or the session is in, also of a bare one, in a part of it, or in what
// it is a part of; nil where it isn't, and another error where there is no telling.
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

// repositories returns what tells the repositories that the event and the session are in.
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
		if err != nil && !errors.Is(err, fs.ErrPermission) { // what can't be read there can't be told of their own either
			return nil, err
		}
		all = append(all, of...)
	}
	return all, nil
}

// repositories returns what tells the repositories that a folder is in from all others: of each
// the folder of git's that its worktrees share, that of the whole where it is a part, its top,
// and the worktrees that it knows of, as those may know it by a name that it had before it was
// moved. The folder has no links in its path. A repository with the account's home in it is left
// out: whoever may write there is the user. It fails where there is no telling, or there are more
// than anybody looks at.
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
			if real, err := led(shared); err == nil { // by its name where it isn't there
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

// wholeOf returns git's folder of the repository that one is a part of, which keeps it below its
// own: modules of the main worktree, or of another one. It is the same folder where it is none.
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

// worktrees returns the tops of those that a repository knows of, and that are there.
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
