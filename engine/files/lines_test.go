package files

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLines(t *testing.T) {
	tests := []struct {
		text string
		rest bool
		want []string
		long int
		end  int64
	}{
		{"", true, nil, 0, 0},
		{"a\nbc\n", false, []string{"a", "bc"}, 0, 5},
		{"a\nbc", false, []string{"a"}, 0, 2},
		{"a\nbc", true, []string{"a", "bc"}, 0, 2},
		{"\r\n\n", true, []string{"\r", ""}, 0, 3},
		{"too long\na\n", true, []string{"a"}, 1, 11},
		{"a\ntoo long", true, []string{"a"}, 1, 2},
		{"a\ntoo long", false, []string{"a"}, 0, 2},
	}
	for _, test := range tests {
		lines := NewLines(iotest.OneByteReader(strings.NewReader(test.text)), 5)
		var got []string
		for line, err := range lines.All(test.rest) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(line))
		}
		if !slices.Equal(got, test.want) || lines.Long != test.long || lines.End != test.end {
			t.Errorf("%q: lines %q, %d too long, to %d; want %q, %d, %d", test.text, got, lines.Long, lines.End, test.want, test.long, test.end)
		}
	}
}

// Lines continue where a file ended, and a read error comes after the lines before it.
func TestLinesGoOn(t *testing.T) {
	text := strings.NewReader("one\ntw")
	lines := NewLines(text, 100)
	if line, err := lines.Next(); string(line) != "one" || err != nil {
		t.Fatalf("line %q, %v, want one", line, err)
	}
	if line, err := lines.Next(); err != io.EOF {
		t.Fatalf("line %q, %v, want the end", line, err)
	}
	text.Reset("o\n")
	if line, err := lines.Next(); string(line) != "two" || err != nil || lines.Number != 2 {
		t.Fatalf("line %d is %q, %v, want 2, two", lines.Number, line, err)
	}
	for line, err := range NewLines(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("a\nb"))), 100).All(true) {
		if err != iotest.ErrTimeout {
			t.Errorf("line %q, %v, want the error of reading", line, err)
		}
	}
}

// Whatever a file has, its lines come unchanged.
func FuzzLines(f *testing.F) {
	f.Add([]byte("one\ntorn"), 3)
	f.Add([]byte("\n\n{}"), 1)
	f.Fuzz(func(t *testing.T, data []byte, piece int) {
		lines := NewLines(&pieces{data, max(piece, 1)}, 1<<20)
		var got []string
		for {
			line, err := lines.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(line))
		}
		got = append(got, string(lines.Rest()))
		if want := strings.Split(string(data), "\n"); !slices.Equal(got, want) {
			t.Fatalf("lines %q, want %q", got, want)
		}
	})
}

// pieces reads a few bytes at a time.
type pieces struct {
	data []byte
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	n := copy(b[:min(len(b), p.size)], p.data)
	p.data = p.data[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}
