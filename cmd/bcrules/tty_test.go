//go:build !windows

package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
)

// typed ANSWER COMMAND… runs bcrules at a terminal at which somebody types the
// answer, and puts what stands there afterwards into the file tty. It fails if
// the command does; with ! if it doesn't.
func typed(ts *testscript.TestScript, not bool, args []string) {
	cmd := exec.Command(filepath.Join(ts.Getenv("BIN"), "bcrules"), args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "PATH", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "CUE_CACHE_DIR", "CUE_REGISTRY", "CLAUDECODE", "BCRULES_RULES"} {
		if value := ts.Getenv(name); value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	cmd.Env = append(cmd.Env, "TERM=dumb") // no tables drawn
	t, err := pty.Start(cmd)
	ts.Check(err)
	defer t.Close()
	_, err = io.WriteString(t, args[0]+"\n")
	ts.Check(err)
	out, _ := io.ReadAll(t) // ends in an error where the system says so of a terminal that is gone
	err = cmd.Wait()
	ts.Check(os.WriteFile(ts.MkAbs("tty"), out, 0o644))
	ts.Logf("[tty]\n%s", out)
	if (err != nil) != not {
		ts.Fatalf("bcrules %q: %v", args[1:], err)
	}
}
