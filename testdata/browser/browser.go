// Package browser has a real browser for tests of pages: the system's Chromium, without a window.
// All tests of a process share one browser process, with a tab and a profile for each test
// (tab.go). Without a browser such tests are skipped, unless REQUIRE_BROWSER is set.
//
//	test ─ Open ─► Tab ─ chromedp ─► Chromium ─► the pages of "bcrules ui"
//	                └ axe.go: what is wrong for people who can't see, or use no mouse
//
// A tab fails its test if a page writes an error to the console, or loads something from elsewhere.
// What a person does is done by keys and clicks in their places; scripts only look.
package browser

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// names are the program's names on different systems.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
	"/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"}

var errNone = errors.New("found no browser, want chromium (or BROWSER=PROGRAM)")

// program returns the browser that $BROWSER names, or else the first that exists.
func program() (string, error) {
	if own := os.Getenv("BROWSER"); own != "" {
		return exec.LookPath(own)
	}
	for _, name := range names {
		if file, err := exec.LookPath(name); err == nil {
			return file, nil
		}
	}
	return "", errNone
}

var (
	stop  func() // ends the browser, nil until one is started
	start = sync.OnceValues(func() (context.Context, error) {
		file, err := program()
		if err != nil {
			return nil, err
		}
		// The sandbox needs rights that containers lack, and the browser shows only our own pages.
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(file), chromedp.NoSandbox)
		all, end := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, close := chromedp.NewContext(all)
		stop = func() { close(); end() }
		return ctx, chromedp.Do(ctx)
	})
)

// M runs tests and then ends the browser.
type M struct{ Tests interface{ Run() int } }

// Run does what testing.M does.
func (m M) Run() int {
	code := m.Tests.Run()
	if stop != nil {
		stop()
	}
	return code
}

// Want starts the browser, unless it runs, and returns its context. Without a browser the test is
// skipped.
func Want(t testing.TB) context.Context {
	t.Helper()
	ctx, err := start()
	if err != nil && os.Getenv("REQUIRE_BROWSER") != "" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
	return ctx
}

// Lacks returns what tests of pages need and this machine doesn't have.
func Lacks() (all []error) {
	if _, err := program(); err != nil {
		all = append(all, err)
	}
	if _, err := checks(); err != nil {
		all = append(all, err)
	}
	return all
}
