package wire

import (
	"encoding/binary"

	"github.com/dchest/siphash"
)

// A Key is what sums of files are made with, so that nobody makes one who doesn't have it.
type Key struct{ low, high uint64 }

// KeyLen is how long the secret of a key is, bytes.
const KeyLen = 16

// NewKey returns the key of a secret, nil if that isn't KeyLen bytes long.
func NewKey(secret []byte) *Key {
	if len(secret) != KeyLen {
		return nil
	}
	return &Key{binary.LittleEndian.Uint64(secret), binary.LittleEndian.Uint64(secret[8:])}
}

// Secret returns the bytes that the key was made of.
func (k *Key) Secret() []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, k.low), k.high)
}

// For returns the key of a file of a kind under a name: what is copied to another name, or
// taken for another kind, is none of it. That of no key is none.
func (k *Key) For(kind, name string) *Key {
	if k == nil {
		return nil
	}
	low, high := siphash.Hash128(k.low, k.high, []byte(kind+"\x00"+name))
	return &Key{low, high}
}

// A Sum is what data sums up to under a key: SipHash-2-4 with 128 bits (Aumasson, Bernstein:
// SipHash, a fast short-input PRF, 2012). Without a key it is zero.
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

// sumLen is how long a sum is in a file, bytes.
const sumLen = 16

func sumOf(data []byte) Sum {
	return Sum{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])}
}

// code codes a sum as it is: a number of changing length would be longer.
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
