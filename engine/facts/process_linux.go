package facts

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// processes reads /proc (proc(5)). It leaves out processes that end meanwhile.
func processes() ([]process, error) {
	dir, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	var all []process
	for _, d := range dir {
		pid, err := strconv.Atoi(d.Name())
		if err != nil {
			continue
		}
		line, err1 := os.ReadFile(filepath.Join("/proc", d.Name(), "cmdline"))
		stat, err2 := os.ReadFile(filepath.Join("/proc", d.Name(), "stat"))
		if err1 != nil || err2 != nil {
			continue
		}
		p := process{pid: pid, command: string(bytes.ReplaceAll(line, []byte{0}, []byte{' '}))}
		// pid (name) state ppid …; the name may have any characters
		if _, rest, ok := strings.Cut(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " "); ok {
			if f := strings.Fields(rest); len(f) > 1 {
				p.parent, _ = strconv.Atoi(f[1])
			}
		}
		all = append(all, p)
	}
	return all, nil
}
