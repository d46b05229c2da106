//go:build !windows && !darwin

package host

import (
	"strconv"
	"strings"

	"bcrules.dev/engine/files"
)

// account returns the name and the home folder that the system's list of accounts (passwd(5)) has
// for a user id; "" for none. Package os/user reads the same file if built without C, and otherwise
// would bring libc into each hook's process.
func account(uid int) (name, home string) {
	h, err := files.Open(System + "/etc/passwd")
	if err != nil {
		return "", ""
	}
	defer h.Close()
	data := make([]byte, min(h.Size, files.MaxRead))
	n, _ := h.ReadAt(data, 0) // it may have shrunk
	own := strconv.Itoa(uid)
	for line := range strings.Lines(string(data[:n])) {
		// name:password:uid:gid:comment:home:shell
		if f := strings.Split(strings.TrimRight(line, "\n"), ":"); len(f) >= 6 && f[2] == own {
			return f[0], f[5]
		}
	}
	return "", ""
}
