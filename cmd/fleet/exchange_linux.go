package fleet

import "golang.org/x/sys/unix"

// exchange has two folders take each other's place in one step.
func exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

// toDisk has all that was written be on disk.
func toDisk() { unix.Sync() }
