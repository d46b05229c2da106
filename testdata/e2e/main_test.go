// Package e2e runs the real client, Claude Code as npm has it, with bcrules as its
// hooks and a model that keeps to a script; a test reads in the requests the model
// got what reached it. No test can spend money or reach anything: they run in a
// process whose network is a loopback and nothing else.
//
//	go test ./testdata/e2e        # make e2e; not part of make check
//
//	TestMain ─► client.go: npm, go build ─► sandbox_*.go: itself again, without network ─► tests
//	test ─► Stage: files, settings ─► client ─► Model: steps, requests
//	                                    └─► bchook, at each event
//
// A Step of the model says which text of a request it answers, not which request by
// number: a client asks for things of its own as well, and agents ask at the same
// time. A step nobody asked for and a request no step is for fail the test, and so
// does a client that exits with an error, takes more than a minute, finds fault
// with a hook's answer in its debug log, or leaves a process behind. Home, project,
// cache and temporary folder are each test's own.
//
// Requests, debug logs and folders of a test that failed are kept, and where is
// said. At the end stands how long hooks took as the client saw it, client and
// model sharing the machine.
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

// What the process in the network of its own is told.
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

// outside gets what a network is needed for, runs the tests in a process without
// one, and returns their exit code.
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

// lack is for what a machine may be without.
func lack(err error) int {
	if os.Getenv("E2E_OPTIONAL") == "" {
		return fail(err)
	}
	fmt.Println("SKIP:", err)
	return 0
}
