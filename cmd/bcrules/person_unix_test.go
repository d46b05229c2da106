//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"bcrules.dev/engine"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// A person is somebody for whose files modes count. Root ignores modes, so root's tests use another
// user.
type person struct {
	t         *testing.T
	bin       string // the commands
	home, dir string // and the project
}

// anybody is the user who owns nothing.
const anybody = 65534

// somebody returns a person with a home and a project, with some files: their names begin with
// home/ or project/. All are older than a plan requires.
func somebody(t *testing.T, files map[string]string) person {
	t.Helper()
	top := outlived.Folder(t)
	p := person{t, built.Commands(t), filepath.Join(top, "home"), filepath.Join(top, "project")}
	for name, text := range files {
		put(t, filepath.Join(top, name), text)
	}
	p.must(os.MkdirAll(p.home, 0o755), os.MkdirAll(p.dir, 0o755), os.Chmod(filepath.Dir(top), 0o755))
	p.own()
	t.Cleanup(func() {
		filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error { return os.Chmod(path, 0o700) })
	})
	return p
}

// own gives all files to the person, with such a time.
func (p person) own() {
	p.t.Helper()
	for _, top := range []string{p.home, p.dir} {
		p.must(filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || os.Geteuid() != 0 {
				return err
			}
			return os.Lchown(path, anybody, anybody)
		}))
	}
}

// at returns the path of a name of the person's.
func (p person) at(name string) string {
	return filepath.Join(filepath.Dir(p.home), filepath.FromSlash(name))
}

// must fails on an error.
func (p person) must(all ...error) {
	p.t.Helper()
	for _, err := range all {
		if err != nil {
			p.t.Fatal(err)
		}
	}
}

// ask has bchook answer an event with fields beside the common ones, and returns its stdout.
// through is a command that starts bchook.
func (p person) ask(session, fields string, through ...string) string {
	p.t.Helper()
	line := append(through, filepath.Join(p.bin, "bchook"))
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Dir, cmd.Env = p.dir, []string{"HOME=" + p.home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + p.home}
	cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id": %q, "cwd": %q, %s}`, session, p.dir, fields))
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: anybody, Gid: anybody}}
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != engine.ExitRefused {
		p.t.Fatalf("%q: %v\n%s%s", line, err, out, stderr.String())
	}
	return strings.TrimSpace(string(out))
}

// failing returns a command in which each call that looks at or opens a path fails with an error of
// the system, by whichever of its last names the path is given; nil if no command can do that.
func (p person) failing(errno, path string) []string {
	strace, err := exec.LookPath("strace")
	if err != nil {
		return nil
	}
	line := []string{strace, "-f", "-o", os.DevNull, "-P", path}
	for up, name := filepath.Dir(path), filepath.Base(path); up != filepath.Dir(up); up, name = filepath.Dir(up), filepath.Join(filepath.Base(up), name) {
		line = append(line, "-P", name)
	}
	return append(line, "-e", "inject=openat,openat2,newfstatat,?open,?stat,?lstat,?statx:error="+errno)
}

// traced reports whether calls can be made to fail here, because a container may forbid that.
func (p person) traced() bool {
	line := p.failing("EIO", p.home)
	return line != nil && exec.Command(line[0], append(line[1:], "true")...).Run() == nil
}

// Errors of the system that say that something doesn't exist, and some that don't.
var (
	absences = []string{"ENOENT", "ENOTDIR"}
	unknowns = []string{"EACCES", "EIO", "ELOOP", "EMFILE", "ENAMETOOLONG", "ESTALE"}
)
