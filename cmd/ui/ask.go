package ui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// An Asker runs a command of this program with stdin and returns its output. When the context is
// cancelled, the command ends.
type Asker func(ctx context.Context, stdin string, args ...string) (Said, error)

// A Said is a command's output: Out for the page, Err and Code for the caller.
type Said struct {
	Out, Err []byte
	Code     int
}

// longestAsk limits how long a command may take; package bounded limits its computation and memory.
const longestAsk = time.Minute

// mostSaid limits a command's output, in bytes.
const mostSaid = 32 << 20

// Program returns an Asker for the program in a file, run in folder dir.
func Program(file, dir string) Asker {
	turns := make(chan struct{}, 2) // limits concurrent commands; others wait
	return func(ctx context.Context, stdin string, args ...string) (Said, error) {
		ctx, cancel := context.WithTimeout(ctx, longestAsk)
		defer cancel()
		select {
		case turns <- struct{}{}:
			defer func() { <-turns }()
		case <-ctx.Done():
			return Said{}, ctx.Err()
		}
		var out, err output
		cmd := exec.CommandContext(ctx, file, args...)
		cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, strings.NewReader(stdin), &out, &err
		cmd.Env = append(os.Environ(), "NO_COLOR=1")
		cmd.Cancel = func() error { return interrupt(cmd.Process) } // the program passes the signal on to the process that evaluates
		cmd.WaitDelay = 2 * time.Second
		failed := cmd.Run()
		var exit *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return Said{}, fmt.Errorf("bcrules %s: %w", args[0], ctx.Err())
		case out.over:
			return Said{}, fmt.Errorf("bcrules %s: found more than %d MB of output, want less", args[0], mostSaid>>20)
		case failed != nil && !errors.As(failed, &exit):
			return Said{}, failed
		}
		return Said{out.Bytes(), err.Bytes(), cmd.ProcessState.ExitCode()}, nil
	}
}

// An output is a buffer limited to mostSaid bytes.
type output struct {
	bytes.Buffer
	over bool
}

func (b *output) Write(p []byte) (int, error) {
	if b.Len()+len(p) > mostSaid {
		b.over = true
		return len(p), nil
	}
	return b.Buffer.Write(p)
}
