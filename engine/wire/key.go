package wire

import (
	"bytes"

	"github.com/minio/highwayhash"
)

// A Key keys the sums of files, so that only its owner can make valid ones.
type Key struct {
	secret [KeyLen]byte // zero if it was derived
	hash   [highwayhash.Size]byte
}

// KeyLen is the length of a key's secret in bytes.
const KeyLen = 16

// NewKey returns the key of a secret, nil unless it is KeyLen bytes long.
func NewKey(secret []byte) *Key {
	if len(secret) != KeyLen {
		return nil
	}
	var none [highwayhash.Size]byte
	return &Key{[KeyLen]byte(secret), highwayhash.Sum(secret, none[:])}
}

// Secret returns the bytes the key was made from.
func (k *Key) Secret() []byte { return bytes.Clone(k.secret[:]) }

// For derives the key of a file from its kind and name, so that a file copied to another name or
// kind is invalid. A nil key derives nil.
func (k *Key) For(kind, name string) *Key {
	if k == nil {
		return nil
	}
	return &Key{hash: highwayhash.Sum([]byte(kind+"\x00"+name), k.hash[:])}
}

// A Sum is a keyed hash of data, zero without a key: HighwayHash with 128 bits (Alakuijala, Cox,
// Wassenberg: Fast keyed hash/pseudo-random function using SIMD multiply and permute, 2016).
type Sum [highwayhash.Size128]byte

func (k *Key) sum(data []byte) (s Sum) {
	if k != nil {
		s = highwayhash.Sum128(data, k.hash[:])
	}
	return s
}

func (s Sum) appendTo(data []byte) []byte { return append(data, s[:]...) }

// sumLen is the length of a sum in a file, in bytes.
const sumLen = highwayhash.Size128

func sumOf(data []byte) Sum { return Sum(data[:sumLen]) }

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
