package fleet

import "golang.org/x/sys/unix"

// exchange has two folders take each other's place in one step.
func exchange(a, b string) error {
	return unix.RenamexNp(a, b, unix.RENAME_SWAP)
}

// toDisk has all that was written be on disk.
func toDisk() { unix.Sync() }
