//go:build unix && !race

package ui_test

import (
	"path/filepath"
	"strings"
	"testing"

	"bcrules.dev/testdata/browser"
)

// Each page loads without an error, and with nothing from elsewhere. It isn't wider than the
// screen, axe-core finds nothing serious in it, light or dark, and no name or text of a rule, an
// event or an agent becomes markup.
func TestPages(t *testing.T) {
	s := prepare(t, shown)
	s.put(filepath.Join(s.project(), ".claude", "bcrules", "p.cue"), untrusted)
	for _, e := range []string{"git push <b>now</b>", "ls", codex, broken} {
		s.event(e)
	}
	s.start()
	texts := map[string]string{"rules": "<img onerror>", "decisions": "<img onerror> push", "decision?n=1": "<script>no</script>", "decision?n=4": `invalid duration "<i>"`}
	for _, address := range s.addresses() {
		s.sound(address)
		s.isText(texts[address])
	}
}

// Decisions look like what they mean, and also have the word for it: a question isn't shown as let
// through, and a message as neither.
func TestTones(t *testing.T) {
	s := serve(t, `hooks: tones: {on: "PreToolUse", match: "Bash", rules: [
	{when: "event.tool_input.command == 'rm'", do: deny: "no"},
	{when: "event.tool_input.command == 'mv'", do: ask: "sure?"},
	{when: "event.tool_input.command == 'ls'", do: allow: {}},
	{when: "event.tool_input.command == 'cp'", do: inject: context: "so"},
]}
`, "rm", "mv", "ls", "cp", "true")
	s.sound("decisions")
	s.Scheme("light")
	words := browser.Value[string](s.Tab, "[...document.querySelectorAll('#rows tr')].map((r) => r.className + ' ' + r.cells[2].innerText).join()")
	if want := "silent no opinion,told context,allowed allow,asked ask,refused deny"; words != want {
		t.Errorf("found %s, want %s", words, want)
	}
	colours := browser.Value[[]string](s.Tab, "[...document.querySelectorAll('#rows .tag')].map((e) => getComputedStyle(e).color.match(/\\d+/g).slice(0, 3).map(Number)).map(([r, g, b]) => r > g + 30 ? (g > b + 30 ? 'yellow' : 'red') : g > r + 30 ? 'green' : 'none')")
	if got := strings.Join(colours, ","); got != "none,green,yellow,red" {
		t.Errorf("found the colours %s", got)
	}
	s.sound("decision?n=2")
}

// So do pages of rules with faults.
func TestPagesOfFaults(t *testing.T) {
	s := serve(t, "hooks: x: {on: \"Stop\", rules: [{when: \"evnt.x && 'a condition that is longer than a narrow page is wide' != ''\", do: deny: \"no\"}]}\n")
	for _, address := range append(s.addresses()[:4], "playground") {
		s.sound(address)
	}
}

// sound loads a page and returns its faults.
func (s *site) sound(address string) {
	s.t.Helper()
	s.Go(address)
	s.Until("document.readyState == 'complete' && (!document.querySelector('.play') || document.querySelector('#answers section'))")
	s.open()
	s.checks(address)
}

// sees returns the faults of the open page.
func (s *site) sees() {
	s.t.Helper()
	s.checks(browser.Value[string](s.Tab, "document.title"))
}

func (s *site) checks(address string) {
	s.t.Helper()
	for _, width := range []int64{360, 1600} {
		s.Size(width, 800)
		if wide := s.Wide(); wide != "" {
			s.t.Errorf("%s at %d px: %s", address, width, wide)
		}
	}
	for _, fault := range s.Faults() {
		s.t.Errorf("%s: %s", address, fault)
	}
	if !browser.Checks(s.t) {
		return
	}
	s.Scheme("light")
	for _, fault := range s.Checked() {
		s.t.Errorf("%s: %s", address, fault)
	}
	s.Scheme("dark")
	s.Size(360, 800)
	for _, fault := range s.Checked("color-contrast", "target-size") { // they differ there
		s.t.Errorf("%s, dark and narrow: %s", address, fault)
	}
}

// open opens all folded parts.
func (s *site) open() {
	browser.Value[*int](s.Tab, "document.querySelectorAll('details').forEach((d) => d.open = true), null")
}
