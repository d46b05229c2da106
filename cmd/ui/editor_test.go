//go:build unix && !race

package ui_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/testdata/browser"

	"github.com/chromedp/chromedp/kb"
)

// The beginning of an expression that searches the editor's tree.
const inEditor = "document.querySelector('.editor').shadowRoot."

// paste replaces the editor's text, as pasting does. Without scripts there is only the text box.
func (s *site) paste(text string) {
	s.t.Helper()
	s.Until("document.querySelector('.editor')")
	s.Click(".editor")
	s.Until(inEditor + "activeElement")
	browser.Value[bool](s.Tab, fmt.Sprintf(`(() => {
		const data = new DataTransfer(), at = %sactiveElement;
		data.setData("text/plain", %q);
		document.getElementById("rules-text").select();
		return at.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })), true;
	})()`, inEditor, text))
}

// Text typed in the playground is underlined where vet finds a fault, completed, explained and
// mended, as in an editor with "bcrules lsp". Its expressions have colours of their own.
func TestPlaygroundEditor(t *testing.T) {
	s := serve(t, shown)
	s.Go("playground")
	s.Until(inEditor + "querySelector('.e-property')") // the recipe's
	s.paste(tried)
	s.Until("[..." + inEditor + "querySelectorAll('.cm-lintRange-error')].map((e) => e.textContent).join('').startsWith('evnt')")
	if !s.Has("document.querySelector('#rules-text').value.includes('evnt.tool_input')") {
		t.Error("found another text in the form's text box")
	}

	// The mend is offered under the mouse, and taken.
	browser.Value[bool](s.Tab, `(() => {
		const at = `+inEditor+`querySelector(".cm-lintRange-error"), box = at.getBoundingClientRect();
		return at.dispatchEvent(new MouseEvent("mousemove", { clientX: box.x + 3, clientY: box.y + 3, bubbles: true }));
	})()`)
	s.Until(inEditor + "querySelector('.cm-diagnosticAction')")
	browser.Value[bool](s.Tab, inEditor+"querySelector('.cm-diagnosticAction').click() ?? true")
	s.Until("document.querySelector('#rules-text').value.includes('event.tool_input.command !=')")
	s.Until("!" + inEditor + "querySelector('.cm-lintRange-error') && document.querySelector('#answers .ok')")

	// Fields of the hook's event are completed.
	s.paste(strings.Replace(tried, "evnt.tool_input.command", "", 1))
	s.Until("document.querySelector('#rules-text').value.includes('{when: \" !=')")
	browser.Value[bool](s.Tab, `(() => { const r = document.querySelector("#rules-text"), at = r.value.indexOf('" !=') + 1; r.setSelectionRange(at, at); r.focus(); return true })()`)
	s.Press("event.tool_i")
	s.Until("[..." + inEditor + "querySelectorAll('.cm-completionLabel')].some((e) => e.textContent == 'tool_input')")
	browser.Value[bool](s.Tab, "new Promise((done) => setTimeout(done, 200, true))") // for 75 ms it takes no key, lest one hits what just came
	s.Press(kb.Enter)
	s.Until("document.querySelector('#rules-text').value.includes('event.tool_input !=')")
	if faults := s.Faults(); len(faults) > 0 {
		t.Errorf("the browser found %q", faults)
	}
}

// The committed bundle is made from the sources beside it ("make editor" makes it), and comes with
// the notices of all its parts.
func TestEditorBundle(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	lock := read("editor/package-lock.json")
	first, _, _ := strings.Cut(read("assets/editor.js"), "\n")
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte(read("editor/editor.js")+lock))); !strings.Contains(first, want) {
		t.Errorf("found %s, want a bundle of sources %s: make editor", first, want)
	}
	notices := strings.Split(read("assets/editor.txt"), "\n")
	for _, name := range []string{"@codemirror/view", "@codemirror/lsp-client", "@lezer/lr", "marked", "style-mod", "w3c-keyname", "crelt"} {
		_, after, _ := strings.Cut(lock, `"node_modules/`+name+`": {`)
		_, after, _ = strings.Cut(after, `"version": "`)
		version, _, _ := strings.Cut(after, `"`)
		if !slices.Contains(notices, name+" "+version) {
			t.Errorf("found no notice of %s %s", name, version)
		}
	}
}
