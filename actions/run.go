package actions

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/host"
)

type errand struct {
	Run     []string
	Stdin   engine.Text
	Timeout string
	Stderr  string
	Bytes   int
	Dir     string
	surroundings
}

// outputBytes is how much of a program's output is kept if the rule doesn't say.
const outputBytes = 1 << 20

// The hook and the agent wait for the program; longer work is for spawn.
var run = engine.Action{
	Doc: `run a program in the project, wait for it, and return its output
The result has .out, its stdout, and .err, its stderr (with stderr: "join" .out has both);
.code, its exit code (-1 if a signal ended it); .timedOut and .cut, that it was killed
because it took too long or wrote too much. The action succeeds (ok) if the code is 0 and
the program was not killed; otherwise error says why, and .out is the output so far. With a
name (as) the next rules can react to that.

The action ends when stdout is closed by the program and by all programs that inherited it;
a program that still runs then is killed. When the time is up, the program is killed with
all that it started. It never gets more time than the event has left (timeout of the rule
set).

A dry run (explain, replay) doesn't run it and returns an empty output. A test says what it
prints (prints).`,
	Args: `{
	run!: [string, ...string] // the program and its arguments
	stdin?: string // its input; none if absent
	timeout!: =~"^([0-9.]+(ms|s|m|h))+$" | =~#"^\$\{.*\}$"# | error("want a duration such as 5s or 500ms")
	stderr?: "join" // .out also has what it writes to stderr, in the order of writing
	bytes?: int & >=1 // limit of its output; 1 MiB if absent
	dir?: string // the folder it runs in: in the project, its repository or a worktree of that; the project if absent
	` + surroundingArgs + `
}`,
	Runs:  "run",
	Sets:  "env",
	Feeds: "stdin",
	How:   []string{"stdin", "dir", "env", "unset", "stderr", "bytes"},
	Path:  "dir",
	Limit: "timeout",
	Do:    engine.Give[errand, host.Printed](runProgram),
}

func runProgram(c *engine.Call, a errand) (host.Printed, error) {
	limit, err := time.ParseDuration(a.Timeout)
	if err != nil {
		return host.Printed{}, fmt.Errorf("found timeout %q, want a duration such as 5s", a.Timeout)
	}
	limit, a.Bytes = c.Host.Within(limit), cmp.Or(a.Bytes, outputBytes)
	dir := c.Host.Dir
	if a.Dir != "" {
		if dir, err = c.Host.Workplace(a.Dir); err != nil {
			return host.Printed{}, err
		}
	}
	var p host.Printed
	if stage := c.Host.Stage; stage != nil && stage.Run != nil {
		p, err = stage.Run(a.Run)
	} else {
		cmd := exec.Command(a.Run[0], a.Run[1:]...)
		cmd.Dir, cmd.Env = dir, a.environ()
		p, err = a.capture(cmd, limit)
	}
	switch {
	case err != nil:
	case p.TimedOut:
		err = fmt.Errorf("%s: found no end within %s, want one (timeout)", a.Run[0], limit.Round(time.Millisecond))
	case p.Cut:
		err = fmt.Errorf("%s: found more output than %d bytes, want less (bytes)", a.Run[0], a.Bytes)
	case p.Code != 0:
		err = fmt.Errorf("%s: found exit code %d, want 0", a.Run[0], p.Code)
	}
	return p, err
}

// linger is how long a program may live after closing its output.
const linger = 200 * time.Millisecond

// capture runs a program until its stdout is closed and returns its output, with invalid UTF-8 as
// U+FFFD. After the limit, or too many bytes, its process group is killed; processes that have left
// the group are not waited for.
func (a errand) capture(cmd *exec.Cmd, limit time.Duration) (p host.Printed, err error) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM) // before the start, or a signal would leave the program running
	defer signal.Stop(signals)
	out, faults, err := startPiped(cmd, string(a.Stdin), a.Stderr == "join")
	if err != nil {
		return p, err
	}
	defer out.Close()
	defer faults.Close()
	read, aside := make(chan string, 1), make(chan string, 1)
	go func() { read <- head(out, a.Bytes+1) }()
	go func() {
		text := head(faults, a.Bytes)
		io.Copy(io.Discard, faults) // the program must not block on it
		aside <- text
	}()
	end := func() { // before Wait, so that the process id is still its own
		kill(cmd)
		out.SetReadDeadline(time.Now())
	}
	select {
	case p.Out = <-read:
	case <-time.After(limit):
		p.TimedOut = true
		end()
		p.Out = <-read
	case s := <-signals:
		end()
		signal.Stop(signals)
		die(s)
	}
	if p.Cut = len(p.Out) > a.Bytes; p.Cut {
		p.Out = p.Out[:a.Bytes]
		end()
	}
	hung := time.AfterFunc(linger, func() { kill(cmd) })
	cmd.Wait()
	if hung.Stop() {
		p.Code = cmd.ProcessState.ExitCode()
	}
	faults.SetReadDeadline(time.Now().Add(linger)) // a surviving child may keep it open
	p.Out, p.Err = strings.ToValidUTF8(p.Out, "\uFFFD"), strings.ToValidUTF8(<-aside, "\uFFFD")
	return p, nil
}

// head reads up to most bytes.
func head(r io.Reader, most int) string {
	data, _ := io.ReadAll(io.LimitReader(r, int64(most)))
	return string(data)
}

// startPiped starts a program in its own process group with a text on stdin, and returns pipes for
// its stdout and stderr; with join both go to the first.
func startPiped(cmd *exec.Cmd, stdin string, join bool) (out, faults *os.File, err error) {
	out, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer w.Close() // the program has its own copy
	faults, w2, err := os.Pipe()
	if err != nil {
		out.Close()
		return nil, nil, err
	}
	defer w2.Close()
	cmd.Stdout, cmd.Stderr = w, w2
	if join {
		cmd.Stderr = w
	}
	in, err := cmd.StdinPipe()
	if err == nil {
		group(cmd)
		if err = cmd.Start(); err != nil {
			in.Close()
		}
	}
	if err != nil {
		out.Close()
		faults.Close()
		return nil, nil, err
	}
	go func() {
		io.WriteString(in, stdin) // a program need not read it
		in.Close()
	}()
	return out, faults, nil
}
