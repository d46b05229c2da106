package facts

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

var swept = engine.Fact{
	Doc: "those of some files and folders of the project that git would change or take away if the call's commands ran: swept(call(), ['.claude/settings.json'])\n" +
		"Git itself is asked, where a command of the call brings something (.brings) to a repository that one of them lies in: what differs between commits, what isn't committed, what is new and not ignored. " +
		"A file counts that names one of the programs which answer hooks, and a folder as it is. Where there is no telling, as of a commit that isn't there yet, those count that git keeps. " +
		"Commits are taken as they are before the call. In a test git says nothing but what prints has.",
	Params: "call, paths",
	Reads:  "paths",
	Looks:  "git's answer on these files",
	Ask:    engine.Func2[effects.Effects, any, []string](sweptBy),
}

func sweptBy(c *engine.Call, does effects.Effects, paths any) (gone []string, err error) {
	var s sweeper
	for _, command := range does.Commands {
		if len(command.Brings) == 0 || command.Host != "" {
			continue
		}
		dir := command.Dir
		if !filepath.IsAbs(dir) || strings.Contains(dir, "$") {
			dir = c.Host.Cwd
		}
		if dir, err = unlinked(dir); err != nil {
			return nil, err
		}
		at, err := c.Host.Git(dir)
		if err != nil {
			return nil, err
		}
		if at.Root == "" && slices.Contains(command.Brings, "any") { // the folder is another repository's
			at.Root = dir
		}
		if at.Root != s.root || s.Call == nil {
			s = sweeper{Call: c, root: at.Root, added: s.added, blind: s.blind, does: does}
			if err := s.stand(texts(paths)); err != nil {
				return nil, err
			}
		}
		if len(s.names) == 0 {
			continue
		}
		if err := s.bring(command, dir); err != nil {
			return nil, err
		}
		gone = append(gone, s.gone...)
	}
	slices.Sort(gone)
	return slices.Compact(gone), nil
}

// A sweeper finds what commands of git do to files, in one repository.
type sweeper struct {
	*engine.Call
	root  string
	names map[string]string // paths as they are given, by the names that git has for them
	gone  []string          // of these, what the last command changes or takes away
	kept  keeping           // what git has of them, once it is asked
	added bool              // a command before has git keep new ones
	saved bool              // one has git keep what was changed
	blind bool              // one has git keep who knows what

	does effects.Effects
}

// stand finds the paths that there are, in the repository. Of one that is a link git keeps the link.
func (s *sweeper) stand(paths []string) error {
	s.names = map[string]string{}
	for _, path := range paths {
		full := absolute(s.Call, path)
		to, err := unlinked(full)
		if err != nil {
			return err
		}
		folder, err := unlinked(filepath.Dir(full))
		if err != nil {
			return err
		}
		is, deep, err := files.There(to)
		if err != nil {
			return err
		}
		for _, at := range []string{to, filepath.Join(folder, filepath.Base(full))} {
			name, err := filepath.Rel(s.root, at)
			if s.root != "" && err == nil && filepath.IsLocal(name) && is && (deep || namesOurs(to)) {
				s.names[filepath.ToSlash(name)] = path
			}
		}
	}
	return nil
}

// namesOurs reports whether a file names a program that answers hooks; one that can't be read may.
func namesOurs(path string) bool {
	data, err := files.Read(files.At(path))
	return err != nil || slices.ContainsFunc(host.Installed(), func(name string) bool { return strings.Contains(string(data), name) })
}

// bring notes what a command in a folder changes or takes away.
func (s *sweeper) bring(command effects.Command, dir string) error {
	s.gone = nil
	for _, what := range command.Brings {
		var found []string
		var err error
		paths := command.Paths
		switch patch, isPatch := strings.CutPrefix(what, "patched:"); {
		case what == "tracks":
			s.added = true
			continue
		case what == "commits":
			s.saved = true
			continue
		case what == "untracks":
			s.blind = true
			continue
		case what == "any":
			found = slices.Collect(maps.Keys(s.names))
		case isPatch:
			if found, err = s.patched(patch, command, dir); found == nil && err == nil {
				found, err = s.having("tracked")
			}
			paths = nil
		case strings.Contains(what, ".."):
			found, paths, err = s.moved(what, paths, dir)
		default:
			found, err = s.having(what)
		}
		if err != nil {
			return err
		}
		s.take(found, paths, dir)
		if err := s.later(dir); err != nil {
			return err
		}
	}
	return nil
}

// later notes what a command changes or takes away as others before it had git keep more.
func (s *sweeper) later(dir string) error {
	for what, is := range map[string]bool{"changed": s.saved || s.added || s.blind, "untracked": s.added || s.blind, "tracked": s.blind} {
		if !is {
			continue
		}
		found, err := s.having(what)
		if err != nil {
			return err
		}
		s.take(found, nil, dir)
	}
	return nil
}

// having returns the files of which git has it so; who knows which, those that it keeps.
func (s *sweeper) having(what string) ([]string, error) {
	kept, err := s.keeps()
	if what == "unknown" {
		what = "tracked"
	}
	return kept[what], err
}

// moved returns the files that git changes or takes away as it goes from one commit to another, and
// the paths that this is of. What is no commit may be a path, of which what was changed goes, or a
// branch of another repository.
func (s *sweeper) moved(commits string, paths []string, dir string) ([]string, []string, error) {
	_, commit, _ := strings.Cut(commits, "..")
	if commit != "." { // which is no name of a commit
		found, known, err := s.between(commits)
		if known || err != nil {
			return found, paths, err
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, commit)); err == nil {
		found, err := s.having("changed")
		return found, []string{commit}, err
	}
	refs, _, err := s.list("for-each-ref", "--format=%(refname)", "refs/remotes/*/"+strings.TrimPrefix(commit, "."))
	if err == nil && len(refs) > 0 {
		found, known, err := s.between("HEAD.." + refs[0])
		if known || err != nil {
			return found, paths, err
		}
	}
	found, err2 := s.having("tracked")
	return found, paths, cmp.Or(err, err2)
}

// between returns the files in which two commits differ; not known if one of them isn't there.
func (s *sweeper) between(commits string) ([]string, bool, error) {
	if strings.HasPrefix(commits, "-") {
		return nil, false, nil
	}
	return s.list(s.of("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", commits)...)
}

// take notes files that lie in paths of a folder, by the paths that the rules have for them.
func (s *sweeper) take(found, paths []string, dir string) {
	for _, file := range found {
		for name, path := range s.names {
			if file != name && !strings.HasPrefix(file, name+"/") && name != "." {
				continue
			}
			at := filepath.Join(s.root, filepath.FromSlash(file))
			if len(paths) == 0 || slices.ContainsFunc(paths, func(p string) bool { return covers(filepath.Join(dir, p), p, at) }) {
				s.gone = append(s.gone, path)
			}
		}
	}
}

// covers reports whether a path as git takes it has a file in it, in either case; one that says
// more than a path may have any.
func covers(path, written, file string) bool {
	if strings.ContainsAny(written, "*?[$") || strings.HasPrefix(written, ":") {
		return true
	}
	if filepath.IsAbs(written) {
		path = written
	}
	rel, err := filepath.Rel(strings.ToLower(path), strings.ToLower(file))
	return err == nil && filepath.IsLocal(rel)
}
