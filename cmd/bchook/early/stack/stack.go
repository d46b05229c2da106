// Package stack gives a process that is about to run hooks the stack it will need at
// once; see package early. It imports nothing, so that it is ready first.
package stack

// need is more stack than an event takes that no rule is for, bytes.
const need = 24 << 10

var _ = grow(false)

// grow has a stack that it does nothing with, unless it is told to: the runtime sees to
// a function's stack before it is entered, and zeroes what is used of it.
//
//go:noinline
func grow(use bool) byte {
	if !use {
		return 0
	}
	var room [need]byte
	fill(room[:])
	return room[0]
}

// fill keeps the compiler from doing without the room.
//
//go:noinline
func fill(room []byte) {
	for i := range room {
		room[i] = byte(i)
	}
}
