package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"time"

	"bcrules.dev/testdata/measure"
)

// A result is how one bchook ended.
type result struct {
	Stdout, Stderr string
	Code           int
	Took           time.Duration
	Peak           int64 // resident, bytes
}

// A worker is one session: a separate process, which stays small because a process's peak is never
// below that of its parent. It reads events from stdin and writes results to stdout.
func worker() {
	debug.SetGCPercent(10)
	bin, rules := os.Getenv("SOAK_BIN"), os.Getenv("SOAK_RULES")
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var e event
		if err := in.Decode(&e); err == io.EOF {
			return
		} else {
			check(err)
		}
		cmd := exec.Command(filepath.Join(bin, "bchook"), "--rules", rules)
		if e.Pack {
			cmd.Args[2] = pack
		}
		var stdout, stderr bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(e.Input), &stdout, &stderr
		began := time.Now()
		err := cmd.Run()
		r := result{Stdout: stdout.String(), Stderr: stderr.String(), Took: time.Since(began), Code: -1}
		if cmd.ProcessState != nil {
			r.Code, r.Peak = cmd.ProcessState.ExitCode(), measure.Peak(cmd.ProcessState)
		}
		if err != nil && r.Code <= 0 {
			r.Stderr += err.Error()
		}
		check(out.Encode(r))
	}
}
