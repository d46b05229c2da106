//go:build !darwin

package fleet

import (
	"os"
	"strings"

	"bcrules.dev/engine/host"
)

// systemID returns the id that the system has for this machine; "" if there is no telling.
func systemID() string {
	data, _ := os.ReadFile(host.System + "/etc/machine-id")
	return strings.TrimSpace(string(data))
}
