package files

import (
	"os"
	"testing"
	"time"
)

// A waiting process gives up if others have done nothing for long, and it looked often.
func TestTurns(t *testing.T) {
	dir := t.TempDir()
	at := time.Now().Add(-time.Hour)
	if err := os.Chtimes(dir, at, at); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-2 * lockTime)
	for name, is := range map[string]struct {
		turns
		want bool
	}{
		"at first":             {turns{}, false},
		"nothing changed":      {turns{long, at, lockTries}, true},
		"not for long":         {turns{time.Now(), at, lockTries}, false},
		"looked at too rarely": {turns{long, at, 2}, false},
		"changed since":        {turns{long, at.Add(-1), lockTries}, false},
	} {
		if found := is.stalled(At(dir)); found != is.want {
			t.Errorf("%s: found %t, want %t", name, found, is.want)
		}
	}
}
