package trust

import (
	"os"
	"path/filepath"
	"slices"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/host"
)

// What rules of a project can do is what they do there: "node --test" runs other code in another
// project. So what is trusted counts in the project that the rules lie in, with all worktrees of
// its repository, and where else its user said so: a link or the environment may name the rules
// of one project in another, and either may have come with that.

// project returns what tells a project by a folder of it: what all worktrees of its repository
// share, its top where that shares nothing, the folder itself where it is in no repository. It
// fails if there is no telling.
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

// beyond returns what tells the project of a folder where the record's rules lie in another; ""
// where they lie in it. It fails if there is no telling.
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

// counts reports whether the record is one for the project of a folder, too. It fails if there is
// no telling.
func (r *Record) counts(dir string) (bool, error) {
	name, err := r.beyond(dir)
	return err == nil && (name == "" || slices.Contains(r.Also, name)), err
}

// Has reports whether the record is one for all the projects that another of its folder is for.
func (r *Record) Has(o Record) bool {
	return !slices.ContainsFunc(o.Also, func(name string) bool { return !slices.Contains(r.Also, name) })
}

// In has the record count in the projects of folders, too, of those in which it holds the rules
// that ask. It fails if there is no telling.
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

// Leaves returns where a path of a project leads, where a link leads it out of that; "" where it
// stays there.
func Leaves(top, path string) (to string) {
	if to = Real(path); Outside(Real(top), to) {
		return to
	}
	return ""
}

// Outside reports whether a path lies outside of a project, both without links: neither in the
// folder that is its top nor in its repository. A repository that has the user's home in it is none
// here: all that is theirs is in that.
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

// merged returns the names of projects of two records, each once.
func merged(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
