package wire

import (
	"errors"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// A thing has a field of each kind that a Coder codes.
type thing struct {
	Int64  int64
	Int    int
	Byte   byte
	Bool   bool
	Float  float64
	Raw    []byte
	Text   string
	Texts  []string
	Things []thing
	Set    map[string]struct{}
	Map    map[string]thing
	Ints   map[string]int
	Next   *thing
	Number *int
	Codes  []code
	List   []int
}

type code byte

func (v *thing) code(c *Coder) {
	c.Int64(&v.Int64)
	c.Int(&v.Int)
	c.Byte(&v.Byte)
	c.Bool(&v.Bool)
	c.Float(&v.Float)
	c.Raw(&v.Raw)
	c.String(&v.Text)
	Strings(c, &v.Texts)
	List(c, &v.Things, nested)
	Map(c, &v.Set, func(*Coder, *struct{}) {})
	Map(c, &v.Map, nested)
	Map(c, &v.Ints, (*Coder).Int)
	Pointer(c, &v.Next, nested)
	Pointer(c, &v.Number, (*Coder).Int)
	Bytes(c, &v.Codes)
	Ints(c, &v.List)
}

func nested(c *Coder, v *thing) { v.code(c) }

func written(v thing) []byte {
	c := NewWriter()
	v.code(c)
	return c.Bytes()
}

func number(n int) *int { return &n }

// full has a value in every field.
var full = thing{
	Int64: math.MinInt64, Int: -300, Byte: 0xff, Bool: true, Float: -1.5,
	Codes: []code{0, 0x80, 0xff}, List: []int{0, -1, 63, 64, -65, math.MaxInt64, math.MinInt64},
	Raw: []byte{0, 0xff}, Text: "é\x00\n", Texts: []string{"", "a", "", "\U0001F600"},
	Things: []thing{{}, {Text: "in a list", Next: &thing{Int: 1}}, {}},
	Set:    map[string]struct{}{"": {}, "b": {}}, Map: map[string]thing{"": {}, "é": {Bool: true}},
	Ints: map[string]int{"a": 0, "b": -1}, Next: &thing{Next: &thing{}}, Number: number(0),
}

func TestRoundTrip(t *testing.T) {
	tests := []struct {
		name     string
		in, want thing
	}{
		{name: "nothing"},
		{name: "largest numbers", in: thing{Int64: math.MaxInt64, Int: math.MaxInt, Float: math.MaxFloat64}},
		{name: "smallest numbers", in: thing{Int64: math.MinInt64, Int: math.MinInt, Float: math.SmallestNonzeroFloat64}},
		{name: "numbers of one byte and of two", in: thing{Int64: 63, Int: 64, Number: number(-65)}},
		{name: "numbers without end", in: thing{Float: math.Inf(-1), Next: &thing{Float: math.Inf(1)}}},
		{name: "empty is nil", in: thing{Raw: []byte{}, Texts: []string{}, Things: []thing{},
			Set: map[string]struct{}{}, Map: map[string]thing{}, Ints: map[string]int{}}, want: thing{}},
		{name: "empty texts in a list", in: thing{Texts: []string{"", ""}}},
		{name: "text that is not UTF-8", in: thing{Text: "\xff\xfe", Texts: []string{"\x80"}}},
		{name: "text longer than one byte says", in: thing{Text: strings.Repeat("é", 1000), Raw: make([]byte, 200)}},
		{name: "pointer to nothing in particular", in: thing{Next: &thing{}, Number: number(0)}},
		{name: "all", in: full},
	}
	for _, test := range tests {
		want := test.want
		if test.name != "empty is nil" {
			want = test.in
		}
		c := NewReader(written(test.in))
		got := full // earlier values are gone afterwards
		got.code(c)
		if c.Err() != nil || len(c.Rest()) > 0 {
			t.Errorf("%s: error %v, %d bytes left", test.name, c.Err(), len(c.Rest()))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: read %+v, want %+v", test.name, got, want)
		}
	}
}

// DeepEqual can't distinguish these from others.
func TestRoundTripFloatBits(t *testing.T) {
	for _, f := range []float64{math.NaN(), math.Copysign(0, -1)} {
		v := thing{Float: f}
		var got thing
		got.code(NewReader(written(v)))
		if math.Float64bits(got.Float) != math.Float64bits(f) {
			t.Errorf("read %x, want %x", math.Float64bits(got.Float), math.Float64bits(f))
		}
	}
}

// An unchanged plan has the same bytes, whatever the order of a map.
func TestWrittenTheSame(t *testing.T) {
	want := string(written(full))
	for range 20 {
		if got := string(written(full)); got != want {
			t.Fatalf("wrote %q, then %q", want, got)
		}
	}
}

func TestCutOff(t *testing.T) {
	data := written(full)
	for n := range data {
		c := NewReader(data[:n:n])
		var v thing
		v.code(c)
		if c.Err() == nil {
			t.Errorf("%d bytes of %d: no error", n, len(data))
		}
	}
}

// Bytes after the value are left for the caller.
func TestRest(t *testing.T) {
	c := NewReader(append(written(full), "more"...))
	var v thing
	v.code(c)
	if c.Err() != nil || string(c.Rest()) != "more" {
		t.Errorf("error %v, left %q, want more", c.Err(), c.Rest())
	}
}

func TestForeign(t *testing.T) {
	tests := []struct {
		name string
		data string
		read func(*Coder)
	}{
		{"number that doesn't end", strings.Repeat("\xff", 10), func(c *Coder) { c.Int64(new(int64)) }},
		{"text of a negative length", "\x01abc", func(c *Coder) { c.String(new(string)) }},
		{"text longer than all", "\x08abc", func(c *Coder) { c.String(new(string)) }},
		{"bytes longer than all", "\x08abc", func(c *Coder) { c.Raw(new([]byte)) }},
		{"codes longer than all", "\x08abc", func(c *Coder) { Bytes(c, new([]code)) }},
		{"numbers longer than all", "\xff\xff\xff\xff\xff\xff\xff\xff\x7f", func(c *Coder) { Ints(c, new([]int)) }},
		{"numbers that end early", "\x04\x02\xff", func(c *Coder) { Ints(c, new([]int)) }},
		{"list longer than all", "\xff\xff\xff\xff\xff\xff\xff\xff\x7f", func(c *Coder) { Strings(c, new([]string)) }},
		{"map longer than all", "\xfe\xff\xff\xff\x0f", func(c *Coder) { Map(c, new(map[string]int), (*Coder).Int) }},
	}
	for _, test := range tests {
		c := NewReader([]byte(test.data))
		test.read(c)
		if c.Err() == nil {
			t.Errorf("%s: no error", test.name)
		}
	}
}

// The first fault is returned, and nothing is read after it.
func TestFail(t *testing.T) {
	first := errors.New("first")
	c := NewReader(written(full))
	c.Fail(first)
	c.Fail(errors.New("second"))
	v := full
	v.code(c)
	if c.Err() != first {
		t.Errorf("error %v, want the first", c.Err())
	}
	if !reflect.DeepEqual(v, thing{}) {
		t.Errorf("read %+v after a fault, want nothing", v)
	}
}

// Lists inside lists, each said to be as long as the rest, take no more memory than their bytes
// justify.
func TestDeepListsAllocate(t *testing.T) {
	type list struct{ Lists []list }
	var lists func(c *Coder, l *list)
	lists = func(c *Coder, l *list) { List(c, &l.Lists, lists) }
	const levels = 8 << 10
	out := NewWriter()
	for i := range levels {
		n := levels - i - 1
		out.Int(&n)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	lists(NewReader(out.Bytes()), new(list))
	runtime.ReadMemStats(&after)
	if got, most := after.TotalAlloc-before.TotalAlloc, uint64(64<<20); got > most {
		t.Errorf("%d bytes of data made %d bytes, want at most %d", len(out.Bytes()), got, most)
	}
}

// Reading any bytes ends. What was read whole is written as bytes that read the same.
func FuzzReader(f *testing.F) {
	f.Add(written(thing{}))
	f.Add(written(full))
	f.Add([]byte("\xfe\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := NewReader(data)
		var v thing
		v.code(c)
		if c.Err() != nil {
			return
		}
		again := NewReader(written(v))
		var same thing
		same.code(again)
		if again.Err() != nil || string(written(same)) != string(written(v)) {
			t.Errorf("read %+v, then %+v, %v", v, same, again.Err())
		}
	})
}
