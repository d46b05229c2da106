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

// bcrules is asked for what rules are and do: the one beside this program, of which hooks are, too.

// mostSaid is how much of what it says is passed on, lines.
const mostSaid = 20

// checked has rules vetted and tested.
func checked(ctx context.Context, dir string) error {
	for _, does := range []string{"vet", "test"} {
		if err := ask(ctx, does, dir); err != nil {
			return err
		}
	}
	return nil
}

// compiled has the plan of the organisation's rules made, from which on they are in force.
func compiled(ctx context.Context) error { return ask(ctx, "compile", "--organisation") }

// compiler tells one bcrules from another.
func compiler() string {
	info, err := os.Stat(host.Beside("bcrules"))
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d bytes, %s", info.Size(), moment(info.ModTime()))
}

// ask runs a command of bcrules.
func ask(ctx context.Context, args ...string) error {
	program := host.Beside("bcrules")
	if _, err := os.Stat(program); files.Absent(err) {
		return fmt.Errorf("found no %s, want it beside bcfleet", program)
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
