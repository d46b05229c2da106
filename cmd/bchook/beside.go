package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"bcrules.dev/actions"
	"bcrules.dev/cmd/hook"
	"bcrules.dev/cmd/layers"
	"bcrules.dev/engine/plan"
)

// letGo is how long a bcrules that was ended may keep this program waiting.
const letGo = 100 * time.Millisecond

// beside returns the path of the bcrules in this program's folder.
func beside() (string, error) {
	path := hook.Compiler()
	if _, err := os.Stat(path); err != nil {
		return "", errors.New("found no bcrules, want it beside bchook")
	}
	return path, nil
}

// compile runs "bcrules compile" and returns the first fault it names. If that doesn't end in time,
// it goes on, so that a later event finds its plan: otherwise a machine that is too slow for its
// rules would never have them in force.
func compile(set layers.Set, within time.Duration) (*plan.Plan, string, error) {
	bcrules, err := beside()
	if err != nil {
		return nil, "", err
	}
	args := ruled([]string{"compile"}, slices.DeleteFunc(slices.Clone(set.Layers), func(l string) bool { return l == set.Asks }))
	if set.Asks != "" {
		args = append(args, "--project", set.Asks)
	}
	if set.Above {
		args = []string{"compile", "--organisation"}
	}
	if set.Doubted != "" {
		args = append(args, "--doubted", set.Doubted)
	}
	if in := set.Of; in != nil && in.Cwd != "" { // so that it finds the same folders of the user's
		args = append(args, "--in", in.Cwd, "--session", in.Session())
		for _, dir := range in.Beside {
			args = append(args, "--beside", dir)
		}
		if in.Own != "" {
			args = append(args, hook.OwnFlag, in.Own)
		}
	}
	cmd := exec.Command(bcrules, args...)
	var said, wrong bytes.Buffer
	cmd.Stdin = strings.NewReader("") // for nil a device would be opened, which need not exist
	cmd.Stdout, cmd.Stderr = &said, &wrong
	actions.Detach(cmd)
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err = <-ended:
	case <-time.After(within):
		return nil, "", fmt.Errorf("bcrules compile: found no end within %s; it goes on", within.Round(time.Millisecond))
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		fault, _, _ := strings.Cut(said.String(), "\n")
		return nil, fault, nil
	}
	if errors.As(err, &exit) {
		return nil, "", fmt.Errorf("bcrules compile: %w%s", err, first(&wrong))
	}
	return nil, "", err
}

// first returns the first line that a process wrote before it failed, to add to the reason.
func first(said *bytes.Buffer) string {
	line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
	if line == "" {
		return ""
	}
	return ": " + line
}

// handOver answers by "bcrules hook".
func handOver(o hook.Options, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	bcrules, err := beside()
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.Within+letGo)
	defer cancel()
	args := append(ruled([]string{"hook"}, o.Rules), "--within", o.Within.String(), hook.Inner)
	if o.Closed {
		args = append(args, hook.ClosedFlag)
	}
	if o.Own != "" {
		args = append(args, hook.OwnFlag, o.Own)
	}
	if o.Managed {
		args = append(args, hook.ManagedFlag)
	}
	if o.Only != "" {
		args = append(args, "--only", o.Only)
	}
	if o.Agent != "" {
		args = append(args, "--agent", o.Agent)
	}
	if o.Event != "" {
		args = append(args, "--event", o.Event)
	}
	cmd := exec.CommandContext(ctx, bcrules, args...)
	var said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, &said
	cmd.WaitDelay = letGo
	if err = cmd.Start(); err == nil {
		err = cmd.Wait()
		at, code := bytes.LastIndex(said.Bytes(), []byte(hook.Answered)), cmd.ProcessState.ExitCode()
		if at >= 0 && code >= 0 {
			stderr.Write(said.Bytes()[:at])
			return code, nil
		}
	}
	return 0, fmt.Errorf("%w%s", cmp.Or(err, errors.New("found no answer")), first(&said))
}

// ruled adds layers to a command line.
func ruled(args, layers []string) []string {
	for _, layer := range layers {
		args = append(args, "--rules", layer)
	}
	return args
}
