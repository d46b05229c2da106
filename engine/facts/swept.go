package facts

import (
	"cmp"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/effects/programs"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

var swept = engine.Fact{
	Doc: "those of some files and folders of the project that git would change or take away if the call's commands ran: swept(call(), ['.claude/settings.json'])\n" +
		"Git itself is asked, where a command of the call brings something (.brings) to a repository that one of them lies in: what differs between commits, what isn't committed, what is new and not ignored. " +
		"A file counts that names one of the programs which answer hooks, and a folder as it is; of [FILE, SETTING] one that a commit brings with that setting. Where there is no telling, as of a commit that isn't there yet or behind a command that moves what git keeps or ignores, all count. " +
		"In a test git says nothing but what prints has.",
	Params: "call, paths",
	Reads:  "paths",
	Looks:  "git's answer on these files",
	Ask:    engine.Func2[effects.Effects, any, []string](sweptBy),
}

func sweptBy(c *engine.Call, does effects.Effects, paths any) (gone []string, err error) {
	var s sweeper
	commands := does.Commands
	if slices.ContainsFunc(commands, func(c effects.Command) bool { return slices.Contains(c.Brings, programs.Again) }) {
		commands = append(slices.Clip(commands), commands...)
	}
	for _, command := range commands {
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
		elsewhere := func(what string) bool { return what == "any" || strings.HasPrefix(what, "patched:") }
		if at.Root == "" && slices.ContainsFunc(command.Brings, elsewhere) { // another repository's files come here, or a patch outside any
			at.Root = dir
		}
		if at.Root != s.root || s.Call == nil {
			s = sweeper{Call: c, root: at.Root, course: s.course, does: does}
			if err := s.stand(texts(paths)); err != nil {
				return nil, err
			}
			s.stop(paths)
		}
		if len(s.names)+len(s.stops) > 0 {
			if err := s.bring(command, dir); err != nil {
				return nil, err
			}
			gone = append(gone, s.gone...)
		}
		s.follow(command.Brings)
	}
	slices.Sort(gone)
	return slices.Compact(gone), nil
}

// A sweeper finds what git's commands do to files of one repository.
type sweeper struct {
	*engine.Call
	root   string
	names  map[string]string // existing paths as they are given, by git's names
	stops  map[string]stop   // files that must not get a setting, there or not, by git's names
	gone   []string          // of both, what the last command changes or removes
	kept   keeping           // what git has of names, once it was asked
	course                   // of the commands before, wherever they ran, as repositories may share commits

	does    effects.Effects
	blinded bool // blind has asked git
}

// stand finds the given paths that exist in the repository; of a link the link, too, which git keeps.
func (s *sweeper) stand(paths []string) error {
	s.names = map[string]string{}
	for _, given := range paths {
		full := absolute(s.Call, given)
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
				s.names[filepath.ToSlash(name)] = given
			}
		}
	}
	return nil
}

// namesOurs reports whether a file names one of our programs, or can't be read and so may name one.
func namesOurs(path string) bool {
	data, err := files.Read(files.At(path))
	return err != nil || slices.ContainsFunc(host.Installed(), func(name string) bool { return strings.Contains(string(data), name) })
}

// bring notes what a command in a folder changes or removes.
func (s *sweeper) bring(command effects.Command, dir string) error {
	s.gone = nil
	for _, brought := range command.Brings {
		if programs.Keeps(brought) {
			continue
		}
		for _, what := range s.now(brought) {
			if err := s.bringOne(what, command, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// bringOne notes that for one word of Brings.
func (s *sweeper) bringOne(what string, command effects.Command, dir string) (err error) {
	var found []string
	paths := command.Paths
	switch patch, isPatch := strings.CutPrefix(what, "patched:"); {
	case what == "any", what == "unknown":
		paths = nil
		found, err = s.blind()
	case isPatch:
		found, err = s.patched(patch, command, dir)
		paths = nil
	case strings.Contains(what, ".."):
		found, paths, err = s.differ(what, paths, dir)
	default:
		found, err = s.having(what)
	}
	s.take(found, paths, dir)
	return err
}

// having returns the files in one of git's states; foreign are those that git knows nothing of.
func (s *sweeper) having(what string) (found []string, err error) {
	kept, err := s.keeps()
	if what != "foreign" {
		return kept[what], err
	}
	for name := range s.names {
		is := func(file string) bool { return file == name || strings.HasPrefix(file, name+"/") }
		if !slices.ContainsFunc(kept["tracked"], is) && !slices.ContainsFunc(kept["untracked"], is) && !slices.ContainsFunc(kept["ignored"], is) {
			found = append(found, name)
		}
	}
	return found, err
}

// differ returns the files that git changes or removes on the way from one commit to another, and the
// paths to which that is limited. A name that is no commit may be a path, which loses its changes, or
// a branch of a remote.
func (s *sweeper) differ(commits string, paths []string, dir string) ([]string, []string, error) {
	_, commit, _ := strings.Cut(commits, "..")
	if commit != "." { // which names no commit
		found, known, err := s.between(commits)
		if known || err != nil {
			return found, paths, err
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, commit)); err == nil {
		found, err := s.having("changed")
		return found, []string{commit}, err
	}
	if strings.HasPrefix(commit, stashes) { // there is no such stash
		return nil, paths, nil
	}
	refs, _, err := s.list("for-each-ref", "--format=%(refname)", "refs/remotes/*/"+strings.TrimPrefix(commit, "."))
	if err == nil && len(refs) > 0 {
		found, known, err := s.between("HEAD.." + refs[0])
		if known || err != nil {
			return found, paths, err
		}
	}
	if err != nil {
		return nil, nil, err
	}
	found, err := s.blind()
	return found, paths, err
}

// between returns the files in which two commits differ, ours and all below folders on the way to them;
// not known if a commit isn't there. When git merges, files follow a folder that the other side renamed,
// so a folder that one side lacks is returned, too.
func (s *sweeper) between(commits string) ([]string, bool, error) {
	if strings.HasPrefix(commits, "-") {
		return nil, false, nil
	}
	asked := append(s.of("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", commits), append(s.ways(), ignores)...)
	for _, way := range s.ways() {
		asked = append(asked, way+"/"+ignores)
	}
	found, known, err := s.list(append(asked, slices.Sorted(maps.Keys(s.stops))...)...)
	if !known || err != nil {
		return nil, false, err
	}
	s.loose = s.loose || slices.ContainsFunc(found, func(file string) bool { return path.Base(file) == ignores })
	from, to, _ := strings.Cut(commits, "..")
	to, merges := strings.CutPrefix(to, ".")
	to = cmp.Or(to, "HEAD")
	sides := []string{to}
	if strings.HasSuffix(from, "^") { // a commit is applied, or reverted
		sides, merges = append(sides, from), true
	}
	if err := s.stopped(found, sides); !merges || err != nil {
		return found, true, err
	}
	for _, way := range s.ways() {
		if !slices.ContainsFunc(found, func(file string) bool { return strings.HasPrefix(file, way+"/") }) {
			continue
		}
		for _, side := range sides {
			lies, is, err := s.list("ls-tree", "--name-only", "-z", side, "--", way)
			if err != nil {
				return nil, false, err
			}
			if !is || len(lies) == 0 {
				found = append(found, way)
			}
		}
	}
	return found, true, nil
}

// ways returns the folders on the way to names and stops, by git's names.
func (s *sweeper) ways() (all []string) {
	for _, name := range append(slices.Collect(maps.Keys(s.names)), slices.Collect(maps.Keys(s.stops))...) {
		for way := path.Dir(name); way != "."; way = path.Dir(way) {
			all = append(all, way)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// take notes the given paths that a found file is, lies in, or lies on the way to, if the file is in
// one of the command's paths.
func (s *sweeper) take(found, paths []string, dir string) {
	for _, file := range found {
		for name, given := range s.names {
			if name != "." && !strings.HasPrefix(file+"/", name+"/") && !strings.HasPrefix(name+"/", file+"/") {
				continue
			}
			at := filepath.Join(s.root, filepath.FromSlash(file))
			if len(paths) == 0 || slices.ContainsFunc(paths, func(p string) bool { return covers(filepath.Join(dir, p), p, at) }) {
				s.gone = append(s.gone, given)
			}
		}
	}
}

// covers reports whether a path, as git reads it, contains a file, whatever the case of letters. A
// pattern, a variable or a pathspec may contain any file.
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
