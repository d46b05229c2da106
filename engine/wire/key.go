package wire

import (
	"encoding/binary"

	"github.com/dchest/siphash"
)

// A Key keys the sums of files, so that only its owner can make valid ones.
type Key struct{ low, high uint64 }

// KeyLen is the length of a key's secret in bytes.
const KeyLen = 16

// NewKey returns the key of a secret, nil unless it is KeyLen bytes long.
func NewKey(secret []byte) *Key {
	if len(secret) != KeyLen {
		return nil
	}
	return &Key{binary.LittleEndian.Uint64(secret), binary.LittleEndian.Uint64(secret[8:])}
}

// Secret returns the bytes the key was made from.
func (k *Key) Secret() []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, k.low), k.high)
}

// For derives the key of a file from its kind and name, so that a file copied to another name or
// kind is invalid. A nil key derives nil.
func (k *Key) For(kind, name string) *Key {
	if k == nil {
		return nil
	}
	low, high := siphash.Hash128(k.low, k.high, []byte(kind+"\x00"+name))
	return &Key{low, high}
}

// A Sum is a keyed hash of data: SipHash-2-4 with 128 bits (Aumasson, Bernstein: SipHash, a fast
// short-input PRF, 2012). Without a key it is zero.
type Sum struct{ low, high uint64 }

func (k *Key) sum(data []byte) (s Sum) {
	if k != nil {
		s.low, s.high = siphash.Hash128(k.low, k.high, data)
	}
	return s
}

func (s Sum) appendTo(data []byte) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(data, s.low), s.high)
}

// sumLen is the length of a sum in a file, in bytes.
const sumLen = 16

func sumOf(data []byte) Sum {
	return Sum{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])}
}

// code codes a sum with fixed length, as a varint would be longer.
func (s *Sum) code(c *Coder) {
	if !c.reading {
		c.data = s.appendTo(c.data)
		return
	}
	if len(c.data) < sumLen {
		*s = Sum{}
		c.Fail(errShort)
		return
	}
	*s, c.data = sumOf(c.data), c.data[sumLen:]
}
