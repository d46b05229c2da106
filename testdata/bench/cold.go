package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// crowd is how many hooks find the rules changed at once: a session with agents that call tools at
// the same time.
const crowd = 40

// cold measures hooks that find no plan, so that one of them has to make it: a single one, and a
// crowd. Each must be answered by the rules: guard denies the command. The cost of a crowd with a
// plan is shown beside it: the processes have to be started anyway, and how long that takes depends
// on the machine.
func (b bench) cold(rounds int) string {
	s := guarded("cold", "rm -rf /", 0)
	s.want = `"permissionDecision"`
	project := filepath.Join(b.dir, "cold")
	s.lay(project)
	var alone, together, warm row
	for range rounds {
		check(os.RemoveAll(b.cache))
		alone.times = append(alone.times, b.start(s, project, 1))
		check(os.RemoveAll(b.cache))
		together.times = append(together.times, b.start(s, project, crowd))
		warm.times = append(warm.times, b.start(s, project, crowd))
	}
	one, all := alone.median(), together.median()
	return fmt.Sprintf("\n| cold starts with guard | one alone s | %d at once s | ratio | %[1]d at once with the plan there s |\n|---|---:|---:|---:|---:|\n| none without its answer | %.2f | %.2f | %.2f (want 1.5 at most) | %.2f |\n",
		crowd, one.Seconds(), all.Seconds(), float64(all)/float64(one), warm.median().Seconds())
}

// start runs n hooks at once, and returns how long it takes until all have answered.
func (b bench) start(s scene, project string, n int) time.Duration {
	commands, outs := make([]*exec.Cmd, n), make([]bytes.Buffer, n)
	began := time.Now()
	for i := range commands {
		commands[i] = b.command(s, project, append([]string{filepath.Join(b.bin, "bchook")}, s.args(project)...))
		commands[i].Stdout = &outs[i]
		check(commands[i].Start())
	}
	for i, c := range commands {
		if err := c.Wait(); err != nil || !strings.Contains(outs[i].String(), s.want) {
			log.Fatalf("%s: %d of %d answered %s (%v), want %s", s.name, i, n, outs[i].String(), err, s.want)
		}
	}
	return time.Since(began)
}
