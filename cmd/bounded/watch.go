package bounded

import (
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// A watch checks an evaluation while it goes on.
type watch struct {
	Limits
	began time.Time
	used  time.Duration // of processors, when it began

	mu   sync.Mutex
	lift func()        // ends the system's limit
	idle bool          // the evaluation that runs is aside
	cpu  time.Duration // that evaluations aside took
	base uint64        // memory after the last of them, bytes
}

// newWatch returns a watch that begins now, without a limit by the system.
func newWatch(l Limits) *watch {
	return &watch{Limits: l, began: time.Now(), used: cpuTime(), lift: func() {}}
}

// wait waits until done and returns "", or returns what was too much.
func (w *watch) wait(done <-chan struct{}) (what string) {
	tick := time.NewTicker(often)
	defer tick.Stop()
	for what == "" {
		select {
		case <-done:
			return ""
		case <-tick.C:
			what = w.found()
		}
	}
	return what
}

// found returns what has been too much so far, or "".
func (w *watch) found() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case time.Since(w.began) > longest:
		return longest.String()
	case w.idle:
	case cpuTime()-w.used-w.cpu > w.CPU:
		return fmt.Sprintf("%s of computing", w.CPU)
	case memory() > w.base+w.Memory && inUse() > w.base+w.Memory:
		return fmt.Sprintf("%d MB of memory", w.Memory>>20)
	}
	return ""
}

// aside evaluates something that is not watched: neither its time nor the memory that it leaves
// counts afterwards. Nothing else is evaluated meanwhile.
func (w *watch) aside(evaluate func()) {
	began := cpuTime()
	w.mu.Lock()
	w.idle = true
	w.lift()
	w.mu.Unlock()
	evaluate()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle, w.cpu, w.base = false, w.cpu+cpuTime()-began, memory()
	debug.SetMemoryLimit(int64(w.base + w.Memory))
	w.lift = hold(w.base + w.Memory)
}

// unheld ends the system's limit.
func (w *watch) unheld() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lift()
}
