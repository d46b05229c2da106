//go:build !linux && !windows

package files

import "os"

// On macOS File.Sync is F_FULLFSYNC, which alone empties the disk's own memory.

func syncNames(f *os.File) error { return f.Sync() }

func syncData(f *os.File) error { return f.Sync() }
