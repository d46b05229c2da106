package sql

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/store"
)

// A server that hangs, or whose answers a firewall swallows, costs an event all that its store is
// given, and would cost it of each that follows. So a file says since when one doesn't answer:
// for a while nobody asks it, and then one does for all.
//
// One that refuses is not of the kind: that costs nothing.

// rest is how long nobody asks a server that didn't answer.
const rest = 30 * time.Second

// One that has answered others since it was asked doesn't hang: it, or this machine, has much to do.

// hung is that file, and one that says when a server last answered.
type hung struct {
	at, answered files.Place
	began        time.Time
}

// hungOf returns the files of a store, "" in the opening for none.
func hungOf(o *store.Opening) *hung {
	if o.Hung == "" {
		return nil
	}
	return &hung{files.At(o.Hung), files.At(o.Hung + ".answered"), time.Now()}
}

// asked returns why the server isn't to be asked now, nil where it is. Of several that come when the
// time is over one asks.
func (h *hung) asked() error {
	if h == nil {
		return nil
	}
	info, err := h.at.Stat()
	if err != nil {
		return nil // it answered, or nobody can tell
	}
	if mine, err := files.Claim(h.at, time.Now(), rest); mine || err != nil {
		return nil
	}
	return &outage{fmt.Errorf("found no answer of the PostgreSQL server %s ago, and it is asked again %s after that", time.Since(info.ModTime()).Round(time.Second), rest)}
}

// since notes that the server didn't answer.
func (h *hung) since() {
	if h == nil {
		return
	}
	if info, err := h.answered.Stat(); err == nil && info.ModTime().After(h.began) {
		return
	}
	if os.MkdirAll(filepath.Dir(h.at.Path()), 0o700) == nil {
		files.Touch(h.at, time.Now())
	}
}

// over notes that it did.
func (h *hung) over() {
	if h == nil {
		return
	}
	h.at.Drop()
	if os.MkdirAll(filepath.Dir(h.at.Path()), 0o700) == nil {
		files.Touch(h.answered, time.Now())
	}
}
