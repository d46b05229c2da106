//go:build !linux && !windows

package files

import "os"

// On macOS File.Sync is F_FULLFSYNC, the only call that flushes the disk's own cache.

func syncNames(f *os.File) error { return f.Sync() }

func syncData(f *os.File) error { return f.Sync() }
