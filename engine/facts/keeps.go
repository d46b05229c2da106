package facts

import (
	"errors"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/files"
	asks "bcrules.dev/engine/git"
	"bcrules.dev/engine/host"
)

// A keeping is what git has of some files, by their names.
type keeping struct{ tracked, changed, untracked, ignored []string }

// keeps returns what git has of the files. Git compares what lies in the folder by its content alone:
// with filters it would start what the repository's settings name.
func (s *sweeper) keeps() (*keeping, error) {
	if s.kept != nil {
		return s.kept, nil
	}
	var k keeping
	index, known, err := s.ask(s.of("ls-files", "-z", "--stage")...)
	if err != nil {
		return nil, err
	}
	if !known { // git doesn't say; it may to the call's git, which has settings of its own
		all := slices.Sorted(maps.Keys(s.names))
		s.kept = &keeping{all, all, all, all}
		return s.kept, nil
	}
	lying := []string{"hash-object", "--no-filters", "--"}
	var staged []string // objects, in the order of lying
	for _, row := range index {
		about, name, _ := strings.Cut(row, "\t")
		k.tracked = append(k.tracked, name)
		if is, folder, err := files.There(filepath.Join(s.root, filepath.FromSlash(name))); err != nil {
			return nil, err
		} else if is && !folder {
			lying, staged = append(lying, name), append(staged, strings.Fields(about + " 0 0")[1])
		}
	}
	if len(staged) > 0 {
		objects, _, err := s.ask(lying...)
		if err != nil {
			return nil, err
		}
		for i, object := range staged {
			if i >= len(objects) || objects[i] != object {
				k.changed = append(k.changed, lying[i+3])
			}
		}
	}
	added, known, err := s.ask(s.of("diff", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "HEAD")...)
	if err != nil {
		return nil, err
	}
	if k.changed = append(k.changed, added...); !known { // there is no commit yet
		k.changed = k.tracked
	}
	if k.untracked, _, err = s.ask(s.of("ls-files", "-z", "--others", "--exclude-standard")...); err != nil {
		return nil, err
	}
	k.ignored, _, err = s.ask(s.of("ls-files", "-z", "--others", "--ignored", "--exclude-standard")...)
	s.kept = &k
	return s.kept, err
}

// of returns arguments of git that end in the paths.
func (s *sweeper) of(args ...string) []string {
	args = append(args, "--")
	for name := range s.names {
		args = append(args, name)
	}
	slices.Sort(args[len(args)-len(s.names):])
	return args
}

// ask asks git, which says names that are parted by NUL or stand on lines; not known if it can't say.
func (s *sweeper) ask(args ...string) (list []string, known bool, err error) {
	const patience = time.Second
	var out string
	if stage := s.Host.Stage; stage != nil && stage.Run != nil && !s.Host.Idle() {
		var p host.Printed
		p, err = stage.Run(append([]string{"git"}, args...))
		out, known = p.Out, p.Code == 0
	} else {
		var data []byte
		data, err = asks.Ask(s.Host.Within(patience), s.root, "", append([]string{"--literal-pathspecs"}, args...)...)
		var exit *exec.ExitError
		if known = err == nil; errors.As(err, &exit) && exit.ExitCode() > 0 {
			err = nil
		}
		out = string(data)
	}
	return strings.FieldsFunc(out, func(r rune) bool { return r == 0 || r == '\n' }), known, err
}
