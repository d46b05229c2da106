package browser

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is longer than any action of a tab takes on a busy machine.
const patience = 30 * time.Second

// A Tab is a page in front of a person.
type Tab struct {
	Acts int // clicks and pressed keys

	t    testing.TB
	ctx  context.Context
	base string // where everything it loads must come from

	mu     sync.Mutex
	faults []string
}

// Open opens a tab for pages whose addresses begin with base. The tab is closed when the test ends.
// The test then fails if the page did something forbidden (Faults).
func Open(t testing.TB, base string) *Tab {
	t.Helper()
	all := Want(t)
	tab := &Tab{t: t, base: base}
	ctx, close := chromedp.NewContext(all, chromedp.WithNewBrowserContext(), chromedp.WithListener(tab.heard))
	tab.ctx = ctx
	t.Cleanup(func() {
		for _, fault := range tab.Faults() {
			t.Error(fault)
		}
		close()
	})
	tab.do(chromedp.Func(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, network.Enable, network.EnableParams{})
		return err
	}))
	tab.Size(1280, 800)
	return tab
}

// heard handles an event of the browser about a page.
func (tab *Tab) heard(event any) {
	fault := ""
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			fault = "console: " + arguments(e.Args)
		}
	case *runtime.EventExceptionThrown:
		fault = (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error()
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			fault = "console: " + e.Entry.Text + " " + e.Entry.URL
		}
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, tab.base) {
			fault = "it asked for " + e.Request.URL
		}
	}
	if fault != "" {
		tab.mu.Lock()
		defer tab.mu.Unlock()
		tab.faults = append(tab.faults, fault)
	}
}

func arguments(all []*runtime.RemoteObject) string {
	var texts []string
	for _, a := range all {
		texts = append(texts, string(a.Value)+a.Description)
	}
	return strings.Join(texts, " ")
}

// Faults returns the forbidden things that the page did since the last call.
func (tab *Tab) Faults() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	all := tab.faults
	tab.faults = nil
	return all
}

// do runs actions for at most patience.
func (tab *Tab) do(actions ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	if err := chromedp.Do(tab.ctx); err != nil { // the tab must outlive the first action
		tab.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		tab.t.Fatalf("%v on %s", err, tab.address())
	}
}

func (tab *Tab) address() string {
	at, _ := chromedp.Run(tab.ctx, chromedp.Location()) // for messages about other faults
	return at
}

// Go opens an address, whole or below base, and waits until it is loaded.
func (tab *Tab) Go(address string) {
	tab.t.Helper()
	if !strings.Contains(address, "://") {
		address = tab.base + address
	}
	tab.do(chromedp.Navigate(address))
}

// Click clicks the middle of the first element that a selector finds. If the page draws anew
// meanwhile, the element is gone, and Click looks for it again.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	tab.Acts++
	tab.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		for {
			err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector)))
			if err == nil || !strings.Contains(err.Error(), "Could not find node with given id") {
				return err
			}
		}
	}))
}

// Press presses keys, one after the other (package kb has those without a letter). As with a
// keyboard, a page that handles a key otherwise keeps its letter from being written.
func (tab *Tab) Press(keys string) {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, s *chromedp.Target) error {
		for _, key := range keys {
			tab.Acts++
			events := kb.Encode(key)
			if down := events[0]; len(events) == 3 {
				down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
			}
			for _, e := range []*input.DispatchKeyEventParams{events[0], events[len(events)-1]} {
				if _, err := cdp.Call(ctx, s, input.DispatchKeyEvent, *e); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// Write replaces the content of a field with a text, as pasting does.
func (tab *Tab) Write(field, text string) {
	tab.t.Helper()
	tab.Click(field)
	tab.Acts++
	tab.do(chromedp.Func(func(ctx context.Context, s *chromedp.Target) error {
		all := input.DispatchKeyEventParams{Type: "keyDown", Key: "a", Code: "KeyA", Modifiers: int64(kb.ModifierCtrl), Commands: []string{"selectAll"}}
		if _, err := cdp.Call(ctx, s, input.DispatchKeyEvent, all); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, s, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
}

// Has reports whether an expression of JavaScript holds now, on a loaded page.
func (tab *Tab) Has(expression string) bool {
	held, err := chromedp.Run(tab.ctx, chromedp.Evaluate[bool]("document.readyState != 'loading' && !!("+expression+")"))
	return err == nil && held // a page that is being replaced has nothing
}

// Until waits until an expression of JavaScript holds, also on the next page.
func (tab *Tab) Until(expression string) {
	tab.t.Helper()
	for end := time.Now().Add(patience); !tab.Has(expression); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			text, _ := chromedp.Run(tab.ctx, chromedp.Evaluate[string]("document.body.innerText"))
			tab.t.Fatalf("%s: waited for %s in\n%s", tab.address(), expression, text)
		}
	}
}

// Value returns the value of an expression of JavaScript, or of its promise.
func Value[T any](tab *Tab, expression string) T {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		tab.t.Fatalf("%s: %v on %s", expression, err, tab.address())
	}
	return v
}

// Size sets the size of the page in pixels.
func (tab *Tab) Size(width, height int64) {
	tab.t.Helper()
	tab.do(chromedp.EmulateViewport(width, height))
}

// Scheme sets whether the person likes pages light or dark.
func (tab *Tab) Scheme(name string) {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
		return err
	}))
}

// Scripts sets whether pages may run scripts.
func (tab *Tab) Scripts(run bool) {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !run})
		return err
	}))
}

// Wide returns by how many pixels the page is wider than its visible part, and what reaches beyond;
// "" if it isn't wider.
func (tab *Tab) Wide() string {
	tab.t.Helper()
	return Value[string](tab, `(() => {
		const page = document.scrollingElement, seen = innerWidth;
		if (page.scrollWidth <= seen) return "";
		const beyond = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > seen + 1);
		return page.scrollWidth - seen + " px too wide: " + beyond.slice(0, 4).map((e) => e.outerHTML.slice(0, 120)).join("; ");
	})()`)
}
