//go:build !linux && !darwin

package fleet

import "os"

// exchange has two folders take each other's place. Where no system call does that, nobody's rules
// lie there that hooks ask while it is done: the organisation has no folder.
func exchange(a, b string) error {
	aside := a + ".aside"
	if err := os.Rename(a, aside); err != nil {
		return err
	}
	if err := os.Rename(b, a); err != nil {
		os.Rename(aside, a)
		return err
	}
	return os.Rename(aside, b)
}
