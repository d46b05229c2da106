package ecma

import "sync"

// refolds holds the long texts that were folded last: a condition asks many patterns about
// one text.
var refolds struct {
	sync.Mutex
	of, folded [8]string
	next       int
}

// Refold is Fold for texts that come again, as those do that the patterns of conditions are
// asked about. It may be called side by side.
func Refold(text string) string {
	const long = 256 // bytes; a shorter text is folded as fast as it is found
	if len(text) < long {
		return Fold(text)
	}
	refolds.Lock()
	defer refolds.Unlock()
	for i, of := range refolds.of {
		if of == text {
			return refolds.folded[i]
		}
	}
	i := refolds.next % len(refolds.of)
	refolds.of[i], refolds.folded[i] = text, Fold(text)
	refolds.next++
	return refolds.folded[i]
}
