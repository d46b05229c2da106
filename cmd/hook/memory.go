package hook

import (
	"fmt"
	"runtime"
)

// mostMemory is how much memory a turn may have, bytes: more than an event of the greatest
// length takes, and less than what makes the system end processes, or the runtime end this
// one, before it has answered.
const mostMemory = 1 << 30

// tooMuch returns the fault of having more memory than that, nil if it isn't so. Package
// runtime/metrics would ask without stopping the world, but takes each event 0.04 ms to be ready.
func tooMuch() error {
	var have runtime.MemStats
	runtime.ReadMemStats(&have)
	if n := have.Sys - have.HeapReleased; n > mostMemory {
		return fmt.Errorf("found %d MB of memory taken, want at most %d", n>>20, mostMemory>>20)
	}
	return nil
}
