package sql

import (
	"time"

	"bcrules.dev/engine/store"
)

// A seat does nothing here: processes don't wait for each other.
type seat struct{}

func (*seat) take(*store.Opening, time.Duration) error { return nil }

func (*seat) rest() {}
