package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
)

// Two folders are kin where one repository has both, as git sees it: who can write into one
// worktree of a repository, or into a part of it, could have written into the others.

// kin reports whether a folder is in another worktree of a repository that the event or the
// session is in, also of a bare one, in a part of it, or in what it is a part of.
func (p *Project) kin(dir string) bool {
	real, _ := led(dir)
	theirs := repositories(real)
	return slices.ContainsFunc(append([]string{p.Root, p.Cwd, p.getenv(SessionDir)}, p.Beside...), func(from string) bool {
		from, _ = led(absolute(nameable(from)))
		return slices.ContainsFunc(repositories(from), func(of string) bool {
			_, in := below(of, real)
			return in || slices.Contains(theirs, of)
		})
	})
}

// repositories returns what tells the repositories that a folder is in from all others: of each
// the folder of git's that its worktrees share, that of the whole where it is a part, its top,
// and the worktrees that it knows of, as those may know it by a name that it had before it was
// moved. The folder has no links in its path. A repository with the account's home in it is left
// out: whoever may write there is the user.
func repositories(dir string) (all []string) {
	for top, _ := repository(dir); top != ""; top, _ = repository(filepath.Dir(top)) {
		if _, holds := below(top, accountHome()); holds {
			break
		}
		all = append(all, top)
		_, shared, _ := gitFolders(top)
		if shared, _ = resolved(shared); shared != "" {
			shared = wholeOf(shared)
			all = append(append(all, shared), worktrees(shared)...)
		}
		if filepath.Dir(top) == top {
			break
		}
	}
	return all
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
func worktrees(git string) (tops []string) {
	entries, _ := os.ReadDir(filepath.Join(git, "worktrees"))
	for _, e := range entries {
		own := filepath.Join(git, "worktrees", e.Name())
		back, _ := line(filepath.Join(own, "gitdir"))
		if top, _ := resolved(filepath.Dir(from(own, back))); back != "" && top != "" {
			tops = append(tops, top)
		}
	}
	return tops
}
