package sql

import (
	"time"

	"bcrules.dev/engine/store"
)

// A seat is nothing here: who asks a server waits for nobody.
type seat struct{}

func (*seat) take(*store.Opening, time.Duration) error { return nil }

func (*seat) rest() {}
