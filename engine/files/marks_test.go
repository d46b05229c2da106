package files

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The name of a key's claim, and the key's form in a list.
func TestKeys(t *testing.T) {
	long := strings.Repeat("long-", 26)
	tests := []struct{ key, name, listed string }{
		{"git-stash-4f2a", "git-stash-4f2a", "git-stash-4f2a"},
		{"01TEST_0.v2", "01TEST_0.v2", "01TEST_0.v2"},
		{"a/b", "a%2Fb", "a/b"},
		{`a\b`, "a%5Cb", `a\b`},
		{"..", "%2E%2E", ".."},
		{".", "%2E", "."},
		{".hidden", "%2Ehidden", ".hidden"},
		{"dot.", "dot%2E", "dot."},
		{"../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd", "../../etc/passwd"},
		{"one, two", "one%2C%20two", "one%2C two"},
		{" blank ", "%20blank%20", "%20blank%20"},
		{"line\nline", "line%0Aline", "line%0Aline"},
		{"100%", "100%25", "100%25"},
		{"%2F", "%252F", "%252F"},
		{"%=x", "%25%3Dx", "%25=x"},
		{"é✅", "%C3%A9%E2%9C%85", "é✅"},
		{"\x00", "%00", "%00"},
		{"bcrules.tmp", "bcrules.tmp", "bcrules.tmp"},
		{temporary, "%2Ebcrules.tmp", temporary},
		{long[:128], long[:128], long[:128]},
		{long, "%=27b22dfc4d5c8641e373520ba0057938a2dbeac021821017604bff77622499ae", long},
	}
	dir := NewRoot(t.TempDir())
	for _, test := range tests {
		if got := ClaimName(test.key); got != test.name {
			t.Errorf("%q has the claim %q, want %q", test.key, got, test.name)
		}
		if got := JoinKeys([]string{test.key}); got != test.listed {
			t.Errorf("%q is listed as %q, want %q", test.key, got, test.listed)
		}
		keyKept(t, dir, test.key)
	}
}

// keyKept checks that a key comes back unchanged from its claim and from a list.
func keyKept(t *testing.T, dir *Root, key string) {
	t.Helper()
	name := ClaimName(key)
	if len(name) > 200 || !filepath.IsLocal(name) || strings.ContainsAny(name, `/\,`) {
		t.Fatalf("%q has the claim %q, want the name of a file", key, name)
	}
	p := dir.Place(name)
	if done, err := ClaimKey(p, key); !done || err != nil {
		t.Fatalf("%q: claimed %t, %v", key, done, err)
	}
	if done, err := ClaimKey(p, key); done || err != nil {
		t.Errorf("%q: claimed again %t, %v", key, done, err)
	}
	if got, ok, err := Claimed(p); got != key || !ok || err != nil {
		t.Errorf("%q: its claim %q is of %q, %t, %v", key, name, got, ok, err)
	}
	if got := SplitKeys(JoinKeys([]string{"a", key, "b"})); !slices.Equal(got, []string{"a", key, "b"}) {
		t.Errorf("%q: comes back from a list as %q", key, got)
	}
	if err := Unclaim(p); err != nil {
		t.Errorf("%q: %v", key, err)
	}
	if _, ok, err := Claimed(p); ok || err != nil {
		t.Errorf("%q: still claimed", key)
	}
}

// Any key comes back unchanged, and its claim is a file of the folder.
func FuzzKey(f *testing.F) {
	for _, key := range []string{"a", "../x", "é,\n", strings.Repeat("x/", 300), "%=", "con", "nul.txt", "bcrules.lock", "%zz", "~"} {
		f.Add(key)
	}
	dir := NewRoot(f.TempDir())
	f.Fuzz(func(t *testing.T, key string) {
		if key != "" && utf8.ValidString(key) {
			keyKept(t, dir, key)
		}
	})
}

// Lists of others may have blanks, empty parts and apparent escapes.
func TestSplitKeys(t *testing.T) {
	for list, want := range map[string][]string{
		"": nil, " , ,": nil, "a": {"a"}, " a ,b\n": {"a", "b"}, "50%,%z1,%": {"50%", "%z1", "%"}, "a,a": {"a", "a"}, "%ff": {"\uFFFD"},
	} {
		if got := SplitKeys(list); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", list, got, want)
		}
	}
}

// A folder is the user's own, or nothing is done in it.
func TestOwn(t *testing.T) {
	dir := NewRoot(t.TempDir())
	path := func(name string) string { return filepath.Join(dir.Dir(), name) }
	for _, name := range []string{"folder", "other"} {
		if err := os.Mkdir(path(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, path("file"), "")
	links := os.Symlink("folder", path("link")) == nil && os.Symlink("/", path("out")) == nil
	chown := os.Chown(path("other"), 65534, 65534) == nil
	tests := []struct {
		name     string
		make, ok bool
		can      bool
	}{
		{"folder", false, true, true}, {"absent", false, false, true}, {"new", true, true, true}, {"deep/new", true, true, true},
		{"file", true, false, true}, {"link", true, false, links}, {"out", true, false, links}, {"other", true, false, chown}, {"other/new", true, true, chown},
	}
	for _, test := range tests {
		if !test.can {
			t.Logf("%s: not tried, as it can't be made here", test.name)
			continue
		}
		r, err := dir.Place(test.name).Own(test.make)
		if (err == nil) != test.ok {
			t.Errorf("%s: %v, want ok %t", test.name, err, test.ok)
		}
		if err != nil {
			continue
		}
		if done, err := ClaimKey(r.Place("key"), "key"); !done || err != nil {
			t.Errorf("%s: %t, %v", test.name, done, err)
		}
		r.Close()
		if _, err := os.Stat(path(test.name + "/key")); err != nil {
			t.Error(err)
		}
	}
}

// Work in a folder is done in that one, even if another takes its place.
func TestOwnMoved(t *testing.T) {
	dir := NewRoot(t.TempDir())
	r, err := dir.Place("said").Own(true)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	path := func(name string) string { return filepath.Join(dir.Dir(), name) }
	if err := os.Rename(path("said"), path("moved")); err != nil {
		t.Skip(err)
	}
	if err := os.Mkdir(path("said"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := ClaimKey(r.Place("key"), "key"); err != nil {
		t.Fatal(err)
	}
	if got := names(t, path("said")); len(got) > 0 {
		t.Errorf("%q in the folder that took its place, want nothing", got)
	}
}

// If a power cut left only a list's length, some of its bytes or all of them, the list holds no
// keys.
func TestLostKeys(t *testing.T) {
	p := NewRoot(t.TempDir()).Place("list")
	for _, list := range []string{"\x00\x00\x00", "a,b\x00", "\x00b,c"} {
		if err := os.WriteFile(p.Path(), []byte(list), 0o600); err != nil {
			t.Fatal(err)
		}
		if keys, err := ReadKeys(p); len(keys) > 0 || err != nil {
			t.Errorf("%q: %q, %v", list, keys, err)
		}
	}
}
