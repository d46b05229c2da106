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

	"bcrules.dev/cmd/git"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/files"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// What is kept beside a settings file may hold what nobody else is to see. Where git doesn't
// track the file, it isn't to track the copy either: its name goes into the repository's own
// list of what is ignored, which is never committed, and out again with the copy.

// hide has git ignore what is kept beside a settings file, and says so, or that it can't.
func hide(c *cli.Context, file *settings.File, here string, back *rollback.Rollback) error {
	path := file.Kept()
	if path == "" || !untracked(file.Path(), path) {
		return nil
	}
	name, list := schema.Display(path, here), exclude(path)
	if list == "" {
		return nil
	}
	err := back.Change(func() error {
		return files.Changing(files.At(list), func(p files.Place, is []byte) error {
			if len(is) > 0 && !bytes.HasSuffix(is, []byte("\n")) {
				is = append(is, '\n')
			}
			return files.Write(p, append(is, filepath.Base(path)+"\n"...))
		})
	}, list)
	if asked := back.Interrupted(); asked != nil {
		return asked
	}
	said := fmt.Sprintf("git ignores %s from now on, by %s", name, schema.Display(list, here))
	if err != nil {
		said = fmt.Sprintf("git doesn't ignore %s, which is yours alone (%v): put it into .gitignore", name, err)
	}
	show.Note(c.App.ErrWriter, said)
	return nil
}

// restored restores a settings file. What was kept beside it is gone then, if it stands there
// again, and so is its name from what git ignores.
func restored(backups settings.Backups, file *settings.File) error {
	path := file.Original(file.Is())
	kept := !absent(path)
	if err := backups.Restore(file); err != nil || !kept || !absent(path) {
		return err
	}
	list := exclude(path)
	if list == "" || absent(list) {
		return nil
	}
	return files.Changing(files.At(list), func(p files.Place, is []byte) error {
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

// untracked reports whether git neither tracks a file nor ignores a copy beside it.
func untracked(file, copied string) bool {
	tracked, code := ask(filepath.Dir(file), "ls-files", "--", filepath.Base(file))
	if code != 0 || tracked != "" {
		return false
	}
	_, code = ask(filepath.Dir(file), "check-ignore", "-q", copied)
	return code == 1
}

// exclude returns the list of what git ignores in the repository, and all its worktrees, that a
// file is in; "" if it is in none.
func exclude(file string) string {
	dir := filepath.Dir(file)
	list, code := ask(dir, "rev-parse", "--git-path", "info/exclude")
	if code != 0 || list == "" || filepath.IsAbs(list) {
		return list
	}
	return filepath.Join(dir, list)
}

// gitTime is how long git may take to say something of one file.
const gitTime = 3 * time.Second

// ask asks git in a folder, and returns its one line and its exit code, -1 if there is none.
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
