//go:build !windows

package conformance

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/testdata/built"
)

// An actor runs hooks of rules, many times: by a call in this process, or by a process of one of
// the binaries. TestAlike shows that both give the same result.
type actor struct {
	name         string // the binary's name, "" for a call
	bin          string // the binary's folder, "" for that of all commands
	stubs        string // folder of programs that hooks start
	rules, cache string
	whole        bool // all hooks answer, even if the case is for one
}

// command returns the command of one run of a hook, or of all if hook is empty, with the event on
// stdin.
func (p actor) command(t *testing.T, s site, hook string, env map[string]string, stdin []byte) *exec.Cmd {
	t.Helper()
	args := []string{"--rules", p.rules}
	if hook != "" && !p.whole {
		args = append(args, "--only", hook)
	}
	program := p.name
	switch p.name {
	case "":
		built.Storekeeper(t) // a call finds it on the PATH
	case "bcrules":
		args = slices.Insert(args, 0, "hook")
		fallthrough
	default:
		if program = filepath.Join(p.bin, p.name); p.bin == "" {
			program = filepath.Join(built.Commands(t), p.name)
		}
	}
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin = s["PROJECT"], bytes.NewReader([]byte(s.fill(string(stdin))))
	cmd.Env = []string{"PATH=" + p.stubs + ":" + os.Getenv("PATH"), "HOME=" + s["HOME"], "TMPDIR=" + s["TMP"],
		"CLAUDE_PLUGIN_ROOT=" + s["PLUGIN"], "XDG_CACHE_HOME=" + p.cache}
	for k, v := range env {
		if v = s.fill(v); k == "PATH" { // the recorded PATH is another machine's
			v += ":" + os.Getenv("PATH")
		}
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	return cmd
}

// An uttered answer is all output of a hook.
type uttered struct {
	stdout, stderr string
	exit           int
}

// run runs a command of the actor's.
func (p actor) run(t *testing.T, s site, cmd *exec.Cmd) uttered {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	code := 0
	if p.name == "" {
		code = call(t, compile.Command(), cmd)
	} else {
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		code = cmd.ProcessState.ExitCode()
	}
	return uttered{s.shown(out.String()), s.shown(errs.String()), code}
}
