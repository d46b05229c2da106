package files

import "time"

// Never is the age of what has no time, or isn't there.
const Never = time.Duration(1<<63 - 1)

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
