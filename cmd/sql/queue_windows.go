package sql

import "bcrules.dev/engine/store"

// A queue is none here: who writes asks until it may (busy).
type queue struct{}

func queueOf(*store.Opening) *queue { return nil }

func (*queue) turn(*store.Opening) error { return nil }

func (*queue) over() {}

func (*queue) idle() bool { return true }
