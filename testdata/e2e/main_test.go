// Package e2e runs the real client, Claude Code from npm, with bcrules as its hooks and a model
// that follows a script. A test reads from the model's requests what reached it. No test can spend
// money or reach anything: they run in a process whose network is only a loopback.
//
//	go test ./testdata/e2e        # make e2e; not part of make check
//
//	TestMain ─► client.go: npm, go build ─► sandbox_*.go: itself again, without network ─► tests
//	test ─► Stage: files, settings ─► client ─► Model: steps, requests
//	                                    └─► bchook, at each event
//
// A Step of the model says which text a request must contain, not which request it answers by
// number, because a client also asks for things of its own, and agents ask at the same time. A test
// fails if nobody asks for a step, if no step is for a request, or if the client exits with an
// error, takes more than a minute, criticises a hook's answer in its debug log, or leaves a process
// behind. Each test has its own home, project, cache and temporary folder.
//
// If a test fails, its requests, debug logs and folders are kept, and the output says where. The
// end of the output says how long hooks took as the client saw it, while client and model shared
// the machine.
//
//	E2E_CLIENT=PROGRAM   another client than the one in client/package.json
//	E2E_KEEP=1           keep the folders of all tests
//	E2E_OPTIONAL=1       skip, and say why, where there is no client or no namespace
package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// What the process in a network of its own is told.
var (
	client = os.Getenv("E2E_PROGRAM")
	bin    = os.Getenv("E2E_BIN") // folder of the commands
)

func TestMain(m *testing.M) {
	if client == "" {
		os.Exit(outside())
	}
	if err := enter(); err != nil {
		os.Exit(fail(err))
	}
	code := m.Run()
	fmt.Printf("client %s\n%s", client, report())
	os.Exit(code)
}

// outside gets what needs a network, runs the tests in a process without one, and returns their
// exit code.
func outside() int {
	runtime.LockOSThread() // that process dies with the thread that started it
	built, err := os.MkdirTemp("", "e2e-bin.")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(built)
	build := exec.Command("go", "build", "-o", built+string(filepath.Separator), "bcrules.dev/cmd/bcrules", "bcrules.dev/cmd/bchook", "bcrules.dev/cmd/bcindex", "bcrules.dev/cmd/bcstore")
	if out, err := build.CombinedOutput(); err != nil {
		return fail(fmt.Errorf("%w\n%s", err, out))
	}
	program, err := install()
	if err != nil {
		return lack(err)
	}
	tests := exec.Command(os.Args[0], os.Args[1:]...)
	tests.Env = append(os.Environ(), "E2E_PROGRAM="+program, "E2E_BIN="+built)
	tests.Stdout, tests.Stderr = os.Stdout, os.Stderr
	if err := alone(tests); err != nil {
		return lack(err)
	}
	if err := tests.Start(); err != nil {
		return lack(fmt.Errorf("namespaces: %w", err))
	}
	if err := tests.Wait(); err != nil {
		return fail(err)
	}
	return 0
}

func fail(err error) int {
	fmt.Fprintln(os.Stderr, "e2e:", err)
	return 1
}

// lack handles the error that a machine lacks something it may lack.
func lack(err error) int {
	if os.Getenv("E2E_OPTIONAL") == "" {
		return fail(err)
	}
	fmt.Println("SKIP:", err)
	return 0
}
