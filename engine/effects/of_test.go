package effects

import (
	"strings"
	"testing"
)

func TestOfFileTools(t *testing.T) {
	tests := []struct{ verb, text, want string }{
		{"read", "a/../b", "read     b\n"},
		{"read", "~/.ssh/id_rsa", "read     /home/me/.ssh/id_rsa\n"},
		{"list", ".", "list     .\n"},
		{"write", "/etc/passwd", "write    /etc/passwd\n"},
		{"edit", "x.ipynb", "edit     x.ipynb\n"},
		{"fetch", "https://me@x.org:80/a", "net      x.org https://me@x.org:80/a\n"},
		{"fetch", "file:///etc/passwd", "read     /etc/passwd\n"},
		{"patch", "*** Begin Patch\n*** Update File: a\n*** End Patch", "edit     a\n"},
		{"code", "Foo.bar x", "unknown  code \"Foo.bar x\"\n"},
	}
	for _, test := range tests {
		e := Of(Place{Dir: project, Home: home}, func(yield func(string, string) bool) { yield(test.verb, test.text) })
		if got := tell(e); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(test.want), " ") {
			t.Errorf("%s %q: got %s, want %s", test.verb, test.text, got, test.want)
		}
		if e.Complete != (test.verb != "code") {
			t.Errorf("%s %q: complete is %t", test.verb, test.text, e.Complete)
		}
	}
}

// Actions after a change of folder are done in that folder.
func TestOfFolder(t *testing.T) {
	for folder, want := range map[string]string{"/b": "/b/x", "~/c": "/home/me/c/x", "d": "d/x"} {
		e := Of(Place{Dir: project, Home: home}, func(yield func(string, string) bool) {
			_ = yield("folder", folder) && yield("shell", "rm x") && yield("delete", "x")
		})
		if len(e.Writes) == 0 || len(e.Commands) != 1 {
			t.Fatalf("%s: %+v", folder, e)
		}
		for _, f := range e.Writes {
			if got := place(f.Path); got != want {
				t.Errorf("%s: writes %s, want %s", folder, got, want)
			}
		}
	}
}

func TestPatchFromInput(t *testing.T) {
	const diff = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"
	tests := []struct{ text, want string }{
		{"git apply <<'E'\n" + diff + "E", "edit x"},
		{"git apply --check <<'E'\n" + diff + "E", ""},
		{"patch -p0 <<'E'\n" + diff + "E", "edit b/x"},
		{"patch -d sub -p1 <<'E'\n" + diff + "E", "edit sub/x"},
		{"patch x <<'E'\n" + diff + "E", "edit x"},
		{"apply_patch <<'E'\n*** Begin Patch\n*** Delete File: /etc/x\n*** End Patch\nE", "delete /etc/x"},
		{"apply_patch '*** Begin Patch\n*** Add File: y\n*** End Patch'", "create y"},
		{"cat <<'E' | git apply -p1\n" + diff + "E", "edit x"},
	}
	for _, test := range tests {
		var got []string
		for _, f := range effectsOf(test.text).Writes {
			got = append(got, f.How+" "+place(f.Path))
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s\nwrites %s\nwant   %s", test.text, got, test.want)
		}
	}
}
