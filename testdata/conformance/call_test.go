package conformance

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"bcrules.dev/cmd/hook"
)

// call runs a hook by the function that both binaries call, in this process. Meanwhile this process
// has the command's environment and folder.
func call(t *testing.T, c hook.Command, cmd *exec.Cmd) int {
	t.Helper()
	was := os.Environ()
	defer func() {
		os.Clearenv()
		surround(was)
	}()
	back, err := os.Getwd()
	if err == nil {
		err = os.Chdir(cmd.Dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(back)
	os.Clearenv()
	surround(cmd.Env)
	return hooked(c, cmd.Args[1:], cmd.Stdin, cmd.Stdout, cmd.Stderr)
}

func surround(env []string) {
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		os.Setenv(name, value)
	}
}

// hooked is the hook command with a test's flags, or with those for a copy of itself that does what
// is left for the background: here a copy of the tests' process.
func hooked(c hook.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var o hook.Options
	for len(args) > 0 {
		switch args[0] {
		case "--rules":
			o.Rules, args = append(o.Rules, args[1]), args[1:]
		case "--only":
			o.Only, args = args[1], args[1:]
		case hook.Behind:
			o.Behind = true
		}
		args = args[1:]
	}
	return c.Run(o, stdin, stdout, stderr)
}
