package ecma

import "sync"

// refolds caches the last long texts folded, because a condition matches many patterns against one
// text.
var refolds struct {
	sync.Mutex
	of, folded [8]string
	next       int
}

// Refold is Fold with a cache, for texts matched against many patterns. It is safe for concurrent
// use.
func Refold(text string) string {
	const long = 256 // bytes; folding a shorter text is as fast as finding it
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
