package files

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// If a name occurs twice the last one counts, at each level.
func TestValueAt(t *testing.T) {
	for _, test := range []struct{ json, path, want string }{
		{`{"a":1}`, "a", "1"},
		{`{"a":1,"a":2}`, "a", "2"},
		{`{"a":{"b":1},"a":{"c":3}}`, "a.b", ""},
		{`{"a":{"b":1},"a":{"b":2,"\u0062":3}}`, "a.b", "3"},
		{`{"a":[{"b":1},{"b":2,"b":4}]}`, "a.1.b", "4"},
		{`{"a":[1,2]}`, "a.2", ""},
		{`{"a":[1,2]}`, "a.-1", ""},
		{`{"a":[1,2]}`, "a.#", ""},
		{`{"a":{"#":1,"*":2}}`, "a.*", "2"},
		{`{"a.b":7}`, `a\.b`, "7"},
		{`{"a":"text"}`, "a.b", ""},
		{`[1]`, "0", "1"},
	} {
		if got := ValueAt(gjson.Parse(test.json), test.path).Raw; got != test.want {
			t.Errorf("%s at %s: %q, want %q", test.json, test.path, got, test.want)
		}
	}
}

// An object with many names works like one with few.
func TestManyNames(t *testing.T) {
	var json strings.Builder
	const n = 3 * few
	for i := range n {
		json.WriteString(`,"k` + strconv.Itoa(i) + `":` + strconv.Itoa(i))
	}
	o := ReadObject([]byte("{" + json.String()[1:] + `,"k5":"last"}`))
	o.DropPath("k7")
	o.Set("new", []byte("1"))
	o.Set("k8", []byte(`"set"`))
	for name, want := range map[string]string{"k0": "0", "k5": `"last"`, "k7": "", "k8": `"set"`, "k95": "95", "new": "1", "k96": ""} {
		if got := string(o.Get(name)); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := len(gjson.ParseBytes(o.Encode()).Map()); got != n {
		t.Errorf("%d names, want %d", got, n)
	}
}

func BenchmarkManyNames(b *testing.B) {
	json := []byte(`{"a":1` + strings.Repeat(`,"a":1`, 9) + "}")
	for i := range 100_000 {
		json = append(json[:len(json)-1], `,"k`+strconv.Itoa(i)+`":1}`...)
	}
	for b.Loop() {
		ReadObject(json)
	}
}
