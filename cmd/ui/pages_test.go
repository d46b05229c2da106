//go:build unix && !race

package ui_test

import (
	"path/filepath"
	"testing"

	"bcrules.dev/testdata/browser"
)

// Each page loads without an error and without anything from elsewhere, isn't wider than
// what it is shown on, has nothing that axe-core takes for serious, light or dark, and no
// name or text of a rule, an event or an agent as markup.
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

// So do pages of rules with faults.
func TestPagesOfFaults(t *testing.T) {
	s := serve(t, "hooks: x: {on: \"Stop\", rules: [{when: \"evnt.x && 'a condition that is longer than a narrow page is wide' != ''\", do: deny: \"no\"}]}\n")
	for _, address := range append(s.addresses()[:4], "playground") {
		s.sound(address)
	}
}

// sound loads a page and says what is wrong with it.
func (s *site) sound(address string) {
	s.t.Helper()
	s.Go(address)
	s.Until("document.readyState == 'complete' && (!document.querySelector('.play') || document.querySelector('#answers section'))")
	s.open()
	s.checks(address)
}

// sees says what is wrong with the page that is open.
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
	for _, fault := range s.Checked("color-contrast", "target-size") { // what is another there
		s.t.Errorf("%s, dark and narrow: %s", address, fault)
	}
}

// open opens all that is folded in.
func (s *site) open() {
	browser.Value[*int](s.Tab, "document.querySelectorAll('details').forEach((d) => d.open = true), null")
}
