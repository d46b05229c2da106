package files

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
)

func TestSHA256(t *testing.T) {
	for n := range 200 { // over the ends of blocks
		text := strings.Repeat("x", n)
		sum := sha256.Sum256([]byte(text))
		if got, want := SHA256(text), hex.EncodeToString(sum[:]); got != want {
			t.Fatalf("SHA256 of %d x is %s, want %s", n, got, want)
		}
	}
}

func FuzzSHA256(f *testing.F) {
	f.Add("a1b2c3d4-1111")
	f.Fuzz(func(t *testing.T, text string) {
		sum := sha256.Sum256([]byte(text))
		if got, want := SHA256(text), hex.EncodeToString(sum[:]); got != want {
			t.Errorf("SHA256(%q) = %s, want %s", text, got, want)
		}
	})
}
