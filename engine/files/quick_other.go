//go:build !linux

package files

import (
	"errors"
	"io/fs"
	"os"
)

// Other systems have nothing quicker than os.Root.

func quick(Place, int, fs.FileMode) (*os.File, error) { return nil, errors.ErrUnsupported }
func quickStat(Place, bool) (fs.FileInfo, error)      { return nil, errors.ErrUnsupported }
func settled(err error) bool                          { return err == nil }
