package engine

import (
	"errors"
	"sync"
)

// A doubt is why a fact could not look at all that it was asked about, and what it takes that
// for: a hook that is open goes on with what the fact gave, and one that is closed can't
// decide.
type doubt struct {
	error
	warn func()
}

// Doubt returns an error with which a fact gives an answer that takes what it can't read for
// something: in words, what for. A closed hook fails with it; for any other the answer holds,
// with a warning, once an event.
func (c *Call) Doubt(err error, taken string) error {
	return &doubt{err, sync.OnceFunc(func() { c.Warn(err.Error() + "; " + taken) })}
}

// Settled returns the error with which a fact's answer fails the hook that runs.
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

// Graver returns the first error that is no doubt, or else the first there is.
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
