package log

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bcrules.dev/engine/journal"
	"bcrules.dev/testdata/built"
)

// The test uses logs of entries a second apart, some long, out of order by a few seconds, and with
// other lines in between. The entries since any time, and those read backwards, are the same as
// those from reading the whole log. A last line without an end doesn't count yet.
func TestSeek(t *testing.T) {
	built.InTurn(t)
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 300, 3000} {
		l := logIn(t.TempDir(), 0)
		var all []string
		times := map[string]time.Time{}
		for _, file := range []string{l.Old, l.File} {
			var b bytes.Buffer
			for range n {
				e := entry(len(all) + random.IntN(5))
				e.Event = strconv.Itoa(len(all))
				if random.IntN(50) == 0 {
					e.Input = fmt.Appendf(nil, `{"x":"%s"}`, strings.Repeat("y", random.IntN(200_000)))
				}
				b.Write(e.Append(nil))
				all, times[e.Event] = append(all, e.Event), e.Time
				if random.IntN(20) == 0 {
					b.WriteString("no entry\n")
				}
			}
			if file == l.File {
				b.WriteString(`{"time":"2026-`)
			}
			if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for range 40 {
			filter := Filter{Since: time.Unix(int64(random.IntN(2*n+2)), 0).UTC()}
			var got, want []string
			r := NewReader(l, filter)
			if err := r.Read(func(_ []byte, e *journal.Entry) error { got = append(got, e.Event); return nil }); err != nil {
				t.Fatal(err)
			}
			r.Close()
			for _, name := range all {
				if !times[name].Before(filter.Since) {
					want = append(want, name)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("of %d since %v found %d entries, want %d", 2*n, filter.Since, len(got), len(want))
			}
		}
		backwardsOf(t, l, all)
	}
}

// backwardsOf compares the entries from the end of a log with all, and what comes after them.
func backwardsOf(t *testing.T, l journal.Log, all []string) {
	t.Helper()
	r := NewReader(l, Filter{})
	defer r.Close()
	var got []string
	if err := r.Back(func(_ []byte, e *journal.Entry) bool { got = append(got, e.Event); return true }); err != nil {
		t.Fatal(err)
	}
	if slices.Reverse(got); !slices.Equal(got, all) {
		t.Fatalf("backwards found %d entries, want %d", len(got), len(all))
	}
	f, err := os.OpenFile(l.File, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(`02-09T12:00:00.000Z","event":"begun"}` + "\n"); err != nil {
		t.Fatal(err)
	}
	got = nil
	if err := r.Read(func(_ []byte, e *journal.Entry) error { got = append(got, e.Event); return nil }); err != nil || !slices.Equal(got, []string{"begun"}) {
		t.Fatalf("then found %q (%v), want the one that was begun", got, err)
	}
}
