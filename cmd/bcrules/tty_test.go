//go:build !windows

package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
)

// typed ANSWER COMMAND… runs bcrules at a terminal at which somebody types the answer, or several
// with \n between them, and then leaves. It writes the terminal's content to the file tty. It fails
// if the command does; with ! if it doesn't.
func typed(ts *testscript.TestScript, not bool, args []string) {
	cmd := exec.Command(filepath.Join(ts.Getenv("BIN"), "bcrules"), args[1:]...)
	cmd.Env = []string{"TERM=dumb"} // nothing drawn
	atTerminal(ts, not, cmd, strings.ReplaceAll(args[0], `\n`, "\n")+"\n\x04", &pty.Winsize{Rows: 24, Cols: 200})
}

// seen COLUMNS COMMAND… runs bcrules at a terminal of that width, without colours, at which nobody
// types. It writes the terminal's content to the file tty, with lines cut as there. It fails if the
// command does; with ! if it doesn't.
func seen(ts *testscript.TestScript, not bool, args []string) {
	columns, err := strconv.ParseUint(args[0], 10, 16)
	ts.Check(err)
	cmd := exec.Command(filepath.Join(ts.Getenv("BIN"), "bcrules"), args[1:]...)
	cmd.Env = []string{"TERM=xterm", "NO_COLOR=1", "TZ=UTC"}
	atTerminal(ts, not, cmd, "\x04", &pty.Winsize{Rows: 24, Cols: uint16(columns)})
	var lines []string
	for _, line := range strings.Split(strings.ReplaceAll(ts.ReadFile("tty"), "\r", ""), "\n") {
		for chars := []rune(line); ; chars = chars[columns:] {
			if len(chars) <= int(columns) {
				lines = append(lines, string(chars))
				break
			}
			lines = append(lines, string(chars[:columns]))
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs("tty"), []byte(strings.Join(lines, "\n")), 0o644))
}

// atTerminal runs a command at a terminal of a size, and types a text there.
func atTerminal(ts *testscript.TestScript, not bool, cmd *exec.Cmd, keys string, size *pty.Winsize) {
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "PATH", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "CUE_CACHE_DIR", "CUE_REGISTRY", "CLAUDECODE", "BCRULES_RULES"} {
		if value := ts.Getenv(name); value != "" {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	t, err := pty.StartWithSize(cmd, size)
	ts.Check(err)
	defer t.Close()
	_, err = io.WriteString(t, keys)
	ts.Check(err)
	out, _ := io.ReadAll(t) // some systems end with an error for a terminal that is gone
	err = cmd.Wait()
	ts.Check(os.WriteFile(ts.MkAbs("tty"), out, 0o644))
	ts.Logf("[tty]\n%s", out)
	if (err != nil) != not {
		ts.Fatalf("bcrules %q: %v", cmd.Args[1:], err)
	}
}
