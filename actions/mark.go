package actions

import (
	"cmp"
	"fmt"
	"time"

	"bcrules.dev/engine"
)

type marking struct{ Marks, Key, Within string }

// Like claim, but for a key, and for ever unless a time is given.
var mark = engine.Action{
	Doc: `mark a key; the rule ends here if it is marked already: of several hooks at once one goes on
Nobody waits for the disk: a power cut may take the marks of the last seconds.`,
	Args: `{
	marks!: string & !="" // the name of marks that the rule set has
	key!: string & !=""
	within?: =~"^([0-9.]+(ms|s|m|h))+$" | error("want a duration such as 60s or 24h") // how long that counts; else until it is taken out
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
		c.Warn(err.Error() + "; what is new is marked by claims alone")
	}
}
