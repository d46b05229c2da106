package actions

import (
	"cmp"
	"fmt"
	"time"

	"bcrules.dev/engine"
)

type marking struct{ Marks, Key, Within string }

// It is like claim for a key, without expiry unless within is given.
var mark = engine.Action{
	Doc: `mark a key; the rule ends here if it is marked already, so of several concurrent hooks one goes on
It doesn't wait for the disk: a power failure may lose the marks of the last seconds.`,
	Args: `{
	marks!: string & !="" // the name of marks that the rule set has
	key!: string & !=""
	within?: =~"^([0-9.]+(ms|s|m|h))+$" | error("want a duration such as 60s or 24h") // how long it counts; absent: until it is unmarked
}`,
	Marks: "marks",
	Once:  true,
	Tells: true,
	Do:    engine.Do[marking](markKey),
}

func markKey(c *engine.Call, a marking) error {
	r, err := c.Marks(a.Marks)
	if err != nil {
		return err
	}
	defer r.Close()
	take := r.Claim
	if a.Within != "" {
		within, err := time.ParseDuration(a.Within)
		if err != nil {
			return fmt.Errorf("found within %q, want a duration such as 60s", a.Within)
		}
		take = func(key string) (bool, error) { return r.ClaimWithin(key, within) }
	} else if is, err := r.Has(a.Key); is || err != nil {
		return cmp.Or(err, engine.ErrSkip)
	}
	done, err := take(a.Key)
	if err != nil {
		return err
	}
	if !done {
		return engine.ErrSkip
	}
	note(c, r, a.Key)
	return nil
}

// note adds claimed keys to the list. They stay marked even if that fails.
func note(c *engine.Call, r *engine.Register, keys ...string) {
	if err := r.Note(keys); err != nil {
		c.Warn(err.Error() + "; new keys are marked by claims alone")
	}
}
