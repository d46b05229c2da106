//go:build !darwin

package fleet

import (
	"os"
	"strings"

	"bcrules.dev/engine/host"
)

// systemID returns the system's id of this machine; "" if it has none.
func systemID() string {
	data, _ := os.ReadFile(host.System + "/etc/machine-id")
	return strings.TrimSpace(string(data))
}
