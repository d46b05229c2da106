package engine

import (
	"encoding/json"
	"time"

	"bcrules.dev/engine/plan"
)

// Text is a text among an action's arguments. It reads any JSON scalar, so that
// a template may give a number where text is wanted.
type Text string

// UnmarshalJSON reads a string as it is and anything else as a template shows it.
func (t *Text) UnmarshalJSON(raw []byte) error {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	*t = Text(plan.TextOf(v))
	return nil
}

// Take reads any argument as a template shows it; one that is absent is empty.
func (t *Text) Take(arg any) { *t = Text(plan.TextOf(arg)) }

// plain makes a value of an expression fit for JSON: times and durations as text.
func plain(v any) any {
	switch v := v.(type) {
	case time.Time, time.Duration:
		return plan.TextOf(v)
	}
	return v
}
