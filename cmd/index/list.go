package index

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/index/code"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/git"
	"bcrules.dev/engine/host"
)

// leftOut are folders of other people's code or generated files, omitted even if git tracks them.
var leftOut = []string{".git", ".venv", "__pycache__", "dist", "node_modules", "target", "vendor"}

// biggest limits the size of a file in bytes, mostFiles the number of files in a project; other
// files are omitted.
const biggest, mostFiles = 1 << 20, 100_000

// An entry is a file of the project in a known language.
type entry struct {
	path     string // from the project, with slashes
	language *code.Language
	size     int64 // bytes
	changed  int64 // Unix milliseconds
	there    bool  // it has been inspected, and may be read
	unsure   bool  // it can't be inspected
}

// inspect describes a file of the project; ok says whether the file may be read. Links can't lead
// out of the project. It fails if the file can't be inspected.
func inspect(project *os.Root, name string) (e entry, ok bool, err error) {
	e = entry{path: name, language: code.Of(name)}
	if e.language == nil || inLeftOut(name) {
		return e, false, nil
	}
	return e.inspect(project, name)
}

// inspect adds the state of a file, given by its name in a folder.
func (e entry) inspect(folder *os.Root, name string) (_ entry, ok bool, err error) {
	info, err := folder.Lstat(filepath.FromSlash(name))
	switch {
	case none(err):
		return e, false, nil
	case err != nil:
		e.unsure = true
		return e, false, err
	case !info.Mode().IsRegular() || info.Size() > biggest:
		return e, false, nil
	}
	e.size, e.changed, e.there = info.Size(), info.ModTime().UnixMilli(), true
	return e, true, nil
}

// none reports whether an error says that there is no such file or folder.
func none(err error) bool { return files.Absent(err) || files.NoText(err) }

// inLeftOut reports whether a file is in a folder that is left out.
func inLeftOut(name string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(part string) bool { return slices.Contains(leftOut, part) })
}

// patience limits how long git may take.
const patience = time.Minute

// A listing has the files of a project, sorted by path.
type listing struct {
	names []string
	err   error
}

// list lists the files of a project. In a repository only git knows them: if it fails, it is
// unknown which files there are.
func list(project *os.Root) listing {
	var names []string
	in, left := "", false
	add := func(name string) {
		if dir := path.Dir(name); dir != in {
			in, left = dir, inLeftOut(name)
		}
		if !left && code.Of(name) != nil {
			names = append(names, name)
		}
	}
	out, err := git.Ask(patience, project.Name(), "", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	switch {
	case err == nil:
		for name := range strings.SplitSeq(string(out), "\x00") {
			add(name)
		}
	case alone(project.Name()):
		err = walk(project.Name(), add)
	default:
		err = failed("ls-files", err)
	}
	if err != nil {
		return listing{err: err}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return listing{names: names[:min(len(names), mostFiles)]} // the index has none of the others
}

// alone reports whether a folder is in no repository, or there is no git that would tell of it.
func alone(dir string) bool {
	_, lacks := host.Startable("git")
	return lacks != nil || host.FindProject(dir, func(string) string { return "" }).Repository() == "" || git.Disowned(patience, dir)
}

// failed returns the fault of a git command in git's own words.
func failed(command string, err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if said, _, _ := strings.Cut(string(exit.Stderr), "\n"); said != "" {
			err = errors.New(said)
		}
	}
	return fmt.Errorf("git %s: %w", command, err)
}

// walk lists a project that is in no repository. It omits what can't be inspected, except the
// project itself, which is an error.
func walk(dir string, add func(name string)) error {
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && file == dir:
			return err
		case err != nil:
			return nil
		case d.IsDir() && file != dir && (slices.Contains(leftOut, d.Name()) || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case !d.IsDir():
			if rel, err := filepath.Rel(dir, file); err == nil {
				add(filepath.ToSlash(rel))
			}
		}
		return nil
	})
}

// ignored returns the files that git ignores; none outside a repository.
func ignored(dir string, names []string) (map[string]bool, error) {
	all := map[string]bool{}
	if len(names) == 0 {
		return all, nil
	}
	out, err := git.Ask(patience, dir, strings.Join(names, "\x00")+"\x00", "check-ignore", "-z", "--stdin")
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 { // it ignores none
		return all, nil
	}
	if err != nil && !alone(dir) {
		return nil, failed("check-ignore", err)
	}
	for name := range bytes.SplitSeq(out, []byte{0}) {
		all[string(name)] = true
	}
	return all, nil
}
