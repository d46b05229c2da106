//go:build unix && !race

package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/browser"

	"github.com/chromedp/chromedp/kb"
)

// A call that a hook's process denies appears in the open page within a second. If the machine is
// busy, one of three tries must succeed.
func TestArrives(t *testing.T) {
	s := serve(t, shown, "ls")
	s.Go("decisions")
	s.Until("document.querySelector('#live.on')")
	for try := range 3 {
		began := time.Now()
		s.event("git push")
		s.Until(fmt.Sprintf("document.querySelectorAll('#rows tr.refused').length == %d", try+1))
		took := time.Since(began)
		t.Logf("it took %s, the hook's process among it", took)
		if took < time.Second {
			return
		}
	}
	t.Error("no call stood there within a second")
}

// A filter also keeps out new entries.
func TestArrivesFiltered(t *testing.T) {
	s := serve(t, shown, "ls", codex)
	s.Go("decisions?said=deny")
	s.Until("document.querySelector('#none') && document.querySelector('#live.on')")
	s.event("ls")
	s.event("git push")
	s.Until("document.querySelectorAll('#rows tr').length == 1 && !document.querySelector('#none') && document.querySelector('#rows').offsetHeight > 0")
	s.Go("decisions?agent=codex")
	s.Until("document.querySelectorAll('#rows tr').length == 1 && document.querySelector('[name=agent]').value == 'codex'")
}

// A hidden page doesn't listen, and shows what came meanwhile when it is visible again. It says if
// the server has ended.
func TestListens(t *testing.T) {
	s := serve(t, shown)
	s.Go("decisions")
	s.Until("document.querySelector('#live.on')")
	s.seen(false)
	s.event("git push")
	s.event("ls")
	if n := browser.Value[int](s.Tab, "document.querySelectorAll('#rows tr').length"); n != 0 {
		t.Errorf("found %d rows on a page that is hidden", n)
	}
	s.seen(true)
	s.Until("document.querySelectorAll('#rows tr').length == 2")
	s.seen(false)
	s.event("ls")
	s.seen(true)
	s.Until("document.querySelectorAll('#rows tr').length == 3")
	if err := s.server.Kill(); err != nil {
		t.Fatal(err)
	}
	s.Until("document.querySelector('#live').innerText.startsWith('not connected')")
	s.seen(false) // or it would try again
	s.Faults()
}

// seen sets whether the page is in front or behind another.
func (s *site) seen(is bool) {
	browser.Value[*int](s.Tab, fmt.Sprintf(`(Object.defineProperty(document, "hidden", { configurable: true, value: %t }), document.dispatchEvent(new Event("visibilitychange")), null)`, !is))
}

// With the mouse: a text filters as it is typed, without the page being loaded anew, a decision opens, and says by which rule and why.
func TestFilterOpenExplain(t *testing.T) {
	s := serve(t, shown, "ls", "git push origin", "ls -l")
	s.Go("decisions")
	s.Click("[type=search]")
	s.Press("origin")
	s.Until("location.search == '?text=origin' && document.querySelectorAll('#rows tr').length == 1")
	s.Click("#rows a")
	s.Until("document.querySelector('.why')?.innerText.includes('/push')")
	s.Until("[...document.querySelectorAll('[data-copy]')].map(b => b.hidden ? '' : b.dataset.copy.replace(/ [^ ]*$/, '')).join() == 'bcrules explain,bcrules except,bcrules test --from'")
	s.Click(".trace > summary")
	s.Until("document.querySelector('.trace[open]').innerText.includes('rule 1 push held')")
	s.Until("document.querySelector('.rule[open]').innerText.includes(\"event.tool_input.command contains 'push'\")")
	s.Click(".rule .place a")
	s.Until("location.hash == '#L9' && document.querySelector('.line:target').innerText.includes('push')")
}

// Without scripts a form with a button filters, and a link removes a filter.
func TestFilterNoScripts(t *testing.T) {
	s := serve(t, shown, "ls", "git push origin")
	s.Scripts(false)
	s.Go("decisions")
	s.Click("[type=search]")
	s.Press("origin")
	s.Click(".filters button")
	s.Until("location.search.includes('text=origin') && document.querySelectorAll('#rows tr').length == 1")
	s.Click(".chosen a[aria-label='Without text origin']")
	s.Until("document.querySelectorAll('#rows tr').length == 2")
}

// With the keyboard alone everything usable is reached, is visible then, and does what a click
// does.
func TestKeyboard(t *testing.T) {
	s := serve(t, shown, "ls", "git push origin")
	for _, address := range []string{"rules", "decisions", "decision?n=2", "playground"} {
		s.Go(address)
		s.Until("!document.querySelector('.play') || document.querySelector('#replies')")
		s.reachesAll()
	}
	s.Go("rules")
	s.Press(kb.Tab)
	s.Until("document.activeElement.matches('.skip') && document.activeElement.getBoundingClientRect().left >= 0")
	s.Press(kb.Enter)
	s.Until("document.activeElement.id == 'main'")
	s.Press("/")
	s.Until("document.activeElement.matches('[type=search]') && document.activeElement.value == ''")
	s.Press("rarely" + kb.Enter)
	s.Until("location.search == '?text=rarely' && document.querySelectorAll('.rule').length == 1 && document.activeElement.matches('[type=search]')")
	s.reach(".rule summary")
	s.Press(kb.Enter)
	s.Until("document.querySelector('.rule[open]')")
	s.Go("decisions")
	s.reach("[name=said]")
	s.Press("d")
	s.Until("location.search == '?said=deny' && document.querySelectorAll('#rows tr').length == 1")
	s.reach("#rows a")
	s.Press(kb.Enter)
	s.Until("document.querySelector('.why')?.innerText.includes('/push')")
}

// usable are the elements with which somebody can do something.
const usable = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0'], .editor")].filter((e) => e.checkVisibility())`

// reachesAll goes through the page by the tab key.
func (s *site) reachesAll() {
	s.t.Helper()
	all := browser.Value[int](s.Tab, usable+".length")
	for n := range all {
		s.Press(kb.Tab)
		fault := browser.Value[string](s.Tab, fmt.Sprintf(`(() => {
			const e = document.activeElement, at = e.getBoundingClientRect(), bar = document.querySelector(".bar");
			const what = location.href + ": " + e.outerHTML.slice(0, 150);
			if (e != %s[%d]) return "found another in its place: " + what;
			if (getComputedStyle(e).outlineStyle == "none") return "can't be seen to have the focus: " + what;
			if (at.bottom <= 0 || at.top >= innerHeight) return "is out of sight: " + what;
			if (!bar.contains(e) && !e.matches(".skip") && at.bottom <= bar.getBoundingClientRect().bottom) return "is behind the bar: " + what;
			return "";
		})()`, usable, n))
		if fault != "" {
			s.t.Error(fault)
			return
		}
	}
}

// reach presses the tab key until the element of a selector has the focus.
func (s *site) reach(selector string) {
	s.t.Helper()
	for range 100 {
		s.Press(kb.Tab)
		if s.Has(fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
	}
	s.t.Fatalf("the tab key doesn't lead to %s", selector)
}

// An event's names stay text also in a page that is already open.
func TestStaysText(t *testing.T) {
	s := serve(t, shown)
	const img = "<img src=x onerror=document.title='taken'>"
	s.Go("decisions")
	s.Until("document.querySelector('#live.on')")
	s.event(fmt.Sprintf(`{"hook_event_name": "PreToolUse", "session_id": %q, "cwd": "/", "tool_name": %q, "tool_input": {}}`, img, img))
	s.Until("document.querySelector('#rows tr.new')")
	s.isText(img)
}

// isText checks that a page has a text, and no markup from it.
func (s *site) isText(text string) {
	s.t.Helper()
	found := browser.Value[string](s.Tab, `[...document.querySelectorAll("img, main script, main i, main u, [onerror]")].map((e) => e.outerHTML).join()`)
	if found != "" || s.Has("document.title.includes('taken')") {
		s.t.Errorf("found %s as markup", found)
	}
	if page := browser.Value[string](s.Tab, "document.body.innerText"); !strings.Contains(page, text) {
		s.t.Errorf("found no %s in\n%s", text, page)
	}
}

// Reading, and filtering by Enter, works without scripts.
func TestNoScripts(t *testing.T) {
	s := serve(t, shown, "ls", "git push origin")
	s.Scripts(false)
	s.Go("decisions")
	s.reach("[name=text]")
	s.Press("origin" + kb.Enter)
	s.Until("new URLSearchParams(location.search).get('text') == 'origin' && document.querySelectorAll('#rows tr').length == 1")
	s.reach("#rows a")
	s.Press(kb.Enter)
	s.Until("document.querySelector('.why')?.innerText.includes('/push')")
	s.reach(".rule summary")
	s.Press(" ")
	s.Until("document.querySelector('.rule:not([open])')")
}
