package browser

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"bcrules.dev/cmd/index/grammars"
	"bcrules.dev/engine/files"

	"github.com/chromedp/chromedp"
)

// axe is the package with the checks. It is not in the repository: make axe gets it.
var axe = grammars.Package{Name: "axe-core", Version: "4.14.1", SHA512: "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="}

// script is the file of the package that runs in pages.
const script = "package/axe.min.js"

func kept() (string, error) {
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "bcrules-axe", axe.Version+".js"), err
}

// GetAxe gets the checks from npm's registry, unless the user's cache folder has them. It returns
// their path.
func GetAxe(ctx context.Context) (string, error) {
	file, err := kept()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	home, _ := os.UserHomeDir()
	archive, err := grammars.Archive(ctx, grammars.Registry(os.Getenv, home), axe)
	if err != nil {
		return "", err
	}
	zipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return "", err
	}
	for in := tar.NewReader(zipped); ; {
		f, err := in.Next()
		if err != nil {
			return "", fmt.Errorf("%s: %w", script, err)
		}
		if f.Name != script {
			continue
		}
		data, err := io.ReadAll(in)
		if err != nil {
			return "", err
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return "", err
		}
		return file, os.WriteFile(file, data, 0o600)
	}
}

var checks = sync.OnceValues(func() (string, error) {
	file, err := kept()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", errors.New("found no axe-core, which make axe gets")
	}
	return string(text), nil
})

// tags are the sets of rules by which a page is checked. axe-core applies those of 2.2 only if told
// to.
var tags = []string{"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"}

// Checks reports whether axe-core is present. If not, the test's log says so, or the test fails if
// REQUIRE_AXE is set.
func Checks(t testing.TB) bool {
	t.Helper()
	_, err := checks()
	if err != nil && os.Getenv("REQUIRE_AXE") != "" {
		t.Fatal(err)
	}
	if err != nil {
		t.Log(err)
	}
	return err == nil
}

// Checked returns the faults that axe-core finds in the page, if they are serious or worse, one a
// line: by the named rules, or by all of WCAG to 2.2 AA and best practices.
func (tab *Tab) Checked(rules ...string) []string {
	tab.t.Helper()
	text, err := checks()
	if err != nil {
		tab.t.Fatal(err)
	}
	tab.do(chromedp.Evaluate[chromedp.Void](text))
	if len(rules) == 0 {
		rules = tags
	}
	// Preloading would copy the sheets of shadow trees into style elements, which the page's policy
	// forbids.
	options := string(files.JSON(map[string]any{"runOnly": rules, "preload": false}))
	return Value[[]string](tab, "axe.run("+options+`).then((found) => found.violations
		.filter((v) => v.impact === "serious" || v.impact === "critical")
		.flatMap((v) => v.nodes.map((n) => v.id + ": " + v.help + ": " + n.html.slice(0, 200) + " " + n.any.concat(n.all, n.none).map((c) => c.message).join("; ").slice(0, 300))))`)
}
