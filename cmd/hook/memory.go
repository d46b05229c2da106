package hook

import (
	"fmt"
	"runtime/metrics"
)

// mostMemory is how much memory a turn may have, bytes: more than an event of the greatest
// length takes, and less than what makes the system end processes, or the runtime end this
// one, before it has answered.
const mostMemory = 1 << 30

// tooMuch returns the fault of having more memory than that, nil if it isn't so. Asking
// doesn't stop the world, which could wait for the very copying that it is about.
func tooMuch() error {
	have := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(have)
	if have[0].Value.Kind() != metrics.KindUint64 || have[1].Value.Kind() != metrics.KindUint64 {
		return nil
	}
	if n := have[0].Value.Uint64() - have[1].Value.Uint64(); n > mostMemory {
		return fmt.Errorf("found %d MB of memory taken, want at most %d", n>>20, mostMemory>>20)
	}
	return nil
}
