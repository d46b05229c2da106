package schema

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Differences are reported by path, and nothing that is the same.
func TestDiffer(t *testing.T) {
	for _, c := range []struct {
		was, is string
		want    []string
	}{
		{`{"a": 1}`, `{"a": 1}`, nil},
		{`{"a": 1}`, `{"a": 2}`, []string{`v.a 2, was 1`}},
		{`{"a": 1}`, `{"a": 1, "b": {"c": "x"}}`, []string{`v.b {"c":"x"}`}},
		{`{"a": {"b": [1]}}`, `{"a": {}}`, []string{`no v.a.b, was [1]`}},
		{`["a", "b"]`, `["b", "c", "d"]`, []string{`v "c", "d"`, `v without "a"`}},
		{`["a", "b"]`, `["b", "a"]`, []string{`v in another order`}},
		{`["a", "a"]`, `["a"]`, []string{`v in another order`}},
		{`"a"`, `["a"]`, []string{`v ["a"], was "a"`}},
		{`"<a>"`, `null`, []string{`no v, was "<a>"`}},
		{`[]`, `["*"]`, []string{`v "*"`}},
	} {
		var was, is any
		json.Unmarshal([]byte(c.was), &was)
		json.Unmarshal([]byte(c.is), &is)
		var got []string
		differ(func(what, was string) { got = append(got, strings.TrimSuffix(what+", was "+was, ", was ")) }, "v", was, is)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s to %s: found %q, want %q", c.was, c.is, got, c.want)
		}
	}
}
