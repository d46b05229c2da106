//go:build !linux && !darwin

package fleet

import "errors"

// exchange always fails, as bcfleet knows no system call for it here.
func exchange(_, _ string) error { return errors.ErrUnsupported }

func toDisk() {}
