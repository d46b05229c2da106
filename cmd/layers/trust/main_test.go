package trust

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"bcrules.dev/engine/host"
)

// Tests use an account of their own: rules of the account that runs them would replace HOME, and its
// records would be written and removed.
func TestMain(m *testing.M) { os.Exit(alone(m)) }

func alone(m *testing.M) int {
	dir, err := os.MkdirTemp("", "trust")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	host.System = filepath.Join(dir, "system")
	return m.Run()
}
