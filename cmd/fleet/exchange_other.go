//go:build !linux && !darwin

package fleet

import "errors"

// exchange has no system call there.
func exchange(_, _ string) error { return errors.ErrUnsupported }

func toDisk() {}
