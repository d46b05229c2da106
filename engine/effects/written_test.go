package effects

import (
	"strings"
	"testing"

	"bcrules.dev/engine/effects/programs"
)

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
		if got := EditedPart(test.file, Edit{test.old, test.text}); got != test.want {
			t.Errorf("%s: %q for %q: got %q, want %q", test.file, test.text, test.old, got, test.want)
		}
	}
}

func TestEdited(t *testing.T) {
	const push = "git push --force origin main"
	nightly := "all: test\n\tgo vet\n\nnight:\n\t@git fetch\n\t# git push --force origin main\n\tgit push origin main\n"
	script := "if ok; then\n  " + push + " # as ever\nelse\n  ls\nfi\n"
	for _, test := range []struct {
		file, was string
		edits     []Edit
		want      string
	}{
		{"nightly.mk", nightly, []Edit{{"git push origin main", push}}, push},
		{"nightly.mk", nightly, []Edit{{"push origin", "push --force origin"}}, push},
		{"nightly.mk", nightly, []Edit{{"# git", "git"}}, push},
		{"nightly.mk", nightly, []Edit{{"# ", ""}}, push},
		{"nightly.mk", nightly, []Edit{{"push origin", "pull origin"}, {"pull", "push --force"}}, push},
		{"nightly.mk", nightly, []Edit{{"go vet", "go test"}}, "go test"},
		{"nightly.mk", nightly, []Edit{{"\tgo vet\n", "\t-go  vet\n"}}, ""},
		{"nightly.mk", strings.ReplaceAll(nightly, "\n", "\r\n"), []Edit{{"fetch\n\t# git", "fetch\n\tgit"}}, push},
		{"a.sh", script, []Edit{{"  ls", "  rm -r build"}}, "rm -r build"},
		{"a.sh", script, []Edit{{" # as ever", " # as always"}}, ""},
		{"a.sh", script, []Edit{{"if ok; then\n  ", "set -e\n"}, {"else\n  ls\nfi", "ls"}}, "set -e"},
		{"a.sh", "ls\n" + push + "\n", []Edit{{"ls\n" + push, push + "\nls"}}, ""},
		{"a.sh", "psql $PROD \\\n  -c 'SELECT 1'\n", []Edit{{"SELECT 1", "DROP TABLE t"}}, "psql $PROD -c 'DROP TABLE t'"},
		{"a.sh", "psql <<E | cat\nSELECT 1\nE\nls\n", []Edit{{"SELECT 1", "DROP TABLE t"}}, "psql <<E | cat\nDROP TABLE t\nE"},
		{"a.sh", "B=main\nA=$(ls)\ngit pull\n", []Edit{{"git pull", "git push -f origin $B"}}, "B=main\ngit push -f origin $B"},
		{"a.sh", "{{ if }}\n" + push + "\n", []Edit{{"{{ if }}", "{{ if }} )\nls"}}, "ls"},
		{"a.sh", "", []Edit{{"", push}}, push},
		{"bin/night", "#!/bin/sh\ngit push\n", []Edit{{"push", "push -f"}}, "git push -f"},
		{".github/workflows/a.yml", "steps:\n- run: |\n    ls\n    git push origin main\n", []Edit{{"push", "push --force"}}, push},
		{"package.json", `{"scripts": {"a": "git push origin main", "b": "ls"}}`, []Edit{{"push", "push --force"}}, push},
		{"Rakefile", "sh 'git push -f'\nputs 1\n", []Edit{{"1", "2"}}, "ruby <<'TASKS'\nputs 2\n\nTASKS"},
		{"Rakefile", "sh 'git push -f'\nputs 1\n", []Edit{{"puts 1\n", ""}}, ""},
		{"notes.md", "", []Edit{{"", push}}, ""},
	} {
		if got, _, ok := Edited(test.file, test.was, test.edits); got != test.want || !ok {
			t.Errorf("%s %v: got %q, %t, want %q", test.file, test.edits, got, ok, test.want)
		}
	}
	for _, test := range []struct {
		was  string
		edit Edit
	}{{"ls\n", Edit{"", "a"}}, {"ls\n", Edit{"cd", "a"}}, {strings.Repeat("a", programs.MostWritten/2), Edit{"a", "abc"}}} {
		if _, text, ok := Edited("a.sh", test.was, []Edit{test.edit}); ok || text != test.was {
			t.Errorf("%v: fits, or changed %q", test.edit, text)
		}
	}
}
