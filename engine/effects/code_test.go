package effects

import (
	"fmt"
	"strings"
	"testing"
)

// script returns that many bytes of Python that touch nothing, except the text at their end.
func script(size int, end string) string {
	var b strings.Builder
	b.WriteString("python3 - <<'EOF'\nimport os, json, shutil\n")
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, `def load_%[1]d(path, default=None):
    table = [%[1]d, 3.14, 2, 71, 828, 18, 28, 45, 90, 45, 23, 53, 60, 28, 74, 71, 35]
    for key, value in sorted(data.items()):
        if key.startswith("na%[1]d") and value != %[1]d:
            print(f"{key}: {value}", len(str(value)) + %[1]d)
    return [total, path, default or []]
`, i)
	}
	return b.String() + end + "\nEOF"
}

// Code that people pass to an interpreter is read to its end, however many numbers it has.
func TestLongCodeIsRead(t *testing.T) {
	for _, size := range []int{10_000, 20_000, 60_000} {
		e := effectsOf(script(size, "shutil.rmtree('gone')"))
		if len(e.Unknown) > 0 || len(e.Writes) != 1 || e.Writes[0].Path != project+"/gone" {
			t.Errorf("%d bytes: wrote %v, unknown %v, want gone deleted and no more", size, e.Writes, e.Unknown)
		}
	}
}

// Of many calls that differ only in numbers, a few are reported.
func TestCallsOfAKind(t *testing.T) {
	const most = many + 8*few
	e := effectsOf(script(60_000, "users.delete_all()"))
	if n := len(e.Calls); n > most {
		t.Errorf("told %d calls, want %d at most", n, most)
	}
	if last := e.Calls[len(e.Calls)-1].Name; last != "users.delete_all" {
		t.Errorf("the last call told is %s, want users.delete_all", last)
	}
}

func BenchmarkCode(b *testing.B) {
	for _, size := range []int{10_000, 100_000} {
		text := script(size, "")
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				effectsOf(text)
			}
		})
	}
}
