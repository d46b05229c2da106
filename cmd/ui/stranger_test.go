//go:build unix && !race

package ui_test

import (
	"strings"
	"testing"
	"time"

	"bcrules.dev/testdata/browser"
)

// Somebody who has never seen the pages finds, from the first one, which rule refused the last call
// and why, though other events came after it; and which of their own rules never hold, beside a
// pack of which most don't.
func TestStranger(t *testing.T) {
	s := prepare(t, "import \"bcrules.dev/packs/lessons\"\npacks: \"lessons\": lessons\nlog: inputs: false\n"+strings.ReplaceAll(shown, "log: inputs: true", ""))
	s.past(3000)
	s.event("git push")
	for range 3 {
		s.event("ls")
	}
	began := time.Now()
	s.start()
	s.Go("rules")
	s.Until("document.querySelector('.sums')")
	t.Logf("the first page stands after %s", time.Since(began))

	began = time.Now()
	s.Click(".sums a[href^='decisions?refused=1']")
	s.Until("location.search.startsWith('?refused=1')")
	s.Click("#rows a")
	s.Until("document.querySelector('h1').innerText.startsWith('deny') && document.querySelector('.rule[open]')")
	page := browser.Value[string](s.Tab, "document.querySelector('main').innerText")
	for _, want := range []string{"push", "Denies <i>pushes</i>.", "event.tool_input.command contains 'push'", "<script>no</script>", "a.cue:"} {
		if !strings.Contains(page, want) {
			t.Errorf("why: found no %s in\n%s", want, page)
		}
	}
	t.Logf("which rule refused it, and why: %d clicks and keys, %s", s.Acts, time.Since(began))

	s.Acts, began = 0, time.Now()
	s.Click("nav a[href=rules]")
	s.Until("document.querySelector('.sums')")
	s.Click(".sums a[href='rules?never=own']")
	s.Until("location.search == '?never=own'")
	if rules := browser.Value[string](s.Tab, "[...document.querySelectorAll('.rule .name')].map((e) => e.innerText).join()"); rules != "rarely,rule 1,rule 1" {
		t.Errorf("found the rules %s, want those of a.cue that never held", rules)
	}
	t.Logf("which of my rules never hold: %d clicks and keys, %s", s.Acts, time.Since(began))
}
