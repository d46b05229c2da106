package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/layers/trust"
	"bcrules.dev/cmd/rollback"
	"bcrules.dev/cmd/settings"
	"bcrules.dev/schema"

	"github.com/urfave/cli/v2"
)

// wholly runs what changes files, and puts back what stood in them where it fails.
func wholly(c *cli.Context, enact func(back *rollback.Rollback) error) error {
	var back rollback.Rollback
	defer back.Close()
	err := enact(&back)
	if asked := back.Interrupted(); asked != nil {
		err = asked // what failed did so as it was interrupted, too
	}
	if err == nil {
		return nil
	}
	undone, undoErr := back.Undo()
	if len(undone) > 0 {
		here, _ := os.Getwd()
		fmt.Fprintf(c.App.ErrWriter, "taken back, as the rest failed: %s\n", strings.Join(displayed(undone, here), ", "))
	}
	return errors.Join(err, undoErr)
}

// confirmed has a person say whether what was shown is to be written. Nobody else is asked.
func confirmed(c *cli.Context, packs choice, here string, back *rollback.Rollback, all ...*settings.File) error {
	var names []string
	if len(packs.fresh) > 0 {
		names = append(names, schema.Display(packs.file.Path, here))
	}
	for _, f := range all {
		if f.Changed() {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	s, err := compile.Schema()
	if err != nil {
		return err
	}
	if c.Bool("yes") || trust.ByPerson(s, c.App.Reader, c.App.Writer) != nil {
		return keeps(back)
	}
	fmt.Fprintf(c.App.Writer, "Write %s? [Y/n] ", strings.Join(names, " and "))
	line, err := bufio.NewReader(c.App.Reader).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "", "y", "yes":
		if err == nil {
			return keeps(back)
		}
	}
	return refused(c, errors.New("nothing was changed"))
}

// keeps fails where what is to be changed can't be kept as it was, nor what is trusted.
func keeps(back *rollback.Rollback) error {
	backups, err := settings.OpenBackups()
	if err == nil {
		err = back.Change(backups.Check, filepath.Join(string(backups), "check"))
	}
	if err != nil {
		return fmt.Errorf("found no place to keep settings as they were, and what you trust; nothing was changed: %w", err)
	}
	return nil
}

// saved writes a settings file if it is to be another one, and says where it is kept as
// it was. Of one that has its user's rules already it is kept that they are theirs.
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
		before = "there was no " + file.Name
	}
	return before, err
}
