//go:build unix && !race

package ui_test

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/journal"
	"bcrules.dev/testdata/browser"
)

// many is how many decisions the log has: 100,000 in make pages.
func many(t *testing.T) int {
	text := os.Getenv("DECISIONS")
	if text == "" {
		return 3000
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// past writes a log of n decisions of the last days, of which one in a hundred was refused.
func (s *site) past(n int) {
	s.t.Helper()
	now := time.Now()
	var b bytes.Buffer
	for i := range n {
		e := journal.Entry{Time: now.Add(time.Duration(i-n) * 10 * time.Second), Session: fmt.Sprintf("session-%d", i/400), Project: s.project(), Event: "PreToolUse", Tool: []string{"Bash", "Edit", "Read"}[i%3],
			Rules: filepath.Dir(s.file()), MS: 2 + float64(i%50)/10, Hooks: []engine.Ran{{Hook: "<img onerror>"}}}
		if i%100 == 50 {
			e.Tool, e.Hooks, e.Said, e.Refused = "Bash", []engine.Ran{{Hook: "<img onerror>", Rules: []int{1}, IDs: []string{"push"}}}, []string{"permission=deny"}, true
		}
		b.Write(e.Append(nil))
	}
	if err := os.MkdirAll(filepath.Dir(s.log()), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(s.log(), b.Bytes(), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// A page of a long log is as short as a page of a short one, leads to all entries and says what it
// took. New entries appear all the same.
func TestMany(t *testing.T) {
	n := many(t)
	s := prepare(t, shown)
	s.past(n)
	s.start()
	s.Go("decisions")
	s.Until("document.querySelector('#live.on')")
	took := browser.Value[[]float64](s.Tab, "(() => { const t = performance.getEntriesByType('navigation')[0]; return [t.responseStart, t.domInteractive, t.loadEventEnd, performance.now()]; })()")
	t.Logf("of %d decisions: answered after %.0f ms, interactive %.0f, loaded %.0f, live by %.0f; %d MB", n, took[0], took[1], took[2], took[3], s.resident()>>20)
	if rows := browser.Value[int](s.Tab, "document.querySelectorAll('#rows tr').length"); rows != 100 {
		t.Errorf("found %d rows, want 100", rows)
	}
	began := time.Now()
	s.event("git push")
	s.Until("document.querySelector('#rows tr.new.refused')")
	t.Logf("a refused call stood there after %s", time.Since(began))
	s.Go("decisions?text=" + url.QueryEscape("session-0") + "%22") // the oldest
	s.Until(fmt.Sprintf("document.querySelectorAll('#rows tr').length == 100 && document.querySelector('a.more').href.endsWith('before=%d&text=session-0%%22')", 301))
	s.Click("a.more")
	s.Until("document.querySelectorAll('#rows tr').length == 100 && document.querySelector('#rows a').href.endsWith('n=300')")
}

// resident returns how many bytes of memory the server has.
func (s *site) resident() int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.server.Pid))
	if err != nil {
		return 0 // not on Linux
	}
	_, after, _ := bytes.Cut(status, []byte("VmRSS:"))
	kb, _ := strconv.Atoi(string(bytes.Fields(after)[0]))
	return kb << 10
}
