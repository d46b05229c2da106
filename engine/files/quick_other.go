//go:build !linux

package files

import (
	"errors"
	"io/fs"
	"os"
)

// There is no quicker way than os.Root on other systems.

func quick(Place, int, fs.FileMode) (*os.File, error) { return nil, errors.ErrUnsupported }
func quickStat(Place, bool) (fs.FileInfo, error)      { return nil, errors.ErrUnsupported }
func settled(err error) bool                          { return err == nil }
