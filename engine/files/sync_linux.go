package files

import (
	"os"

	"golang.org/x/sys/unix"
)

func syncNames(f *os.File) error { return f.Sync() }

// syncData omits the modification time, which nobody relies on.
func syncData(f *os.File) error {
	_, err := again(func() (int, error) { return 0, unix.Fdatasync(int(f.Fd())) })
	return err
}
