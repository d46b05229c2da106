// Package browser has a real browser for tests of pages: the system's Chromium, without a
// window, one process for all tests of a process, and in it a tab with a profile of its own
// for each (tab.go). Where there is none, tests that ask for it are skipped, unless
// REQUIRE_BROWSER is set.
//
//	test ─ Open ─► Tab ─ chromedp ─► Chromium ─► the pages of "bcrules ui"
//	                └ axe.go: what is wrong for people who can't see, or use no mouse
//
// A tab fails its test for what a page writes to the console as an error, and for what it
// loads from elsewhere. What a person does is done by keys and clicks where they would be;
// scripts only look.
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

// names are those that systems give the program.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
	"/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"}

var errNone = errors.New("found no browser, want chromium (or BROWSER=PROGRAM)")

// program returns the browser that $BROWSER names, or else the first that is there.
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
		// Its sandbox needs rights that containers lack, and it shows our own pages alone.
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(file), chromedp.NoSandbox)
		all, end := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, close := chromedp.NewContext(all)
		stop = func() { close(); end() }
		return ctx, chromedp.Do(ctx)
	})
)

// M runs tests and ends the browser that was started for them.
type M struct{ Tests interface{ Run() int } }

// Run is what testing.M does.
func (m M) Run() int {
	code := m.Tests.Run()
	if stop != nil {
		stop()
	}
	return code
}

// Want starts the browser, unless it runs, and returns its context. Where there is none the
// test is skipped.
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

// Lacks returns what this machine doesn't have of what tests of pages need.
func Lacks() (all []error) {
	if _, err := program(); err != nil {
		all = append(all, err)
	}
	if _, err := checks(); err != nil {
		all = append(all, err)
	}
	return all
}
