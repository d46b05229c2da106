package main

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/inside"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/git"
	"bcrules.dev/engine/host"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// The copy of a settings file may hold secrets. If git doesn't track the file, it mustn't track the
// copy either: its name goes into the repository's own list of ignored files, which is never
// committed, and leaves it with the copy. No setting or variable says which list that is, as these
// may have come with the repository.

// hide makes git ignore the copy of a settings file, and says so, or that it can't.
func hide(c *cli.Context, file *settings.File, here string, back *rollback.Rollback) error {
	path := file.Kept()
	if path == "" {
		return nil
	}
	if tracked, code := ask(filepath.Dir(file.Path()), "ls-files", "--", filepath.Base(file.Path())); code != 0 || tracked != "" {
		return nil
	}
	list, err := exclude(path)
	if (err == nil || list == files.Place{}) && ignored(path) {
		return nil
	}
	if err == nil {
		err = back.Change(func() error { return enlisted(list, filepath.Base(path)) }, list.Path())
	}
	if asked := back.Interrupted(); asked != nil {
		return asked
	}
	if err == nil && !ignored(path) {
		err = errors.New("by what the repository says elsewhere")
	}
	name := schema.Display(path, here)
	said := fmt.Sprintf("git ignores %s from now on, by %s", name, schema.Display(list.Path(), here))
	if err != nil {
		said = fmt.Sprintf("git doesn't ignore %s, which is yours alone (%v): put it into .gitignore", name, err)
	}
	show.Note(c.App.ErrWriter, said)
	return nil
}

// enlisted adds a name to a list.
func enlisted(list files.Place, name string) error {
	return files.Changing(list, func(p files.Place, is []byte) error {
		if len(is) > 0 && !bytes.HasSuffix(is, []byte("\n")) {
			is = append(is, '\n')
		}
		return files.Write(p, append(is, name+"\n"...))
	})
}

// restored restores a settings file. If the copy is gone then, git's list loses its name.
func restored(backups settings.Backups, file *settings.File) error {
	path := file.Original(file.Is())
	kept := !absent(path)
	if err := backups.Restore(file); err != nil || !kept || !absent(path) {
		return err
	}
	list, err := exclude(path)
	if err != nil || absent(list.Path()) {
		return nil // hide added nothing
	}
	return files.Changing(list, func(p files.Place, is []byte) error {
		lines := strings.SplitAfter(string(is), "\n")
		i := slices.Index(lines, filepath.Base(path)+"\n")
		if i < 0 {
			return nil
		}
		if lines = slices.Delete(lines, i, i+1); strings.Join(lines, "") == "" {
			return p.Drop()
		}
		return files.Write(p, []byte(strings.Join(lines, "")))
	})
}

// ignored reports whether git ignores a file.
func ignored(path string) bool {
	_, code := ask(filepath.Dir(path), "check-ignore", "-q", path)
	return code == 0
}

// exclude returns the list of ignored files for a file's repository and all its worktrees. It fails,
// and returns no place, if the list has no folder that is plainly the repository's own, as in a
// submodule. It also fails if the list is outside of the project or can't be read.
func exclude(file string) (list files.Place, err error) {
	shared, _, err := host.Shared(filepath.Dir(file))
	if err == nil && shared == "" {
		err = errors.New("found no .git that is a folder of the project alone")
	}
	if err != nil {
		return list, err
	}
	list, err = inside.Place(filepath.Join(shared, "info", "exclude"), shared)
	if err == nil {
		if _, err = files.Read(list); files.Absent(err) {
			err = nil
		}
	}
	return list, err
}

// gitTime limits how long git may take to answer about a file.
const gitTime = 3 * time.Second

// ask asks git in a folder, and returns the line it prints and its exit code, -1 if it didn't run.
func ask(dir string, args ...string) (line string, code int) {
	out, err := git.Ask(gitTime, dir, "", args...)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		code = -1
	}
	return strings.TrimSuffix(string(out), "\n"), code
}
