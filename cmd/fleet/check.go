package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"
)

// The bcrules beside this program checks and compiles rules, as hooks use that installation, too.

// mostSaid bounds how many lines of its output are passed on.
const mostSaid = 20

// checked vets and tests rules.
func checked(ctx context.Context, dir string) error {
	for _, does := range []string{"vet", "test"} {
		if err := ask(ctx, does, dir); err != nil {
			return err
		}
	}
	return nil
}

// compiler describes bcrules by size and time, which tell one from another.
func compiler() string {
	info, err := os.Stat(host.Beside("bcrules"))
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d bytes, %s", info.Size(), moment(info.ModTime()))
}

// ask runs a command of bcrules and fails with what it said.
func ask(ctx context.Context, args ...string) error {
	program := host.Beside("bcrules")
	if _, err := os.Stat(program); files.Absent(err) {
		return fmt.Errorf("found no %s beside bcfleet, want one", program)
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = string(os.PathSeparator) // no project's folder
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	var code *exec.ExitError
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if !errors.As(err, &code) {
		return err
	}
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	if n := len(lines); n > mostSaid {
		lines = append(lines[:mostSaid], fmt.Sprintf("and %d lines more", n-mostSaid))
	}
	text := fmt.Sprintf("bcrules %s: %s", strings.Join(args, " "), strings.Join(lines, "\n"))
	if code.ExitCode() == exitRefused {
		return refuse("%s", text)
	}
	return errors.New(text)
}
