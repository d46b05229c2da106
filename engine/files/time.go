package files

import "time"

// Never is the age of something without a time, or that doesn't exist.
const Never = time.Duration(1<<63 - 1)

// ahead is how far in the future a time may be and still count as now, because concurrent processes
// don't agree exactly.
const ahead = time.Minute

// Age returns how long ago a time was; Never for one in the future, which is from a wrong clock or
// forged: waiting until it is older would last for ever.
func Age(now, then time.Time) time.Duration {
	if age := now.Sub(then); age >= -ahead {
		return age
	}
	return Never
}

// ParseTime parses the times that tools write into JSON: RFC 3339 with or without fractions, the
// same without a zone (UTC), or a date.
func ParseTime(s string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateTime, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
