package actions

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine"
)

// Which rows are said, if others were faster with those marked as taken.
func TestOfferChooses(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	rows := []row{{"a", x(10), "aa"}, {"b", x(20), "bb"}, {"c", x(5), ""}, {"d", "é", "d"}}
	tests := []struct {
		name          string
		rows          []row
		max, bytes    int
		taken         string
		text          string // x counted
		keys, dropped string
		claims        string // the keys of the claims that were tried
	}{
		{"all fit", rows, 9, 37, "", "10x|20x|5x|é", "a b c d", "", "a b c d"},
		{"no budget", rows, math.MaxInt, math.MaxInt, "", "10x|20x|5x|é", "a b c d", "", "a b c d"},
		{"max leaves the rest", rows, 2, 99, "", "10x|20x", "a b", "", "a b"},
		{"max of nothing", rows, 0, 99, "", "", "", "", ""},
		{"the first is whole", rows, 9, 3, "", "10x", "a", "b c d", "a"},
		{"so is the first that is to be had", rows, 9, 3, "a", "20x", "b", "a c d", "a b"},
		{"a budget of nothing", rows, 9, 0, "", "10x", "a", "b c d", "a"},
		{"short where long is too much", rows, 9, 17, "", "10x|bb|5x", "a b c", "d", "a b c"},
		{"a character counts its bytes", rows[2:], 9, 6, "", "5x|d", "c d", "", "c d"},
		{"one that fits follows one that doesn't", rows, 9, 11, "", "10x|d", "a d", "b c", "a d"},
		{"a lost row takes no room, but a turn", rows, 3, 15, "b", "10x|5x", "a c", "b", "a b c"},
		{"all lost", rows, 2, 15, "a b", "", "", "a b", "a b"},
		{"one key twice", []row{{"a", "1", ""}, {"a", "2", ""}}, 9, 9, "", "1", "a", "a", "a a"},
		{"short alone", []row{{"a", "", "short"}}, 9, 9, "", "short", "a", "", "a"},
		{"no rows", nil, 9, 9, "", "", "", "", ""},
	}
	for _, test := range tests {
		taken, tried := strings.Fields(test.taken), []string{}
		got, err := pick{test.rows, test.max, test.bytes}.offer(&engine.Call{}, "|", func(key string) bool {
			tried = append(tried, key)
			free := !slices.Contains(taken, key)
			taken = append(taken, key)
			return free
		})
		text := strings.NewReplacer(x(20), "20x", x(10), "10x", x(5), "5x").Replace(got.Text)
		if text != test.text || strings.Join(got.Keys, " ") != test.keys || strings.Join(got.Dropped, " ") != test.dropped {
			t.Errorf("%s: %q, keys %q, dropped %q; want %q, %q, %q", test.name, text, got.Keys, got.Dropped, test.text, test.keys, test.dropped)
		}
		if strings.Join(tried, " ") != test.claims {
			t.Errorf("%s: tried to claim %q, want %q", test.name, tried, test.claims)
		}
		if none := errors.Is(err, engine.ErrSkip); none != (test.keys == "") || err != nil && !none {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
