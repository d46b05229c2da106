package facts

import (
	"strings"
	"testing"
)

func TestOutline(t *testing.T) {
	text := "intro\n- no section's\n# Título #\r\n\n\ntext\n- [x] done\n- [ ] to do\n  * plain\n1. one\n-none\n\n## Sub\n```sh\n# no heading\n- [ ] no item\n```\nafter\n### Deep ##x\n~~~~\n## no\n~~~\n## no\n~~~~\n## Next\n####### seven\n#none\n    # code\n#\n"
	all := sections(text)
	type short struct {
		level            int
		title, body, all string
		items, line      int
	}
	want := []short{
		{1, "Título", "text\n- [x] done\n- [ ] to do\n  * plain\n1. one\n-none", "text\n- [x] done\n- [ ] to do\n  * plain\n1. one\n-none\n\n## Sub\n```sh\n# no heading\n- [ ] no item\n```\nafter\n### Deep ##x\n~~~~\n## no\n~~~\n## no\n~~~~\n## Next\n####### seven\n#none\n    # code", 4, 3},
		{2, "Sub", "```sh\n# no heading\n- [ ] no item\n```\nafter", "```sh\n# no heading\n- [ ] no item\n```\nafter\n### Deep ##x\n~~~~\n## no\n~~~\n## no\n~~~~", 0, 13},
		{3, "Deep ##x", "~~~~\n## no\n~~~\n## no\n~~~~", "~~~~\n## no\n~~~\n## no\n~~~~", 0, 19},
		{2, "Next", "####### seven\n#none\n    # code", "####### seven\n#none\n    # code", 0, 25},
		{1, "", "", "", 0, 29},
	}
	if len(all) != len(want) {
		t.Fatalf("found %d headings, want %d: %+v", len(all), len(want), all)
	}
	for i, s := range all {
		if got := (short{s.Level, s.Title, strings.ReplaceAll(s.Body, "\r", ""), strings.ReplaceAll(s.Whole, "\r", ""), len(s.Items), s.Line}); got != want[i] {
			t.Errorf("%d: %+v\nwant %+v", i, got, want[i])
		}
	}
	items := []Item{{"done", true, true, 7}, {"to do", true, false, 8}, {"plain", false, false, 9}, {"one", false, false, 10}}
	for i, item := range all[0].Items {
		if item != items[i] {
			t.Errorf("item %d: %+v, want %+v", i, item, items[i])
		}
	}
	if got := ask(t, t.TempDir(), "", "count(find(outline('## A\\n- [ ] x\\n- [X] y\\n'), .title == 'A').items, not .done)"); got != "[1]" {
		t.Errorf("%s to do, want 1", got)
	}
	if got := sections("```\n# a\n"); len(got) != 0 {
		t.Errorf("a fence that nothing ends: %+v, want none", got)
	}
}

// Whatever a text holds, the parts of a section are in it.
func FuzzOutline(f *testing.F) {
	f.Add("# a\n- [ ] b\n```\n# c\n```\n## d #\ne\r\n# f")
	f.Add("~~~\n#\n")
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Split(text, "\n")
		last := 0
		for _, s := range sections(text) {
			if s.Level < 1 || s.Level > 6 || s.Line <= last || !strings.Contains(lines[s.Line-1], s.Title) {
				t.Errorf("%q: %+v after line %d", text, s, last)
			}
			if last = s.Line; !strings.Contains(text, s.Whole) || !strings.HasPrefix(s.Whole, s.Body) {
				t.Errorf("%q: body %q, whole %q", text, s.Body, s.Whole)
			}
			for _, item := range s.Items {
				if item.Line <= s.Line || !strings.Contains(lines[item.Line-1], item.Text) || item.Done && !item.Task {
					t.Errorf("%q: %+v in %+v", text, item, s)
				}
			}
		}
	})
}

func BenchmarkOutline(b *testing.B) {
	text := strings.Repeat("## Heading of a section\n\nSome text that says something about it.\n- [ ] an item\n- [x] another one\n", 10_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		sections(text)
	}
}
