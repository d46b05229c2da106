package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/cmd/rollback"
	"bcrules.dev/cmd/settings"

	"github.com/urfave/cli/v2"
)

// wholly runs what changes files, and restores them if it fails.
func wholly(c *cli.Context, enact func(back *rollback.Rollback) error) error {
	var back rollback.Rollback
	defer back.Close()
	err := enact(&back)
	if asked := back.Interrupted(); asked != nil {
		err = asked // the failure was the interruption
	}
	if err == nil {
		return nil
	}
	undone, undoErr := back.Undo()
	if len(undone) > 0 {
		here, _ := os.Getwd()
		fmt.Fprintf(c.App.ErrWriter, "undone, because the rest failed: %s\n", strings.Join(displayed(undone, here), ", "))
	}
	return errors.Join(err, undoErr)
}

// keeps fails if the old settings, or what is trusted, can't be kept.
func keeps(back *rollback.Rollback) error {
	backups, err := settings.OpenBackups()
	if err == nil {
		err = back.Change(backups.Check, filepath.Join(string(backups), "check"))
	}
	if err != nil {
		return fmt.Errorf("found no place to keep the old settings, and trust; nothing was changed: %w", err)
	}
	return nil
}

// saved writes a settings file if it changed, and returns where the old one is kept. If the user's
// rules are already in it, it records that the user gave them.
func saved(c *cli.Context, file *settings.File, here string, back *rollback.Rollback) (before string, err error) {
	if !file.Changed() && file.Told() {
		return "", nil
	}
	backups, err := settings.OpenBackups()
	if err == nil {
		err = back.Change(func() error { return backups.Save(file) }, backups.Files(file)...)
	}
	if err == nil {
		err = hide(c, file, here, back)
	}
	if !file.Changed() {
		return "", err
	}
	if before = backups.Copy(file); absent(before) {
		if before = "there was no " + file.Name; file.Was() != nil {
			before += " until bcrules made it"
		}
	}
	return before, err
}
