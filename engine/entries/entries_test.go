package entries

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bcrules.dev/engine/files"
)

var gravity = []string{"❌", "✅", "ℹ️"}

// form is the form of the entries here.
var form = Form{Kind: "t", Text: "txt", Time: "ts", Usual: "ℹ️"}

// lines joins lines by newlines, the last one included.
func lines(all ...string) string { return strings.Join(all, "\n") + "\n" }

// usual is the brief of most tests.
var usual = Brief{Kinds: gravity, Items: 10, Tight: []int{5, 5, 3}, Chars: 50, Tokens: 500, Head: "## K"}

// outline writes entries as kind:text, a space between them.
func outline(entries []Entry) string {
	var all []string
	for _, e := range entries {
		all = append(all, e.Kind+":"+e.Text)
	}
	return strings.Join(all, " ")
}

// parse reads JSON lines as At reads a file.
func parse(data []byte) (entries []Entry, skipped int) {
	_, skipped, _ = form.Scan(bytes.NewReader(data), true, func(e Entry) bool {
		entries = append(entries, e)
		return true
	})
	return entries, skipped
}

// compacted returns the entries that are kept.
func compacted(entries []Entry, most int) (best []Entry) {
	k := Keeper{Form: form, Kinds: gravity, Most: most}
	for _, e := range entries {
		k.Add(e)
	}
	for _, e := range k.best() {
		best = append(best, e.Entry)
	}
	return best
}

func TestScan(t *testing.T) {
	tests := []struct {
		name, data, want string
		skipped          int
	}{
		{"nothing", "", "", 0},
		{"empty lines", "\n \r\n\n", "", 0},
		{"entries", lines(`{"ts":"x","t":"❌","txt":"a"}`, `{"t":"✅","txt":"b"}`), "❌:a ✅:b", 0},
		{"last line without its end", `{"t":"❌","txt":"a"}` + "\n" + `{"t":"✅","txt":"b"}`, "❌:a ✅:b", 0},
		{"CRLF", `{"t":"❌","txt":"a"}` + "\r\n", "❌:a", 0},
		{"no kind", lines(`{"txt":"a"}`, `{"t":"","txt":"b"}`, `{"t":null,"txt":"c"}`), "ℹ️:a ℹ️:b ℹ️:c", 0},
		{"kind of its own", lines(`{"t":"?","txt":"a"}`), "?:a", 0},
		{"no JSON", lines("text", `{"t":"❌","txt":"a"`, `{"txt":"b"}`), "ℹ️:b", 2},
		{"two entries on one line", lines(`{"txt":"a"}{"txt":"b"}`, `{"txt":"c"}`), "ℹ️:c", 1},
		{"no object", lines(`[{"txt":"a"}]`, `"txt"`, `5`, `null`), "", 4},
		{"no text", lines(`{"t":"❌"}`, `{"txt":5}`, `{"txt":null}`), "", 3},
		{"empty text", lines(`{"txt":""}`), "ℹ️:", 0},
		{"names that stand twice", lines(`{"txt":"a","t":"❌","txt":"b","t":"✅"}`), "✅:b", 0},
	}
	for _, test := range tests {
		entries, skipped := parse([]byte(test.data))
		if got := outline(entries); got != test.want || skipped != test.skipped {
			t.Errorf("%s: %q, %d skipped, want %q, %d skipped", test.name, got, skipped, test.want, test.skipped)
		}
	}
}

// parsed reads entries written as kind:text or kind:text:time.
func parsed(t *testing.T, all ...string) []Entry {
	t.Helper()
	var b strings.Builder
	for _, s := range all {
		f := strings.SplitN(s, ":", 3)
		ts := ""
		if len(f) > 2 {
			ts = f[2]
		}
		fmt.Fprintf(&b, "%s\n", files.JSON(map[string]string{"t": f[0], "txt": f[1], "ts": ts}))
	}
	entries, skipped := parse([]byte(b.String()))
	if skipped > 0 {
		t.Fatalf("%d of %q are no entries", skipped, all)
	}
	return entries
}

// numbered returns n entries of a kind, each text filled up to a length.
func numbered(kind string, n, length int) []string {
	var all []string
	for i := range n {
		s := fmt.Sprintf("%s%02d", string(kind[0]), i)
		all = append(all, kind+":"+s+strings.Repeat("x", max(0, length-len(s))))
	}
	return all
}

func TestBriefWrite(t *testing.T) {
	long := strings.Repeat("é", 60)
	start := strings.Repeat("s", 100)
	tests := []struct {
		name    string
		brief   Brief
		entries []string
		want    string
	}{
		{"nothing", usual, nil, ""},
		{"other kinds alone", usual, []string{"?:a"}, ""},
		{"kinds in their order", usual, []string{"ℹ️:i", "✅:v", "?:q", "❌:x", "✅:w"}, "## K\n❌ x\n✅ v|w\nℹ️ i"},
		{"no head", Brief{Kinds: gravity, Items: 10}, []string{"✅:v"}, "✅ v"},
		{"same text", usual, []string{"❌:a", "❌:b", "❌:a"}, "## K\n❌ a|b"},
		{"same text of another kind", usual, []string{"❌:a", "✅:a"}, "## K\n❌ a\n✅ a"},
		{"same first hundred characters", usual, []string{"❌:" + start + "a", "❌:" + start + "b"}, "## K\n❌ " + start[:47] + "..."},
		{"other hundredth character", Brief{Kinds: gravity, Items: 10}, []string{"❌:" + start[1:] + "a", "❌:" + start[1:] + "b"}, "❌ " + start[1:] + "a|" + start[1:] + "b"},
		{"as long as may be", usual, []string{"❌:" + long[:100]}, "## K\n❌ " + long[:100]},
		{"too long", usual, []string{"❌:" + long}, "## K\n❌ " + long[:2*47] + "..."},
		{"any length", Brief{Kinds: gravity, Items: 10}, []string{"❌:" + long}, "❌ " + long},
		{"more items than may be", Brief{Kinds: gravity, Items: 2}, []string{"❌:a", "❌:b", "❌:c", "✅:d"}, "❌ a|b\n✅ d"},
		{"at the budget", Brief{Kinds: gravity, Items: 10, Tokens: 2}, []string{"❌:123456"}, "❌ 123456"},
		{"over the budget by a character", Brief{Kinds: gravity, Items: 10, Tokens: 2}, []string{"❌:123456", "❌:7"}, "❌ 123456"},
		{"over the budget, fewer of each kind", Brief{Kinds: gravity, Items: 10, Tight: []int{1, 2, 1}, Tokens: 4},
			[]string{"❌:a", "❌:b", "✅:c", "✅:d", "✅:e", "ℹ️:f", "ℹ️:g"}, "❌ a\n✅ c|d\nℹ️ f"},
		{"over the budget, dropped from the last kind upwards", Brief{Kinds: gravity, Items: 10, Tight: []int{2, 2, 2}, Tokens: 3},
			[]string{"❌:a", "❌:b", "✅:c", "✅:d", "ℹ️:f", "ℹ️:g"}, "❌ a|b\n✅ c|d"},
		{"nothing fits", Brief{Kinds: gravity, Items: 10, Tokens: 1, Head: "## K"}, []string{"❌:a"}, ""},
	}
	for _, test := range tests {
		if got := test.brief.Write(slices.Values(parsed(t, test.entries...))); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// The documents promise the budget for any entries.
func TestBriefBudget(t *testing.T) {
	entries := parsed(t, slices.Concat(numbered("❌", 20, 60), numbered("✅", 20, 60), numbered("ℹ️", 20, 60))...)
	for tokens := 1; tokens <= 500; tokens++ {
		b := usual
		b.Tokens = tokens
		if got := (utf8.RuneCountInString(b.Write(slices.Values(entries))) + 3) / 4; got > tokens {
			t.Errorf("%d tokens, want at most %d", got, tokens)
		}
	}
}

func TestCompact(t *testing.T) {
	start := strings.Repeat("s", 100)
	tests := []struct {
		name    string
		entries []string
		most    int
		want    string
	}{
		{"nothing", nil, 10, ""},
		{"sorted by kind, others last", []string{"?:a", "ℹ️:b", "✅:c", "❌:d"}, 10, "❌:d ✅:c ℹ️:b ?:a"},
		{"newest first", []string{"❌:a:2026-01-01", "❌:b:2026-01-03", "❌:c:2026-01-02"}, 10, "❌:b ❌:c ❌:a"},
		{"newest first across zones", []string{"❌:a:2026-01-01T12:00:00+02:00", "❌:b:2026-01-01T11:00:00Z"}, 10, "❌:b ❌:a"},
		{"equal times stay as they are", []string{"❌:a:2026-01-01", "❌:b:2026-01-01"}, 10, "❌:a ❌:b"},
		{"what is no time is of 1970", []string{"❌:c:1969-12-31", "❌:a:soon", "❌:b:1970-01-02"}, 10, "❌:b ❌:a ❌:c"},
		{"of the same the newest", []string{"❌:a:2026-01-01", "✅:a:2026-01-03", "❌:a:2026-01-02"}, 10, "✅:a"},
		{"the same by their start", []string{"❌:" + start + "old:2026-01-01", "❌:" + start + "new:2026-01-02"}, 10, "❌:" + start + "new"},
		{"in the place of the first", []string{"❌:a:2026-01-01", "❌:b:2026-01-02", "❌:a:2026-01-02"}, 10, "❌:a ❌:b"},
		{"at most", []string{"ℹ️:a", "✅:b", "❌:c"}, 2, "❌:c ✅:b"},
	}
	for _, test := range tests {
		if got := outline(compacted(parsed(t, test.entries...), test.most)); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// Compacting keeps what it reports of the entries, and compacting again changes nothing.
func FuzzEntries(f *testing.F) {
	for _, s := range []string{
		"", `{"ts":"2026-01-01","t":"❌","txt":"a"}`, "{\"txt\":\"a\"}\r\n{\"txt\":\"a\",\"ts\":\"2026-01-01\"}\n\n[]",
		`{"txt":"a","txt":"b","t":5,"ts":{}}`, `{"t\u0078t":"\ud800"}`, "{\"t\":\"\x8c\",\"txt\":\"\xff\"}", `{"txt":"|","ts":"0001-01-01T00:00:00Z"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, _ := parse(data)
		kept := compacted(entries, 100)
		if len(kept) > len(entries) {
			t.Fatalf("%q: %d entries became %d", data, len(entries), len(kept))
		}
		var b strings.Builder
		for _, e := range kept {
			b.Write(e.line(form))
			b.WriteByte('\n')
		}
		again, skipped := parse([]byte(b.String()))
		if skipped > 0 || outline(again) != outline(kept) {
			t.Errorf("%q: %d lines skipped, kept %q, read back %q", data, skipped, outline(kept), outline(again))
		}
		if twice := outline(compacted(again, 100)); twice != outline(kept) {
			t.Errorf("%q: compacted %q, and again %q", data, outline(kept), twice)
		}
		if got := (utf8.RuneCountInString(usual.Write(slices.Values(entries))) + 3) / 4; got > usual.Tokens {
			t.Errorf("%q: %d tokens, want at most %d", data, got, usual.Tokens)
		}
	})
}

// The result for many entries is the same as if all were held at once.
func TestKeeperPrunes(t *testing.T) {
	k := Keeper{Form: form, Kinds: gravity, Most: 3}
	text := strings.Repeat("x", 4<<10)
	for i := range 3 * manyBytes / len(text) {
		e := Entry{Kind: gravity[i%3], Text: fmt.Sprint(i, text), most: Same, at: fmt.Sprintf("2026-01-01T%02d:%02d:%02dZ", i/3600, i/60%60, i%60), raw: text}
		k.Add(e)
	}
	if len(k.held) > 2*manyBytes/len(text) {
		t.Errorf("%d entries are held", len(k.held))
	}
	last := k.Seen - 1 - (k.Seen-1)%3
	for i, e := range k.best() {
		if want := fmt.Sprint(last-3*i, "x"); !strings.HasPrefix(e.Text, want) || e.Kind != gravity[0] {
			t.Errorf("entry %d is %s %.10s, want %s", i, e.Kind, e.Text, want)
		}
	}
}
