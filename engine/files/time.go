package files

import "time"

// Never is the age of what has no time, or isn't there.
const Never = time.Duration(1<<63 - 1)

// ahead is how far a time may lie in the future and be one of now: processes that run
// at once don't agree on when that is.
const ahead = time.Minute

// Age is how long ago a time was; Never for one in the future, which is a wrong clock's
// or was put there: what waits until it is older would wait for ever.
func Age(now, then time.Time) time.Duration {
	if age := now.Sub(then); age >= -ahead {
		return age
	}
	return Never
}

// ParseTime reads the times that tools write into JSON: RFC 3339 with or without
// fractions, the same without a zone (UTC), or a date.
func ParseTime(s string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateTime, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
