package bounded

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"sync/atomic"
	"syscall"
)

// child is set in the environment of the evaluating process.
const child = "BCRULES_BOUNDED"

// What the evaluating process tells the waiting one.
const (
	begun   = "("
	listing = "[" // begun, with a list on stdout
	ended   = ")"
)

// closeList closes the list on stdout of a process that ended within it.
func closeList(where string) {
	if where == listing {
		fmt.Println("\n]")
	}
}

// Run runs this command line once more, in an evaluating process, and returns its exit code. It
// reports false if this is that process, or if it can't start one.
func Run(args []string, stderr io.Writer) (code int, ran bool) {
	self, err := os.Executable()
	if os.Getenv(child) != "" || err != nil {
		return 0, false
	}
	cmd := exec.Command(self, args[1:]...)
	cmd.Args[0] = args[0]
	cmd.Env = append(os.Environ(), child+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	said, wrote, err := listen(cmd)
	if err != nil {
		return 0, false
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		said()
		return 0, false
	}
	var interrupted atomic.Bool
	go func() {
		for s := range signals {
			interrupted.Store(true)
			cmd.Process.Signal(s) // and wait for what the process makes of it
		}
	}()
	err = cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		fmt.Fprintf(stderr, "bcrules: %v\n", err)
		return exitLost, true
	}
	if where := said(); (where == begun || where == listing) && !interrupted.Load() {
		closeList(where)
		if crash := crashed(wrote()); crash != "" {
			fmt.Fprintf(stderr, "bcrules: found a fault of bcrules itself as it evaluated the rules: %s\n", crash)
			return exitLost, true
		}
		fmt.Fprintf(stderr, "bcrules: found rules that take more memory to evaluate than there is for it, want less\n")
		return exitTooMuch, true
	}
	switch code := cmd.ProcessState.ExitCode(); {
	case code >= 0:
		return code, true
	case interrupted.Load():
		return exitInterrupted, true
	}
	return exitLost, true
}

// first is the line in which the runtime says why a process ends.
var first = regexp.MustCompile(`(?m)^(panic|fatal error): .*`)

// scarce matches such a line if the process got no more memory.
var scarce = regexp.MustCompile(`memory|stack overflow|newosproc|cannot allocate|thread`)

// crashed returns why a process ended, from what it wrote at its end; "" if it had no more memory.
func crashed(wrote string) string {
	why := first.FindString(wrote)
	if scarce.MatchString(why) {
		return ""
	}
	return why
}

// Exit codes of processes that didn't choose their own.
const (
	exitLost        = 2
	exitInterrupted = 130
)
