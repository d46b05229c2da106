// Package stack gives a process that is about to run hooks the stack it will need at once; see
// package early. It imports nothing, so that it is initialised first.
package stack

// need is more stack, in bytes, than an event without a rule takes.
const need = 24 << 10

var _ = grow(false)

// grow reserves stack that it doesn't use unless use is set: the runtime provides a function's
// stack before the function is entered, and zeroes only what is used of it.
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

// fill keeps the compiler from omitting the space.
//
//go:noinline
func fill(room []byte) {
	for i := range room {
		room[i] = byte(i)
	}
}
