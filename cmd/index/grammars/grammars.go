// Package grammars downloads tree-sitter's grammars from the npm registry, where they are published
// as WebAssembly. Versions are fixed, and packages are verified by the hashes recorded here.
package grammars

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"

	"bcrules.dev/engine/files"
)

// A Package is an npm package.
type Package struct {
	Name, Version string
	SHA512        string // of its archive, base64, as in the registry ("integrity")
}

// Packages are the packages that the index's languages need.
var Packages = []Package{
	{"web-tree-sitter", "0.27.1", "qtx0VyUyNRHtL3ze7+v0hCKB/sLcAmY7ZAVp/ZK/bCj0yED8ptvNrr7Vd7DwDyKDWN9baqcUx4uaD2r2ql+6IA=="},
	{"tree-sitter-javascript", "0.25.0", "1fCbmzAskZkxcZzN41sFZ2br2iqTYP3tKls1b/HKGNPQUVOpsUxpmGxdN/wMqAk3jYZnYBR1dd/y/0avMeU7dw=="},
	{"tree-sitter-python", "0.25.0", "eCmJx6zQa35GxaCtQD+wXHOhYqBxEL+bp71W/s3fcDMu06MrtzkVXR437dRrCrbrDbyLuUDJpAgycs7ncngLXw=="},
	{"tree-sitter-rust", "0.24.0", "NWemUDf629Tfc90Y0Z55zuwPCAHkLxWnMf2RznYu4iBkkrQl2o/CHGB7Cr52TyN5F1DAx8FmUnDtCy9iUkXZEQ=="},
	{"tree-sitter-typescript", "0.23.2", "e04JUUKxTT53/x3Uq1zIL45DoYKVfHH4CZqwgZhPg5qYROl5nQjV+85ruFzFGZxu+QeFVbRTPDRnqL9UbU4VeA=="},
}

// biggest limits an archive, and each file in it, in bytes.
const biggest = 32 << 20

// Get downloads those packages from a registry that a folder doesn't have in their version, and
// calls tell with each.
func Get(ctx context.Context, registry, dir string, all []Package, tell func(Package)) error {
	for _, p := range all {
		mark := filepath.Join(dir, p.Name, "version")
		if had, err := os.ReadFile(mark); err == nil && string(had) == p.Version {
			continue
		}
		tell(p)
		archive, err := Archive(ctx, registry, p)
		if err != nil {
			return err
		}
		if err := unpack(archive, filepath.Join(dir, p.Name)); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		if err := put(mark, []byte(p.Version)); err != nil {
			return err
		}
	}
	return nil
}

// Archive returns the verified archive of a package: a .tgz with everything below package/.
func Archive(ctx context.Context, registry string, p Package) ([]byte, error) {
	archive, err := fetch(ctx, strings.TrimSuffix(registry, "/")+"/"+p.Name+"/-/"+p.Name+"-"+p.Version+".tgz")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	if sum := sha512.Sum512(archive); base64.StdEncoding.EncodeToString(sum[:]) != p.SHA512 {
		return nil, fmt.Errorf("%s: found an archive of another hash, want that of version %s as it was published", p.Name, p.Version)
	}
	return archive, nil
}

func fetch(ctx context.Context, url string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: found %s, want the archive", url, answer.Status)
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, biggest+1))
	if err == nil && len(data) > biggest {
		err = fmt.Errorf("%s: found more than %d bytes, want fewer (limit)", url, biggest)
	}
	return data, err
}

// unpack extracts the modules at the top of an archive into a folder.
func unpack(archive []byte, dir string) error {
	zipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	n := 0
	for files := tar.NewReader(zipped); ; {
		f, err := files.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		folder, name := path.Split(f.Name)
		if f.Typeflag != tar.TypeReg || folder != "package/" || path.Ext(name) != ".wasm" {
			continue
		}
		data, err := io.ReadAll(io.LimitReader(files, biggest))
		if err != nil {
			return err
		}
		if err := put(filepath.Join(dir, name), data); err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		return errors.New("found no module in the archive, want one")
	}
	return nil
}

// put atomically writes a file.
func put(file string, data []byte) error {
	if err := files.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return files.Locked(files.At(file), func(p files.Place) error { return files.Write(p, data) })
}

// Registry returns the registry that npm would use: from npm's environment variable, the user's
// .npmrc, or npm's default.
func Registry(getenv func(string) string, home string) string {
	for _, name := range []string{"npm_config_registry", "NPM_CONFIG_REGISTRY"} {
		if at := getenv(name); at != "" {
			return at
		}
	}
	text, _ := os.ReadFile(filepath.Join(home, ".npmrc")) // most users have none
	for line := range strings.Lines(string(text)) {
		name, at, _ := strings.Cut(line, "=")
		if at = strings.Trim(strings.TrimSpace(at), `"`); strings.TrimSpace(name) == "registry" && at != "" {
			return at
		}
	}
	return "https://registry.npmjs.org/"
}
