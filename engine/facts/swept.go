package facts

import (
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
		if at.Root != s.root || s.Call == nil {
			s = sweeper{Call: c, root: at.Root, added: s.added, blind: s.blind, writes: does.Writes}
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
	kept  *keeping          // what git has of them, once it is asked
	added bool              // a command before has git keep new ones
	saved bool              // one has git keep what was changed
	blind bool              // one has git keep who knows what

	writes []effects.File // what the call writes
}

// stand finds the paths that there are, in the repository.
func (s *sweeper) stand(paths []string) error {
	if s.root == "" {
		return nil
	}
	s.names = map[string]string{}
	for _, path := range paths {
		at, err := unlinked(absolute(s.Call, path))
		if err != nil {
			return err
		}
		name, err := filepath.Rel(s.root, at)
		if err != nil || !filepath.IsLocal(name) {
			continue
		}
		is, folder, err := files.There(at)
		if err != nil {
			return err
		}
		if is && (folder || namesOurs(at)) {
			s.names[filepath.ToSlash(name)] = path
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
		switch what {
		case "tracks":
			s.added = true
			continue
		case "commits":
			s.saved = true
			continue
		case "untracks":
			s.blind = true
			continue
		}
		found, err := s.patched(what, command, dir)
		if err != nil {
			return err
		}
		if found != nil {
			s.take(found, nil, dir)
			continue
		}
		if found, err = s.by(what, dir); err != nil {
			return err
		}
		s.take(found, command.Paths, dir)
		if err := s.later(dir); err != nil {
			return err
		}
	}
	return nil
}

// later notes what a command changes or takes away as others before it had git keep more.
func (s *sweeper) later(dir string) error {
	if !s.saved && !s.added && !s.blind {
		return nil
	}
	kept, err := s.keeps()
	if err != nil {
		return err
	}
	s.take(kept.changed, nil, dir)
	if s.added || s.blind {
		s.take(kept.untracked, nil, dir)
	}
	if s.blind {
		s.take(kept.tracked, nil, dir)
	}
	return nil
}

// by returns the files that git changes or takes away by one of what a command brings.
func (s *sweeper) by(what, dir string) ([]string, error) {
	if _, commit, ok := strings.Cut(what, ".."); ok && !strings.HasPrefix(what, "patched:") {
		if commit != "." {
			found, known, err := s.between(what)
			if known || err != nil {
				return found, err
			}
		}
		if _, err := os.Lstat(filepath.Join(dir, commit)); err == nil { // a path: what was changed there goes
			kept, err := s.keeps()
			if err == nil {
				s.take(kept.changed, []string{commit}, dir)
			}
			return nil, err
		}
		commit = strings.TrimPrefix(commit, ".")
		if refs, _, err := s.ask("for-each-ref", "--format=%(refname)", "refs/remotes/*/"+commit); err != nil {
			return nil, err
		} else if len(refs) > 0 {
			found, known, err := s.between("HEAD.." + refs[0])
			if known || err != nil {
				return found, err
			}
		}
	}
	kept, err := s.keeps()
	if err != nil {
		return nil, err
	}
	switch what {
	case "changed":
		return kept.changed, nil
	case "untracked":
		return kept.untracked, nil
	case "ignored":
		return kept.ignored, nil
	}
	return kept.tracked, nil
}

// between returns the files in which two commits differ; not known if one of them isn't there.
func (s *sweeper) between(commits string) ([]string, bool, error) {
	if strings.HasPrefix(commits, "-") {
		return nil, false, nil
	}
	return s.ask(s.of("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", commits)...)
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

// covers reports whether a path as git takes it has a file in it; one that says more than a path
// may have any.
func covers(path, written, file string) bool {
	if strings.ContainsAny(written, "*?[$") || strings.HasPrefix(written, ":") {
		return true
	}
	if filepath.IsAbs(written) {
		path = written
	}
	rel, err := filepath.Rel(path, file)
	return err == nil && filepath.IsLocal(rel)
}
