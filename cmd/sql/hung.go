package sql

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/store"
)

// A server that hangs, or whose answers a firewall drops, costs an event all the time its store is
// given, and would cost every following event as much. So a file records since when a server hasn't
// answered: for a while nobody asks it, and then one does for all.
//
// A server that refuses isn't such a case, as that costs nothing.

// rest is how long nobody asks a server that didn't answer.
const rest = 30 * time.Second

// A server that has answered others since it was asked doesn't hang: it, or this machine, is busy.

// hung has that file, and one that records when the server last answered.
type hung struct {
	at, answered files.Place
	began        time.Time
}

// hungOf returns the files of a store, nil if the opening names none.
func hungOf(o *store.Opening) *hung {
	if o.Hung == "" {
		return nil
	}
	return &hung{files.At(o.Hung), files.At(o.Hung + ".answered"), time.Now()}
}

// asked returns why not to ask the server now, nil if it may be asked. When the time is over, only
// one of several callers asks.
func (h *hung) asked() error {
	if h == nil {
		return nil
	}
	info, err := h.at.Stat()
	if err != nil {
		return nil // it answered, or that is unknown
	}
	if mine, err := files.Claim(h.at, time.Now(), rest); mine || err != nil {
		return nil
	}
	return &outage{fmt.Errorf("found no answer from the PostgreSQL server %s ago, and it is asked again %s after that", time.Since(info.ModTime()).Round(time.Second), rest)}
}

// since records that the server didn't answer.
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

// over records that the server answered.
func (h *hung) over() {
	if h == nil {
		return
	}
	h.at.Drop()
	if os.MkdirAll(filepath.Dir(h.at.Path()), 0o700) == nil {
		files.Touch(h.answered, time.Now())
	}
}
