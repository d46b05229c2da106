package effects

import "testing"

func TestWrittenParts(t *testing.T) {
	const push = "git push --force origin main"
	for _, test := range []struct {
		file, old, text, want string
	}{
		{"a.sh", "ls", "ls\n" + push, push},
		{"a.sh", push, push + "\nls", "ls"},
		{"a.sh", "# " + push, push, push},
		{"a.sh", "echo " + push, push, push},
		{"a.sh", "else", "else\n  rm -r build\nfi", "  rm -r build"},
		{"Makefile", "\t@" + push, "\t@" + push + "\n\tls", "\nls"},
		{".gitlab-ci.yml", "  - " + push, "  - " + push + "\n  - ls", "ls"},
		{".github/workflows/a.yml", "- run: " + push, "- run: " + push + "\n- run: ls", "ls"},
		{"notes.md", "", push, ""},
	} {
		if got := Written(test.file, test.text, true, []string{test.old}); got != test.want {
			t.Errorf("%s: %q for %q: got %q, want %q", test.file, test.text, test.old, got, test.want)
		}
	}
}
