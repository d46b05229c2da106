package facts

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/engine/effects"
	"bcrules.dev/engine/files"
	asks "bcrules.dev/engine/git"
	"bcrules.dev/engine/host"
)

// A keeping has the names of some files by their state in git: tracked, changed, untracked and
// ignored.
type keeping map[string][]string

// keeps returns the states of the files.
func (s *sweeper) keeps() (keeping, error) {
	if s.kept != nil || len(s.names) == 0 {
		return s.kept, nil
	}
	index, known, err := s.list(append(s.of("ls-files", "-z", "--stage"), s.ways()...)...)
	if err != nil {
		return nil, err
	}
	if !known { // the call's git may have other settings and know them
		all := slices.Sorted(maps.Keys(s.names))
		s.kept = keeping{"tracked": all, "changed": all, "untracked": all, "ignored": all}
		return s.kept, nil
	}
	index = slices.DeleteFunc(index, func(row string) bool {
		_, name, _ := strings.Cut(row, "\t")
		return !s.concerns(name)
	})
	k := keeping{}
	for _, row := range index {
		_, name, _ := strings.Cut(row, "\t")
		k["tracked"] = append(k["tracked"], name)
	}
	if k["changed"], err = s.differing(index); err != nil {
		return nil, err
	}
	added, known, err := s.list(append(s.of("diff", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "HEAD"), s.ways()...)...)
	if err != nil {
		return nil, err
	}
	if k["changed"] = append(k["changed"], added...); !known { // there is no commit yet
		k["changed"] = k["tracked"]
	}
	if k["untracked"], _, err = s.list(s.of("ls-files", "-z", "--others", "--exclude-standard")...); err != nil {
		return nil, err
	}
	if k["ignored"], _, err = s.list(s.of("ls-files", "-z", "--others", "--ignored", "--exclude-standard")...); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(s.does.Writes, saysIgnored) {
		k["untracked"] = append(k["untracked"], k["ignored"]...)
	}
	s.kept = k
	return k, nil
}

// ignores is the file that says what git ignores in a folder.
const ignores = ".gitignore"

// saysIgnored reports whether writing a file may change what git ignores.
func saysIgnored(f effects.File) bool {
	return path.Base(f.Path) == ignores || strings.Contains(f.Path, "/.git/info/")
}

// differing returns the files that differ between the index and the folder, apart from line ends.
// It compares them itself, because git would start filters for that.
func (s *sweeper) differing(index []string) (names []string, err error) {
	objects := ""
	for _, row := range index {
		objects += strings.Fields(row + " 0 0")[1] + "\n"
	}
	if objects == "" {
		return nil, nil
	}
	out, _, err := s.say(objects, "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	same := func(a, b string) bool {
		return strings.ReplaceAll(a, "\r\n", "\n") == strings.ReplaceAll(b, "\r\n", "\n")
	}
	for _, row := range index {
		head, rest, _ := strings.Cut(out, "\n")
		size, _ := strconv.Atoi(head[strings.LastIndexByte(head, ' ')+1:])
		kept := rest[:min(size, len(rest))]
		out = rest[min(size+1, len(rest)):]
		_, name, _ := strings.Cut(row, "\t")
		lies, err := lying(filepath.Join(s.root, filepath.FromSlash(name)))
		if !files.Absent(err) && (err != nil || !same(lies, kept)) {
			names = append(names, name)
		}
	}
	return names, nil
}

// lying returns what git would store of a file: its text, or the target of a link.
func lying(at string) (string, error) {
	info, err := os.Lstat(at)
	if err != nil {
		return "", err
	}
	if info.Mode()&os.ModeSymlink != 0 {
		return os.Readlink(at)
	}
	data, err := files.Read(files.At(at))
	return string(data), err
}

// concerns reports whether a file is one of the sweeper's names, lies in one, or is a folder above
// one.
func (s *sweeper) concerns(file string) bool {
	for name := range s.names {
		if name == "." || strings.HasPrefix(file+"/", name+"/") || strings.HasPrefix(name+"/", file+"/") {
			return true
		}
	}
	return false
}

// of returns arguments of git followed by the paths.
func (s *sweeper) of(args ...string) []string {
	return append(append(args, "--"), slices.Sorted(maps.Keys(s.names))...)
}

// list asks git for names, separated by NUL or newlines; known is false if git can't answer.
func (s *sweeper) list(args ...string) (list []string, known bool, err error) {
	out, known, err := s.say("", args...)
	return strings.FieldsFunc(out, func(r rune) bool { return r == 0 || r == '\n' }), known, err
}

// patience bounds one answer of git, as the event has to wait for several. A busy machine takes more
// than a second, and a closed hook then refuses.
var patience = 3 * time.Second

// say asks git for a text.
func (s *sweeper) say(stdin string, args ...string) (out string, known bool, err error) {
	if stage := s.Host.Stage; stage != nil && stage.Run != nil && !s.Host.Idle() {
		var p host.Printed
		if p, err = stage.Run(append([]string{"git"}, args...)); errors.Is(err, exec.ErrNotFound) {
			return "", false, nil
		}
		return p.Out, p.Code == 0, err
	}
	data, err := asks.Ask(s.Host.Within(patience), s.root, stdin, append([]string{"--literal-pathspecs"}, args...)...)
	var exit *exec.ExitError
	if known = err == nil; errors.As(err, &exit) && exit.ExitCode() > 0 || errors.Is(err, exec.ErrNotFound) || files.Absent(err) { // git refuses, isn't installed, or can't start there; nor can it for the call
		err = nil
	}
	return string(data), known, err
}
