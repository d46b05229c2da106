package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/plan"
)

// A Box is a project folder and a home folder made for one test. Close removes it.
type Box struct {
	Project, Home string     // absolute
	Started       [][]string // programs started, in order

	root  string
	times map[string]time.Time // time of the last change of every file, as set

	real, quoted, shown *strings.Replacer
}

// projectName and homeName stand for the folders of a box in texts.
const (
	projectName = "$PROJECT"
	homeName    = "$HOME"
)

// tempName is the folder for temporary files, unless a test sets TMPDIR.
const tempName = "tmp"

// New makes a box in the system's temporary folder.
func New() (*Box, error) {
	root, err := host.NewTemp("bcrules-test-")
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, err
	}
	b := &Box{root: root, Project: filepath.Join(root, "project"), Home: filepath.Join(root, "home"), times: map[string]time.Time{}}
	quoted := func(path string) string { return strings.Trim(string(files.JSON(path)), `"`) }
	b.real = strings.NewReplacer(projectName, b.Project, homeName, b.Home)
	b.quoted = strings.NewReplacer(projectName, quoted(b.Project), homeName, quoted(b.Home))
	b.shown = strings.NewReplacer(b.Project, projectName, b.Home, homeName, quoted(b.Project), projectName, quoted(b.Home), homeName)
	return b, errors.Join(os.Mkdir(b.Project, 0o755), os.Mkdir(b.Home, 0o755), os.Mkdir(filepath.Join(root, tempName), 0o700))
}

// Close removes the box with its content.
func (b *Box) Close() error {
	filepath.WalkDir(b.root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(b.root)
}

// Real replaces $PROJECT and $HOME by the box's folders.
func (b *Box) Real(text string) string { return b.real.Replace(text) }

// RealJSON is like Real, for JSON.
func (b *Box) RealJSON(text string) string { return b.quoted.Replace(text) }

// Shown replaces the box's folders by $PROJECT and $HOME.
func (b *Box) Shown(text string) string { return b.shown.Replace(text) }

// Host returns the host of a hook that answers ev; ev is nil if it couldn't be read. It fails if
// the event names a folder outside the box.
func (b *Box) Host(w World, ev *plan.Event) (*host.Host, error) {
	h := host.New(ev)
	if ev == nil || !filepath.IsAbs(ev.Cwd) {
		h.Cwd = b.Project
	}
	if rel, err := filepath.Rel(b.root, h.Cwd); err != nil || !filepath.IsLocal(rel) {
		return nil, fmt.Errorf("cwd: found %q, want $PROJECT, $HOME or a folder below", h.Cwd)
	}
	h.Dir, h.Project = h.Cwd, nil
	if rel, err := filepath.Rel(b.Project, h.Cwd); err == nil && filepath.IsLocal(rel) {
		h.Dir = b.Project
	}
	h.Home, h.Temp, h.Indexes.Dir = b.Home, filepath.Join(b.root, tempName), ""
	if dir := b.Real(w.Env["TMPDIR"]); filepath.IsAbs(dir) {
		h.Temp = dir
	}
	h.Getenv = func(name string) string {
		if name == "TMPDIR" { // even if the world doesn't set it, as commands must agree with temp()
			return h.Temp
		}
		return b.Real(w.Env[name])
	}
	h.Now = func() time.Time { return w.Clock }
	h.Stage = b.stage(w)
	return h, nil
}

// stage returns the stand-ins for the system's programs and processes.
func (b *Box) stage(w World) *host.Stage {
	return &host.Stage{
		Root:    b.root,
		Idle:    w.Idle,
		System:  w.System,
		Answers: func(url string) bool { return slices.Contains(w.Answers, b.Shown(url)) },
		Running: func(pid int, words string) bool { return w.running(pid, b.Shown(words)) },
		Program: func(name string) string {
			if !slices.Contains(w.Programs, name) {
				return ""
			}
			return "/usr/bin/" + name
		},
		Start: func(command []string) error {
			if !w.startable(b.Shown(command[0])) {
				return &exec.Error{Name: command[0], Err: exec.ErrNotFound}
			}
			b.Started = append(b.Started, command)
			return nil
		},
		Run: func(command []string) (host.Printed, error) {
			p, ok := w.printed(b.Shown(strings.Join(command, " ")))
			if !ok && !w.startable(b.Shown(command[0])) {
				return p, &exec.Error{Name: command[0], Err: exec.ErrNotFound}
			}
			b.Started = append(b.Started, command)
			p.Out, p.Err = b.Real(p.Out), b.Real(p.Err)
			return p, nil
		},
	}
}

func (w World) startable(name string) bool { return w.Idle || slices.Contains(w.Programs, name) }

func (w World) running(pid int, words string) bool {
	return pid > 0 && slices.Contains(w.Pids, pid) ||
		words != "" && slices.ContainsFunc(w.Commands, func(line string) bool { return strings.Contains(line, words) })
}

// printed returns the output of a command, by the longest of the world's beginnings that it starts
// with.
func (w World) printed(line string) (p host.Printed, ok bool) {
	longest := -1
	for start, prints := range w.Prints {
		if Begins(line, start) && len(start) > longest {
			p, ok, longest = prints, true, len(start)
		}
	}
	return p, ok
}

// Begins reports whether a command line begins with the words of start.
func Begins(line, start string) bool {
	rest, begins := strings.CutPrefix(line, start)
	return begins && (rest == "" || rest[0] == ' ')
}

// path returns the path of a file in the box.
func (b *Box) path(name string) string {
	base := b.Project
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		base, name = b.Home, rest
	}
	return filepath.Join(base, filepath.FromSlash(name))
}
