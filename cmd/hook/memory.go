package hook

import (
	"fmt"
	"runtime"
)

// mostMemory is the memory, in bytes, that a turn may use: more than the largest event takes, and
// less than what makes the system or the runtime end the process before it has answered.
const mostMemory = 1 << 30

// tooMuch returns an error if the process uses more than that. Package runtime/metrics could tell
// without stopping the world, but its setup costs each event 0.04 ms.
func tooMuch() error {
	var have runtime.MemStats
	runtime.ReadMemStats(&have)
	if n := have.Sys - have.HeapReleased; n > mostMemory {
		return fmt.Errorf("found %d MB of memory in use, want at most %d", n>>20, mostMemory>>20)
	}
	return nil
}
