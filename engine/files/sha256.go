package files

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/bits"
)

// SHA256 returns the SHA-256 of a text (FIPS 180-4) in 64 hexadecimal digits.
//
// Package crypto/sha256 is avoided because it initialises a dozen packages of FIPS 140 with their
// self-tests in every process that links it, which takes longer than many a hook. Only names and
// scripts are hashed here, no secrets and no gigabytes.
func SHA256(text string) string {
	s := newSHA()
	s.add([]byte(text))
	return s.end()
}

// A sha is a running SHA-256.
type sha struct {
	k    [64]uint32
	h    [8]uint32
	size uint64 // bytes added
	rest []byte // the incomplete last block
}

func newSHA() *sha {
	s := &sha{}
	s.k, s.h = shaConstants()
	return s
}

// add adds data.
func (s *sha) add(data []byte) {
	s.size += uint64(len(data))
	if n := len(s.rest); n > 0 {
		n = min(64-n, len(data))
		s.rest, data = append(s.rest, data[:n]...), data[n:]
		if len(s.rest) < 64 {
			return
		}
		shaBlock(&s.h, &s.k, s.rest)
		s.rest = s.rest[:0]
	}
	for ; len(data) >= 64; data = data[64:] {
		shaBlock(&s.h, &s.k, data[:64])
	}
	s.rest = append(s.rest, data...)
}

// end returns the sum of the added data.
func (s *sha) end() string {
	bits := s.size * 8
	pad := append([]byte{0x80}, make([]byte, (119-s.size%64)%64)...)
	s.add(binary.BigEndian.AppendUint64(pad, bits))
	var sum []byte
	for _, word := range s.h {
		sum = binary.BigEndian.AppendUint32(sum, word)
	}
	return hex.EncodeToString(sum)
}

// shaConstants returns the first 32 fractional bits of the cube roots of the first 64 primes, and
// of the square roots of the first 8.
func shaConstants() (k [64]uint32, h [8]uint32) {
	n := 0
	for p := 2; n < len(k); p++ {
		prime := true
		for d := 2; d*d <= p; d++ {
			prime = prime && p%d != 0
		}
		if !prime {
			continue
		}
		k[n] = fraction(math.Cbrt(float64(p)))
		if n < len(h) {
			h[n] = fraction(math.Sqrt(float64(p)))
		}
		n++
	}
	return k, h
}

func fraction(x float64) uint32 {
	_, f := math.Modf(x)
	return uint32(f * (1 << 32))
}

// shaBlock adds 64 bytes to a hash.
func shaBlock(h *[8]uint32, k *[64]uint32, block []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(block[4*i:])
	}
	for i := 16; i < 64; i++ {
		a, b := w[i-15], w[i-2]
		w[i] = w[i-16] + w[i-7] +
			(bits.RotateLeft32(a, -7) ^ bits.RotateLeft32(a, -18) ^ a>>3) +
			(bits.RotateLeft32(b, -17) ^ bits.RotateLeft32(b, -19) ^ b>>10)
	}
	a, b, c, d, e, f, g, z := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7] // not an array, so that they stay in registers
	for i := range 64 {
		t := z + (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) + (e&f ^ ^e&g) + k[i] + w[i]
		u := (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&b ^ a&c ^ b&c)
		a, b, c, d, e, f, g, z = t+u, a, b, c, d+t, e, f, g
	}
	for i, v := range [8]uint32{a, b, c, d, e, f, g, z} {
		h[i] += v
	}
}
