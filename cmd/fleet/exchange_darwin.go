package fleet

import "golang.org/x/sys/unix"

// exchange swaps two folders in one step.
func exchange(a, b string) error {
	return unix.RenamexNp(a, b, unix.RENAME_SWAP)
}

// toDisk makes the system write everything to disk; macOS may return before that is done.
func toDisk() { unix.Sync() }
