package actions

import (
	"slices"

	"bcrules.dev/engine"
)

// Like claim, but for a key, and until it is taken out again.
func mark() engine.Action {
	return engine.NewAction(
		"mark a key; the rule ends here if it is marked already: of several hooks at once one goes on",
		`{
	marks!: string & !="" // the name of marks that the rule set has
	key!: string & !=""
}`,
		nil,
		func(c *engine.Call, a struct{ Marks, Key string }) error {
			r, err := c.Marks(a.Marks)
			if err != nil {
				return err
			}
			defer r.Close()
			known, err := r.Keys()
			if err != nil {
				return err
			}
			if slices.Contains(known, a.Key) {
				return engine.ErrSkip
			}
			done, err := r.Claim(a.Key)
			if err != nil {
				return err
			}
			if !done {
				return engine.ErrSkip
			}
			note(c, r, known, a.Key)
			return nil
		}).OfMarks("marks")
}

// note writes keys that were claimed into the list. They are marked also where that
// can't be done.
func note(c *engine.Call, r *engine.Register, known []string, keys ...string) {
	if err := r.Note(known, keys); err != nil {
		c.Warn(err.Error() + "; what is new is marked by claims alone")
	}
}
