package schema

import "testing"

// keeps are parts in memory.
type keeps map[string][]byte

func (k keeps) Get(key string) []byte       { return k[key] }
func (k keeps) Put(key string, part []byte) { k[key] = part }

// A result without time for its proof is found again the next time. Otherwise a slow machine would
// show a change as harmless for ever.
func TestKeptBy(t *testing.T) {
	parts, found := keeps{}, 0
	for _, test := range []struct {
		name   string
		find   bool // sure
		is     int
		isSure bool
	}{
		{"unsure", false, 1, false},
		{"found again", true, 2, true},
		{"kept", false, 2, true},
	} {
		got, sure := keptBy(parts, true, "key", func() (int, bool) { found++; return found, test.find })
		if got != test.is || sure != test.isSure {
			t.Errorf("%s: found %d, sure %t, want %d, %t", test.name, got, sure, test.is, test.isSure)
		}
	}
}
