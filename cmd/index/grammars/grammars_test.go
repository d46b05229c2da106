package grammars

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/cmd/index/code"
)

// archive makes a package's archive from files.
func archive(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for name, text := range files {
		if err := w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Size: int64(len(text)), Mode: 0o644}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	z.Close()
	return b.Bytes()
}

func hash(data []byte) string {
	sum := sha512.Sum512(data)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// Packages are fetched once, as they were when their hashes were recorded, and only the modules at
// each one's top are kept.
func TestGet(t *testing.T) {
	good := archive(t, map[string]string{"package/a.wasm": "module", "package/deep/b.wasm": "no", "package/../../c.wasm": "no", "package/a.js": "no"})
	asked := []string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		switch {
		case strings.Contains(r.URL.Path, "absent"):
			http.NotFound(w, r)
		default:
			w.Write(good)
		}
	}))
	defer server.Close()
	dir := t.TempDir()
	get := func(all ...Package) error {
		return Get(context.Background(), server.URL+"/npm/", dir, all, func(Package) {})
	}
	for range 2 {
		if err := get(Package{"a", "1.0.0", hash(good)}); err != nil {
			t.Fatal(err)
		}
	}
	if len(asked) != 1 || asked[0] != "/npm/a/-/a-1.0.0.tgz" {
		t.Errorf("found that %q were asked for, want the archive once", asked)
	}
	var names []string
	filepath.WalkDir(filepath.Dir(dir), func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, filepath.Base(name))
		}
		return nil
	})
	if got := strings.Join(names, " "); got != "a.wasm version" {
		t.Errorf("found %s, want a.wasm version", got)
	}
	for want, p := range map[string]Package{
		"found an archive of another hash, want that of version 2.0.0": {"a", "2.0.0", hash([]byte("other"))},
		"found 404 Not Found, want the archive":                        {"absent", "1.0.0", hash(good)},
	} {
		if err := get(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("found %v, want %q", err, want)
		}
	}
	if text, _ := os.ReadFile(filepath.Join(dir, "a", "version")); string(text) != "1.0.0" {
		t.Errorf("found version %q, want the one that was whole", text)
	}
}

// The packages have the modules that the languages need.
func TestPackages(t *testing.T) {
	has := map[string]bool{}
	for _, p := range Packages {
		has[p.Name] = true
	}
	for _, module := range append([]string{code.Runtime}, modules()...) {
		if name, _, _ := strings.Cut(module, "/"); !has[name] {
			t.Errorf("found no package of %s, want one", module)
		}
	}
}

func modules() (all []string) {
	for _, l := range code.Languages {
		if l.Module != "" {
			all = append(all, l.Module)
		}
	}
	return all
}

func TestRegistry(t *testing.T) {
	home := t.TempDir()
	none := func(string) string { return "" }
	if got := Registry(none, home); got != "https://registry.npmjs.org/" {
		t.Errorf("found %s, want npm's own", got)
	}
	if err := os.WriteFile(filepath.Join(home, ".npmrc"), []byte("fund=false\nregistry = \"https://npm.example/\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Registry(none, home); got != "https://npm.example/" {
		t.Errorf("found %s, want that of .npmrc", got)
	}
	if got := Registry(func(string) string { return "https://other.example" }, home); got != "https://other.example" {
		t.Errorf("found %s, want that of the environment", got)
	}
}

// An archive of any bytes is unpacked into its folder or refused.
func FuzzUnpack(f *testing.F) {
	f.Add(archive(f, map[string]string{"package/a.wasm": "module"}))
	f.Add([]byte("no archive"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		unpack(data, filepath.Join(dir, "x"))
		if all, _ := os.ReadDir(dir); len(all) > 1 {
			t.Errorf("found %v beside the folder", all)
		}
	})
}
