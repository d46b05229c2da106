package files

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// backwards returns the lines of a text from its end; for a line that is too long, <long>.
func backwards(t *testing.T, text string, most int) (all []string) {
	t.Helper()
	for line, err := range Backwards(strings.NewReader(text), int64(len(text)), most) {
		switch {
		case err != nil:
			t.Fatal(err)
		case line == nil:
			all = append(all, "<long>")
		default:
			all = append(all, string(line))
		}
	}
	return all
}

func TestBackwards(t *testing.T) {
	long := strings.Repeat("x", tailBlock)
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{"\n", []string{""}},
		{"a", []string{"a"}},
		{"a\n", []string{"a"}},
		{"a\n\nb", []string{"b", "", "a"}},
		{"\na\n\n", []string{"", "a", ""}},
		{"é\r\nb\n", []string{"b", "é\r"}},
		{long + "\n" + long, []string{long, long}},
		{"a\n" + long[1:] + "\n", []string{long[1:], "a"}},
		{"a\n" + long + "xx\nb", []string{"b", "<long>", "a"}},
		{long + "xx", []string{"<long>"}},
		{long + long + long, []string{"<long>"}},
	}
	for _, test := range tests {
		if got := backwards(t, test.text, tailBlock); !slices.Equal(got, test.want) {
			t.Errorf("%.20q… (%d): %.40q, want %.40q", test.text, len(test.text), got, test.want)
		}
		p := NewRoot(t.TempDir()).Place("f")
		if err := os.WriteFile(p.Path(), []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := CountLines(p); n != len(test.want) || err != nil {
			t.Errorf("%.20q…: %d lines, %v, want %d", test.text, n, err, len(test.want))
		}
	}
}

// The lines from the end are those from the start.
func FuzzBackwards(f *testing.F) {
	f.Add([]byte("a\nb\n\n"), 2)
	f.Add(bytes.Repeat([]byte("line\n"), 30_000), 100)
	f.Fuzz(func(t *testing.T, text []byte, most int) {
		if most <= 0 {
			return
		}
		var want []string
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSuffix(line, "\n"); len(line) > most {
				line = "<long>"
			}
			want = append(want, line)
		}
		slices.Reverse(want)
		if got := backwards(t, string(text), most); !slices.Equal(got, want) {
			t.Errorf("%.60q: %.60q, want %.60q", text, got, want)
		}
	})
}

func BenchmarkLines(b *testing.B) {
	text := strings.Repeat(strings.Repeat("x", 99)+"\n", 100_000)
	p := NewRoot(b.TempDir()).Place("f")
	if err := os.WriteFile(p.Path(), []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	b.Run("last", func(b *testing.B) {
		for b.Loop() {
			f, info, err := p.Open()
			if err != nil {
				b.Fatal(err)
			}
			n := 0
			for range Backwards(f, info.Size(), 8<<20) {
				if n++; n == 20 {
					break
				}
			}
			f.Close()
		}
	})
	b.Run("count", func(b *testing.B) {
		for b.Loop() {
			if _, err := CountLines(p); err != nil {
				b.Fatal(err)
			}
		}
	})
}
