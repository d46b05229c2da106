//go:build !linux

// Package early grows the stack of a process at once to what an event needs, and has it take
// one processor; on Linux it does more, and says why there.
package early

import (
	_ "bcrules.dev/cmd/bchook/early/single"
	_ "bcrules.dev/cmd/bchook/early/stack"
)
