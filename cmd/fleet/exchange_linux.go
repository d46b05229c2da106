package fleet

import "golang.org/x/sys/unix"

// exchange swaps two folders in one step.
func exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

// toDisk returns once all that was written is on disk.
func toDisk() { unix.Sync() }
