package engine

import (
	"errors"
	"sync"
)

// A doubt says that a fact could not read everything it was asked about, and what it assumed
// instead. An open hook goes on with the fact's answer; a closed one cannot decide.
type doubt struct {
	error
	warn func()
}

// Doubt returns the error of a fact that answers although it could not read everything; taken says
// in words what it assumed. A closed hook fails with it. For any other hook the answer holds, with
// one warning an event.
func (c *Call) Doubt(err error, taken string) error {
	return &doubt{err, sync.OnceFunc(func() { c.Warn(err.Error() + "; " + taken) })}
}

// Settled returns the part of a fact's error that fails the running hook, if any.
func (c *Call) Settled(err error) error {
	var d *doubt
	if !errors.As(err, &d) {
		return err
	}
	if c.closed {
		return d.error
	}
	d.warn()
	return nil
}

// Graver returns the first error that is not a doubt, or else the first error.
func Graver(errs ...error) error {
	var first error
	for _, err := range errs {
		if d := (*doubt)(nil); err != nil && !errors.As(err, &d) {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}
