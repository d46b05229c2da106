// Package single has one thread at a time run the code of a process; see package early. It
// imports nothing but the runtime, so that it is ready first.
//
// A hook does one thing after another. Where the runtime may use more processors it wakes a
// thread to look for more to do each time a goroutine or a timer is made ready; what that
// thread touches takes pages of its own, 10 to 20, and the system has both processors agree
// on every page that changes. That measured 5 % of an event that no rule is for, and 10 to
// 15 % of one with hooks. What waits in the system keeps no other code from running, and the
// clock that ends a turn interrupts what computes: the runtime takes the processor from
// either.
package single

import "runtime"

var _ = runtime.GOMAXPROCS(1)
