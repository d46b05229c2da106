//go:build unix && !race

package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"bcrules.dev/testdata/browser"

	"github.com/chromedp/chromedp/kb"
)

// tried is a rule with a misspelt word.
const tried = `package rules

hooks: tried: {
	on:    "PreToolUse"
	match: "Bash"
	rules: [{when: "evnt.tool_input.command != ''", do: deny: "<i>never</i> ${event.tool_input.command}"}]
}
`

// Typed rules are answered without a click: a fault appears below with a caret at its column, and
// leads to its place in the text; once it is mended the reply appears.
func TestPlayground(t *testing.T) {
	s := serve(t, shown)
	s.Go("playground")
	s.Until("document.querySelector('#replies')")
	s.paste(tried)
	s.Until("document.querySelector('#answers .found .caret')")
	under := browser.Value[string](s.Tab, "document.querySelector('#answers pre code').innerText")
	line, carets, _ := strings.Cut(under, "\n")
	if at := strings.IndexByte(carets, '^'); at < 0 || !strings.HasPrefix(line[min(at, len(line)):], "evnt") {
		t.Errorf("found the caret below another place:\n%s", under)
	}
	if s.Has("document.querySelector('#replies')") {
		t.Error("found a reply by rules with a fault")
	}

	s.Click("#answers .place")
	s.Press(kb.ArrowRight + kb.ArrowRight + "e")
	s.Until("document.querySelector('#rules-text').value.includes('event.tool_input.command !=') && document.querySelector('#answers .ok')")
	reply := browser.Value[string](s.Tab, "document.querySelector('.reply[open] pre').textContent")
	if !strings.Contains(reply, `"permissionDecision":"deny"`) || !strings.Contains(reply, "never") {
		t.Errorf("found the reply %s, want a refusal", reply)
	}
	s.isText("<i>never</i>")
}

// A decision's event leads here. The text can be kept in the address, which restores it, and is not
// sent with the request. An event of another agent is answered in that agent's words.
func TestPlaygroundKept(t *testing.T) {
	s := serve(t, shown, codex)
	s.Go("decision?n=1")
	s.Click("a[href='playground?of=1']")
	s.Until("document.querySelector('#replies')")
	s.paste(strings.Replace(tried, "evnt", "event", 1))
	s.Click("#keep")
	s.Until("location.hash.includes('hooks')")
	address := browser.Value[string](s.Tab, "location.href")
	s.Go("rules")
	s.Go(address)
	s.Until("document.querySelector('#rules-text').value.includes('hooks: tried')")
	s.Until("document.querySelector('.reply[open] summary')?.innerText.startsWith('Codex')")
}

// Without scripts its button answers.
func TestPlaygroundNoScripts(t *testing.T) {
	s := serve(t, shown)
	s.Scripts(false)
	s.Go("playground")
	s.Write("#rules-text", tried)
	s.Click("#answer")
	s.Until("document.querySelector('#answers .caret')")
	s.isText("evnt")
}

// The project's content is typed beside the event, and the answer changes. Rules and a test are
// saved after their files were shown and somebody confirmed.
func TestPlaygroundSaves(t *testing.T) {
	s := serve(t, shown)
	for _, scripts := range []bool{true, false} {
		name := map[bool]string{true: "locked", false: "again"}[scripts]
		s.Scripts(scripts)
		s.Go("playground")
		if rules := fmt.Sprintf(locked, name); scripts {
			s.paste(rules)
		} else {
			s.Write("#rules-text", rules)
		}
		s.Click(".around summary")
		s.Write("#around-text", "files: \"go.lock\": \"x\"")
		if scripts {
			s.Until("document.querySelector('.why .tag.refused')?.innerText == 'deny' && document.querySelector('.test').textContent.includes('go.lock')")
		}
		s.Click("#save")
		s.Until("document.querySelector('h1').innerText == 'Write these files?' && document.body.innerText.includes('.claude/bcrules/" + name + "_test.cue')")
		if scripts { // without them nothing can be checked
			s.sees()
		}
		s.Click("#write")
		s.Until("document.querySelector('h1').innerText == 'Written'")
		if out, err := s.command("bcrules", "test").Output(); err != nil {
			t.Errorf("the tests that were written: %v\n%s", err, out)
		}
	}
	s.Scripts(true)
	s.Go("rules")
	s.Until("document.querySelector('#h-locked .tag').innerText == 'untrusted'")
}

// locked is a rule about a file of the project.
const locked = `package rules

hooks: %q: {on: "PreToolUse", match: "Bash", rules: [{when: "file('go.lock').exists", do: deny: "It is locked."}]}
`
