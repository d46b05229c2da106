package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// registry serves npm packages like the registry, and nothing else; it returns its address. Each
// package has only the packed version.
func registry(t *testing.T, dir string) string {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	packed, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	check(t, err)
	if len(packed) == 0 {
		t.Fatalf("found no packages in %s, want those of make release", dir)
	}
	for _, name := range packed {
		data, err := os.ReadFile(name)
		check(t, err)
		about := described(t, data)
		tarball := "/-/" + filepath.Base(name)
		sum := sha512.Sum512(data)
		about["dist"] = map[string]string{"tarball": server.URL + tarball, "integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:])}
		id, version := about["name"].(string), about["version"].(string)
		mux.HandleFunc("GET "+tarball, func(w http.ResponseWriter, _ *http.Request) { w.Write(data) })
		mux.HandleFunc("GET /"+strings.Replace(id, "/", "%2f", 1), func(w http.ResponseWriter, _ *http.Request) {
			json.NewEncoder(w).Encode(map[string]any{"name": id, "dist-tags": map[string]string{"latest": version}, "versions": map[string]any{version: about}})
		})
	}
	return server.URL
}

// described is the package.json of a package.
func described(t *testing.T, data []byte) map[string]any {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(data))
	check(t, err)
	for tape := tar.NewReader(zip); ; {
		h, err := tape.Next()
		check(t, err)
		if h.Name != "package/package.json" {
			continue
		}
		text, err := io.ReadAll(tape)
		check(t, err)
		var about map[string]any
		check(t, json.Unmarshal(text, &about))
		return about
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
