package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine"
)

// compileTime bounds a compilation, fullTime an answer by the full binary.
const (
	compileTime = 10 * time.Second
	fullTime    = 30 * time.Second
)

// beside is the bcrules in this program's folder.
func beside() (string, error) {
	path := hook.Compiler()
	if path == "" {
		return "", errors.New("found no bcrules, want it beside bchook")
	}
	return path, nil
}

// compile runs "bcrules compile" and returns the first fault it names.
func compile(layers []string) (*engine.Plan, string, error) {
	bcrules, err := beside()
	if err != nil {
		return nil, "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), compileTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, bcrules, ruled([]string{"compile"}, layers)...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		fault, _, _ := strings.Cut(string(out), "\n")
		return nil, fault, nil
	}
	if errors.As(err, &exit) {
		return nil, "", fmt.Errorf("bcrules compile: %w: %s", err, strings.TrimSpace(string(exit.Stderr)))
	}
	return nil, "", err
}

// handOver answers by "bcrules hook".
func handOver(o hook.Options, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	bcrules, err := beside()
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), fullTime)
	defer cancel()
	args := ruled([]string{"hook"}, o.Rules)
	if o.Only != "" {
		args = append(args, "--only", o.Only)
	}
	cmd := exec.CommandContext(ctx, bcrules, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// ruled adds layers to a command line.
func ruled(args, layers []string) []string {
	for _, layer := range layers {
		args = append(args, "--rules", layer)
	}
	return args
}
