// Package early saves page faults at the start of a process that lives for two milliseconds: it
// gets at once what the runtime would get bit by bit. Programs import it only for that.
//
// Most of what such a process costs are page faults: each page of memory is taken from the system
// by an exception when it is first touched. So, before other packages initialise,
//
//   - one processor is all that the process takes (package single): it starts fewer threads;
//   - the stack is grown once to what an event needs (package stack), not four times
//     to the double: each time takes a new span, in which the runtime writes to the
//     start of every stack it has room for, and reads the tables of all functions on
//     the stack: 18 faults less.
//
// Getting the next pages of the heap by one call (MADV_POPULATE_WRITE) would save 50 exceptions,
// but takes 17 pages that nobody uses. Without it an event without a rule took 0.03 ms less, and
// other events the same.
//
// All this concerns only the speed of this process: if it has no effect, everything works as
// before.
package early

import (
	_ "bcrules.dev/cmd/bchook/early/single"
	_ "bcrules.dev/cmd/bchook/early/stack"
)
