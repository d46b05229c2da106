package facts

import (
	"os"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
)

// A process is a running process of the system.
type process struct {
	pid, parent int
	command     string // its command line, arguments joined by spaces
}

var running = engine.Fact{
	Doc:     "whether a process runs: the one whose id a pid file begins with, or any whose command line contains these words (never on Windows), except this one and its parents",
	Params:  "pidfile, words",
	Reads:   "pidfile",
	Watches: "words",
	Words:   []engine.Word{{Param: "words", Form: "words"}},
	Ask:     engine.Func2[string, string, bool](isRunning),
}

func isRunning(c *engine.Call, pidfile, words string) (bool, error) {
	p, err := c.Host.Place(pidfile)
	if err != nil {
		return false, err
	}
	pid := 0
	data, err := files.Read(p)
	if err != nil && !files.Absent(err) {
		return false, err
	} else if err == nil {
		text := strings.TrimSpace(string(data))
		end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
		if end < 0 {
			end = len(text)
		}
		pid, _ = strconv.Atoi(text[:end])
	}
	if stage := c.Host.Stage; stage != nil && stage.Running != nil {
		return stage.Running(pid, words), nil
	}
	if pid > 0 && alive(pid) {
		return true, nil
	}
	if words == "" {
		return false, nil
	}
	all, err := processes()
	return mentioned(all, os.Getpid(), words), err
}

// mentioned reports whether a process other than self and its parents has words
// in its command line.
func mentioned(all []process, self int, words string) bool {
	var family []int
	for pid := self; pid > 0 && !slices.Contains(family, pid); {
		family = append(family, pid)
		i := slices.IndexFunc(all, func(p process) bool { return p.pid == pid })
		if i < 0 {
			break
		}
		pid = all[i].parent
	}
	return slices.ContainsFunc(all, func(p process) bool {
		return strings.Contains(p.command, words) && !slices.Contains(family, p.pid)
	})
}
