package cache

import (
	"bytes"
	"os"
	"testing"

	"bcrules.dev/engine/files"
)

// A plan of another version stays, and this one's is kept beside it; a damaged one is replaced.
func TestWriteBeside(t *testing.T) {
	for name, test := range map[string]struct {
		change func(data []byte) []byte
		stays  bool
	}{
		"another version": {func(data []byte) []byte {
			return append(bytes.TrimSuffix(data, []byte(kind(shared))), kindWord(shared)+"plan 1, code 1\n"...)
		}, true},
		"cut off": {func(data []byte) []byte { return data[:len(data)-1] }, false},
		"empty":   {func([]byte) []byte { return nil }, false},
	} {
		s := store(t)
		kept(t, s, small())
		path := s.Path(rules)
		data, err := files.Read(files.At(path))
		if err != nil {
			t.Fatal(err)
		}
		was := test.change(data)
		if err := os.WriteFile(path, was, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.Write(rules, small(), Stamp{}); err != nil {
			t.Fatal(err)
		}
		p, err := s.Read(rules)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p.Close()
		if now, _ := os.ReadFile(path); bytes.Equal(now, was) != test.stays {
			t.Errorf("%s: found that it stays %t, want %t", name, !test.stays, test.stays)
		}
	}
}
