package files

import (
	"io"
	"math"
	"os"
)

// Names returns the names in a folder, in the system's order.
func Names(dir string) ([]string, error) { return NamesMost(dir, math.MaxInt) }

// NamesMost is Names, but fails for more than most names.
func NamesMost(dir string, most int) ([]string, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(most)
	if err == io.EOF {
		err = nil
	}
	if more, _ := f.Readdirnames(1); err == nil && len(more) > 0 {
		return nil, TooMany(dir, most)
	}
	return names, err
}

// ThereRightly is There: access lists say who may write in a folder, and nobody reads them.
func ThereRightly(path string) (is, folder bool, err error) { return There(path) }

// Ready reports whether reading is known not to block, which Windows doesn't tell.
func Ready(*os.File) bool { return false }

// Writable is always true on Windows: a writer finds out.
func Writable(string) bool { return true }
