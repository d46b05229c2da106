//go:build !linux

package files

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// Other systems have nothing quicker than os.Root.

type descriptor struct{}

func (descriptor) Close() error { return nil }

func quick(Place, int, fs.FileMode) (*os.File, error) { return nil, errors.ErrUnsupported }
func quickStat(Place, bool) (fs.FileInfo, error)      { return nil, errors.ErrUnsupported }
func quickRoot(Place) (*Root, error)                  { return nil, errors.ErrUnsupported }
func quickTouch(Place, time.Time) error               { return errors.ErrUnsupported }
func quickly(Place, func(int, string) error) error    { return errors.ErrUnsupported }
func folderMade(fs.FileMode) func(int, string) error  { return nil }
func removed(int, string) error                       { return errors.ErrUnsupported }
func renamed(Place, Place) func(int, string) error    { return nil }
func settled(err error) bool                          { return err == nil }
