package engine

import (
	"encoding/json"
	"time"
	"unicode/utf16"

	"bcrules.dev/engine/plan"
)

// Text is a text among an action's arguments. It accepts any JSON scalar, so that a template may
// yield a number where text is wanted.
type Text string

// UnmarshalJSON takes a string as it is and formats anything else as a template would.
func (t *Text) UnmarshalJSON(raw []byte) error {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	*t = Text(plan.TextOf(v))
	return nil
}

// Take formats any argument as a template would; an absent one is empty.
func (t *Text) Take(arg any) { *t = Text(plan.TextOf(arg)) }

// plain makes a value of an expression fit for JSON: times and durations become text.
func plain(v any) any {
	switch v := v.(type) {
	case time.Time, time.Duration:
		return plan.TextOf(v)
	}
	return v
}

// First returns the first characters of a text. Like agents' own programs it counts UTF-16 units,
// but it splits no character.
func First(text string, most int) string {
	n := 0
	for i, r := range text {
		if n += utf16.RuneLen(r); n > most {
			return text[:i]
		}
	}
	return text
}
