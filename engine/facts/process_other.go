//go:build !linux && !windows

package facts

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// listTime bounds the wait for ps.
const listTime = time.Second

// processes asks ps by its path on macOS, because a ps on the PATH may be the project's.
func processes() ([]process, error) {
	ctx, cancel := context.WithTimeout(context.Background(), listTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, "/bin/ps", "-axo", "pid=,ppid=,command=").Output()
	if err != nil {
		return nil, fmt.Errorf("ps: %w", err)
	}
	var all []process
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) < 3 {
			continue
		}
		pid, _ := strconv.Atoi(f[0])
		parent, _ := strconv.Atoi(f[1])
		all = append(all, process{pid, parent, strings.Join(f[2:], " ")})
	}
	return all, nil
}
