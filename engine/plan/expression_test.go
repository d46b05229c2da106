package plan

import (
	"encoding/json"
	"math"
	"testing"
	"time"
)

func TestText(t *testing.T) {
	tests := []struct {
		value any
		want  string
	}{
		{nil, ""},
		{"", ""},
		{"a\n<b>", "a\n<b>"},
		{true, "true"},
		{-7, "-7"},
		{0.1, "0.1"},
		{1e21, "1000000000000000000000"},
		{3.0, "3"},
		{json.Number("9007199254740993"), "9007199254740993"},
		{90 * time.Second, "1m30s"},
		{time.Date(2026, 2, 9, 13, 0, 0, 5e6, time.FixedZone("", 3600)), "2026-02-09T12:00:00.005Z"},
		{[]any{1, "a", nil}, `[1,"a",null]`},
		{[]any{"a && b > c"}, `["a && b > c"]`},
		{map[string]any{"b": 1, "a": []any{}}, `{"a":[],"b":1}`},
		{int64(1) << 60, "1152921504606846976"},
		{[]any{math.Inf(1)}, "[+Inf]"}, // JSON has no word for it
	}
	for _, test := range tests {
		if got := TextOf(test.value); got != test.want {
			t.Errorf("TextOf(%#v) = %q, want %q", test.value, got, test.want)
		}
	}
}
