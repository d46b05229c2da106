package trust

import (
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/host"
)

// What a project's rules can do is what they do there: "node --test" runs other code in another
// project. So trust applies in the project with the rules, including all worktrees of its
// repository, and wherever else the user said so: a link or the environment may name the rules of
// one project in another, and either may have come with that.

// project returns the name that identifies the project of a folder: the folder that all worktrees
// of its repository share, its top if there is no such, or the folder itself if it is in no
// repository. It fails if it can't find out.
func project(dir string) (name string, repository bool, err error) {
	dir = Real(dir)
	name, _, err = host.Shared(dir)
	if err == nil && name == "" {
		name, err = host.MainTop(dir)
	}
	if err != nil || name == "" {
		return dir, false, err
	}
	return Real(name), true, nil
}

// beyond returns the name of a folder's project if the record's rules are in another one; "" if
// they are in that. It fails if it can't find out.
func (r *Record) beyond(dir string) (string, error) {
	here, repository, err := project(dir)
	if err != nil {
		return "", err
	}
	of, theirs, err := project(r.Dir)
	if err != nil {
		return "", err
	}
	if repository && theirs && here == of {
		return "", nil
	}
	if rel, err := filepath.Rel(here, r.Dir); !repository && !theirs && err == nil && filepath.IsLocal(rel) {
		return "", nil
	}
	return here, nil
}

// counts reports whether the record applies to the project of a folder. It fails if it can't find
// out.
func (r *Record) counts(dir string) (bool, error) {
	name, err := r.beyond(dir)
	return err == nil && (name == "" || slices.Contains(r.Also, name)), err
}

// Has reports whether the record is for all the projects of another record of its folder.
func (r *Record) Has(o Record) bool {
	return !slices.ContainsFunc(o.Also, func(name string) bool { return !slices.Contains(r.Also, name) })
}

// In extends the record to the projects of folders, if its rules are those that ask there. It fails
// if it can't find out.
func (r *Record) In(folders []string, getenv func(string) string) error {
	for _, dir := range folders {
		set := layers.Find(nil, dir, getenv)
		if set.Asks == "" || Real(set.Asks) != r.Dir {
			continue
		}
		name, err := r.beyond(set.Root(getenv))
		if err != nil {
			return err
		}
		if name != "" && !slices.Contains(r.Also, name) {
			r.Also = append(r.Also, name)
		}
	}
	return nil
}

// Outside reports whether a path is outside of a project, both without links: neither in the
// project's folder nor in its repository. A repository with the user's home in it doesn't count, as
// everything of the user's is in that.
func Outside(top, to string) bool {
	if host.Within(top, to) {
		return false
	}
	of, _, err1 := host.Shared(top)
	as, _, err2 := host.Shared(filepath.Dir(to))
	if err1 != nil || err2 != nil || of == "" || of != as {
		return true
	}
	home := host.Here(os.Getenv).Folders().Home
	return home != "" && host.Within(filepath.Dir(of), Real(home))
}

// merged returns the projects of two records without repetitions.
func merged(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
