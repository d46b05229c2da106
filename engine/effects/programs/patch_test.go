package programs

import (
	"fmt"
	"strings"
	"testing"
)

func TestPatched(t *testing.T) {
	tests := []struct {
		text  string
		strip int
		want  string
	}{
		{"*** Begin Patch\n*** Update File: a/b.go\n@@\n-x\n+*** Delete File: z\n*** End Patch", -1, "edit /w/a/b.go"},
		{"*** Begin Patch\n*** Add File: /etc/x\n+hi\n*** Delete File: ../y\n*** End Patch", -1, "create /etc/x, delete /y"},
		{"*** Update File: old\n*** Move to: new\n@@\n-a\n+b", -1, "move /w/old, create /w/new"},
		{"*** Update File:old\n*** Move to:\tnew\n@@\n-a\n+b\n*** Delete File:/x", -1, "move /w/old, create /w/new, delete /x"},
		{"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", -1, "edit /w/x"},
		{"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/y\n+++ b/y\n c\n", -1, "edit /w/x"},
		{"--- /dev/null\n+++ b/d/x\t2026-01-01\n@@ -0,0 +1 @@\n+b\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n", -1, "create /w/d/x, delete /w/y"},
		{"diff --git a/o b/n\nrename from o\nrename to n\n", -1, "move /w/o, create /w/n"},
		{"--- p/q/x\n+++ p/q/x\n@@ -1 +1 @@\n-a\n+b\n", 2, "edit /w/x"},
		{"--- p/x\n+++ p/x\n@@ -1 +1 @@\n-a\n+b\n", 0, "edit /w/p/x"},
		{"--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n", -1, "edit /w/x"},
		{"no patch at all", -1, ""},
	}
	for _, test := range tests {
		var got []string
		for _, f := range Patched(test.text, Site{Dir: "/w"}, "patch", test.strip) {
			got = append(got, fmt.Sprint(f.How, " ", f.Path))
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%q\ngives %s\nwant  %s", test.text, got, test.want)
		}
	}
}

// A line that an agent may read as a file's, but nobody knows, makes a patch unreadable.
func TestReadable(t *testing.T) {
	for text, want := range map[string]string{
		"*** Begin Patch\n*** Update File:a\n@@\n *** Odd: line\n+*** Odd: line\n*** End of File\n*** End Patch\n": "",
		"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n":            "",
		"*** Add File: a\n+x\n*** Create File: /etc/x\n+y\n": `found "*** Create File: /etc/x" in a patch`,
		"*** Add File:\n+x\n":                                `found "*** Add File:" in a patch`,
		"*** Begin Patch\n*** End Patch\n":                   "found a patch that names no file",
	} {
		switch err := Readable(text); {
		case want == "" && err != nil, want != "" && err == nil:
			t.Errorf("%q: %v, want %q", text, err, want)
		case err != nil && !strings.HasPrefix(err.Error(), want):
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The name of a file is found as GNU patch finds it.
func TestHeads(t *testing.T) {
	for text, want := range map[string]string{
		"Index:.claude/settings.json\n":        "index:.claude/settings.json\n",
		"X--- .claude//settings.json\n":        "--- .claude/settings.json\n",
		" \tXX +++ b/./a\n":                    "+++ b/a\n",
		"index 123..456\nSee Index: b\n-- x\n": "",
	} {
		if got := Heads(text); got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
