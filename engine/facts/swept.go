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
	Doc: "those of these files and folders of the project that git would change or remove if the call's commands ran, each with the command that does it: swept(call(), ['.claude/settings.json'])\n" +
		"If a command brings something (.brings) to a repository with one of them, git is asked what differs between commits, what isn't committed, and what is new and not ignored. " +
		"A file counts if it names one of the programs that answer hooks, a folder always, [FILE, SETTING] if a commit brings the file with that setting. If git can't tell, as for a commit that doesn't exist yet or after a command that changes what git keeps or ignores, all count. " +
		"In a test git answers only what prints has.",
	Params: "call, paths",
	Reads:  "paths",
	Looks:  "git's answer on these files",
	Ask:    engine.Func2[effects.Effects, any, []Swept](sweptBy),
}

// A Swept is a file or folder that git would change or remove.
type Swept struct {
	Path string          `expr:"path" form:"path" doc:"as it was given"`
	By   effects.Command `expr:"by" doc:"the command that does it"`
}

func sweptBy(c *engine.Call, does effects.Effects, paths any) (gone []Swept, err error) {
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
		if at.Root == "" && slices.ContainsFunc(command.Brings, elsewhere) { // another repository is copied here, or a patch applied outside any
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
			slices.Sort(s.gone)
			for _, given := range slices.Compact(s.gone) {
				gone = append(gone, Swept{given, command})
			}
		}
		s.follow(command.Brings)
	}
	return gone, nil
}

// A sweeper finds out what git's commands do to files of one repository.
type sweeper struct {
	*engine.Call
	root   string
	names  map[string]string // existing paths as they are given, by git's names
	stops  map[string]stop   // files, existing or not, that must not get a setting, by git's names
	gone   []string          // those of both that the last command changes or removes
	kept   keeping           // states of names; nil until git is asked
	course                   // of earlier commands, wherever they ran, as repositories may share commits

	does    effects.Effects
	blinded bool // blind has asked git
}

// stand finds the given paths that exist in the repository. For a link it finds the target and the
// link itself, which git stores.
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

// namesOurs reports whether a file names one of our programs, or can't be read.
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

// bringOne is bring for one word of Brings.
func (s *sweeper) bringOne(what string, command effects.Command, dir string) (err error) {
	var found []string
	paths := command.Paths
	switch patch, isPatch := strings.CutPrefix(what, "patched:"); {
	case what == "any", what == "unknown":
		paths = nil
		found, err = s.blind()
	case what == "commits":
		paths = nil
		found, err = s.committed()
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

// having returns the files in one of git's states; foreign are files that git doesn't know.
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

// differ returns the files that git changes or removes on its way from one commit to another, and
// the paths that it is limited to. A name that is no commit may be a path, which loses its changes,
// or a branch of a remote.
func (s *sweeper) differ(commits string, paths []string, dir string) ([]string, []string, error) {
	_, commit, _ := strings.Cut(commits, "..")
	if commit != "." { // . is a path
		found, known, err := s.between(commits)
		if known || err != nil {
			return found, paths, err
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, commit)); err == nil {
		found, err := s.having("changed")
		return found, []string{commit}, err
	}
	if strings.HasPrefix(commit, stashes) { // the stash doesn't exist
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

// between returns the differences of two commits among our files and in the folders above them;
// known is false if a commit doesn't exist. When git merges, files follow a folder that the other
// side renamed, so a folder that one side lacks is returned, too.
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

// ways returns the folders above names and stops, by git's names.
func (s *sweeper) ways() (all []string) {
	return foldersOf(append(slices.Collect(maps.Keys(s.names)), slices.Collect(maps.Keys(s.stops))...))
}

// foldersOf returns the folders above files, each once.
func foldersOf(files []string) (all []string) {
	for _, name := range files {
		for way := path.Dir(name); way != "."; way = path.Dir(way) {
			all = append(all, way)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// take notes the given paths that a found file equals, lies in, or contains, if the file is in one
// of the command's paths.
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

// covers reports whether a path of git's command line contains a file, in any case of letters. A
// pattern, a variable or a pathspec may cover any file.
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
