//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/log"
	"bcrules.dev/testdata/built"
	"bcrules.dev/testdata/outlived"
)

// pagesRules are rules with names and texts that a page must not take for markup.
const pagesRules = `
log: inputs: true
hooks: "<img onerror>": {
	doc:   "<b>No</b> pushes & such."
	on:    "PreToolUse"
	match: "Bash"
	rules: [
		{id: "push", doc: "Denies <i>pushes</i>.", when: "event.tool_input.command contains 'push'", do: deny: "<script>no</script>"},
		{id: "rarely", when: "event.tool_input.command == 'rarely'", do: deny: "no"},
	]
}
`

// A served is a running "bcrules ui", with the home that it and hooks have.
type served struct {
	*exec.Cmd
	t         *testing.T
	bin, home string
	temp      string // only its own processes': tests run side by side
	base      string // address of the pages, with token and slash
	out       *bufio.Reader
}

func serveRules(t *testing.T, text string) *served {
	t.Helper()
	s := prepareRules(t, text)
	s.start()
	return s
}

// prepareRules makes a home with rules.
func prepareRules(t *testing.T, text string) *served {
	t.Helper()
	s := &served{t: t, bin: built.Commands(t), home: t.TempDir(), temp: t.TempDir()}
	put(t, filepath.Join(s.home, ".config", "bcrules", "a.cue"), "package r\n"+text)
	if err := os.Mkdir(filepath.Join(s.home, "p"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.command("bcrules", "compile").Run() // so that the first event needn't wait for it; faults are what some tests are about
	return s
}

// start starts the server.
func (s *served) start() {
	t := s.t
	t.Helper()
	s.Cmd = s.command("bcrules", "ui", "--no-open")
	out, err := s.StdoutPipe()
	if err == nil {
		err = s.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill() })
	s.out = bufio.NewReader(out)
	line, err := s.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	s.base = strings.TrimSuffix(strings.TrimSpace(line), "rules")
}

// stderr says how many lines of which file have no entry.
func TestUISaysWhatItLeavesOut(t *testing.T) {
	s := prepareRules(t, pagesRules)
	put(t, filepath.Join(s.home, "p", "ann.jsonl"), "no entry\n{}\n")
	cmd := s.command("bcrules", "ui", "--no-open", "--from", "ann.jsonl")
	cmd.Stderr = nil
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	if line, err := bufio.NewReader(said).ReadString('\n'); line != "bcrules ui: ann.jsonl: left out 2 lines that hold no entry\n" {
		t.Errorf("found %q, %v", line, err)
	}
}

// command returns a command with the home.
func (s *served) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir, cmd.Stderr = filepath.Join(s.home, "p"), os.Stderr // the project; the rules are beside it
	cmd.Env = append(os.Environ(), "HOME="+s.home, "TMPDIR="+s.temp, "XDG_CACHE_HOME="+filepath.Join(s.home, ".cache"), "XDG_CONFIG_HOME="+filepath.Join(s.home, ".config"))
	return cmd
}

// event has the hook answer an event, which is then in the log.
func (s *served) event(command string) {
	s.t.Helper()
	cmd := s.command("bchook")
	cmd.Stdin = strings.NewReader(`{"hook_event_name": "PreToolUse", "session_id": "s<u>1", "cwd": "` + filepath.Join(s.home, "p") + `", "tool_name": "Bash", "tool_input": {"command": "` + command + `"}}`)
	if out, err := cmd.Output(); err != nil {
		s.t.Fatal(err, string(out))
	}
}

// get fetches a page by its address, below the token or whole.
func (s *served) get(address string, change func(*http.Request)) (code int, body string) {
	s.t.Helper()
	if !strings.HasPrefix(address, "http:") {
		address = s.base + address
	}
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if change != nil {
		change(r)
	}
	return s.send(r)
}

// send returns the status and the text of the answer to a request.
func (s *served) send(r *http.Request) (int, string) {
	s.t.Helper()
	answer, err := (&http.Client{Timeout: outlived.Patience}).Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if policy := answer.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; script-src 'self';") {
		s.t.Errorf("%s: found the policy %q", r.URL, policy)
	}
	return answer.StatusCode, string(all)
}

// has fetches a page and looks for texts in it.
func (s *served) has(address string, want ...string) {
	s.t.Helper()
	code, body := s.get(address, nil)
	if code != http.StatusOK {
		s.t.Errorf("%s: found %d, want 200", address, code)
	}
	for _, text := range want {
		if !strings.Contains(body, text) {
			s.t.Errorf("%s: found no %s in\n%s", address, text, body)
		}
	}
	for _, markup := range []string{"<img", "<i>", "<script>no", "<u>"} {
		if strings.Contains(body, markup) {
			s.t.Errorf("%s: found %s as markup", address, markup)
		}
	}
}

// The pages show the rules with the log's figures, and decisions; a stream sends new ones. All
// texts of rules and events stay text, and Ctrl-C ends it.
func TestUI(t *testing.T) {
	built.SideBySide(t)
	s := serveRules(t, pagesRules)
	s.event("git push")
	s.event("ls")
	s.has("rules", "&lt;img onerror&gt;", "held 1×", "never held", "event.tool_input.command contains &#39;push&#39;", "<span class=\"gist\">when <code>event.tool_input.command == &#39;rarely&#39;</code></span>", "vet found no faults")
	s.has("rules?never=1", ">rarely<", "1 rule of 2")
	s.has("decisions", "deny", "no opinion", "<b>push</b>", "s&lt;u&gt;1", `<div class="asks"><code>git push</code></div>`)
	s.has("decisions?said=deny&hook=%3Cimg+onerror%3E&rule=push", "<b>push</b>")
	s.has("decisions?said=ask", "No decision is like that.")
	s.has("decisions?text=nowhere", "No decision is like that.")
	s.has("decision?n=1", "by rule <b>&lt;img onerror&gt;/push</b>", "&lt;script&gt;no&lt;/script&gt;", "git push", "The whole trace", "rule <b>1</b> <b>push</b>")
	s.has("decisions?session=s%3Cu%3E1", "session s&lt;u&gt;1", "all decisions")
	s.has("source?file="+filepath.Join(s.home, ".config", "bcrules", "a.cue"), `id="L3"`, `class="c-key"`)
	s.follows()
	if err := s.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if rest, _ := io.ReadAll(s.out); len(rest) > 0 {
		t.Errorf("it said %q, too", rest)
	}
	if err := s.Wait(); err != nil {
		t.Errorf("Ctrl-C: %v", err)
	}
}

// The page has the same counts as stats, for the same rules and log: also for a pack, for the
// project's untrusted rules, and for events that other rules answered.
func TestUICounts(t *testing.T) {
	s := prepareRules(t, "import \"bcrules.dev/packs/brewcode\"\npacks: \"brewcode\": brewcode\n"+pagesRules)
	s.event("git push")
	put(t, filepath.Join(s.home, "p", ".claude", "bcrules", "p.cue"), "package p\nhooks: mine: {on: \"Stop\", rules: [{id: \"a\", do: block: \"no\"}]}\n")
	for _, command := range []string{"git push", "ls", "git push x"} {
		s.event(command)
	}
	s.start()
	var own, all log.Report
	for to, args := range map[*log.Report][]string{&own: nil, &all: {"--packs"}} {
		out, err := s.command("bcrules", append([]string{"stats", "--json"}, args...)...).Output()
		if err == nil {
			err = json.Unmarshal(out, to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if own.Events != 3 || own.Refused != 2 || len(own.Never) != 2 || len(all.Never) <= len(own.Never) {
		t.Errorf("found %d events, %d refused, %d and %d rules that never held, want 3, 2, 2 and more", own.Events, own.Refused, len(own.Never), len(all.Never))
	}
	s.has("rules", fmt.Sprintf("<b>%d</b> events", own.Events), fmt.Sprintf("<b>%d</b> refused", own.Refused), fmt.Sprintf("<b>%d</b> of your 3 rules never held", len(own.Never)), fmt.Sprintf("<b>%d</b> of all never held", len(all.Never)))
	s.has("rules?never=own", fmt.Sprintf("%d rules of", len(own.Never)))
	s.has("rules?never=1", fmt.Sprintf("%d rules of", len(all.Never)))
	_, page := s.get("rules", nil)
	link := regexp.MustCompile(`href="(decisions[?]refused=1[^"]*)"`).FindStringSubmatch(page)
	if _, page = s.get(html.UnescapeString(link[1]), nil); strings.Count(page, "<tr class=\"refused\">") != own.Refused {
		t.Errorf("%s: found other than %d decisions", link[1], own.Refused)
	}
	hook := slices.IndexFunc(own.Hooks, func(h log.HookReport) bool { return h.Hook == "<img onerror>" })
	if h := own.Hooks[hook]; h.Ran != 3 || h.P95 <= 0 || h.P95 >= own.ByEvent[0].Max {
		t.Errorf("found %+v, want 3 runs that took some of the events' %v ms", h, own.ByEvent[0].Max)
	}
}

// follows reads the stream, on which a wanted decision comes, and no others.
func (s *served) follows() {
	s.t.Helper()
	answer, err := (&http.Client{Timeout: outlived.Patience}).Get(s.base + "decisions/stream?after=2&said=deny")
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	s.event("ls")
	s.event("git push again")
	stream := bufio.NewScanner(answer.Body)
	for stream.Scan() {
		line := stream.Text()
		switch {
		case strings.HasPrefix(line, "id: ") && line != "id: 4":
			s.t.Errorf("found %s, want the one that was denied", line)
		case strings.Contains(line, "<b>push</b>"):
			return
		}
	}
	s.t.Errorf("the stream ended: %v", stream.Err())
}

// A request without the token, or with another host's name or another page's origin, is refused.
// The pages only show, and only rule files.
func TestUIRefuses(t *testing.T) {
	s := serveRules(t, pagesRules)
	host := strings.SplitN(s.base, "/", 4)[2]
	tests := []struct {
		name, address string
		change        func(*http.Request)
		want          int
	}{
		{"no token", "http://" + host + "/", nil, 403},
		{"another token", "http://" + host + "/AAAAAAAAAAAAAAAAAAAAAAAAAA/rules", nil, 403},
		{"the token's beginning", strings.TrimSuffix(s.base, "/")[:len(s.base)-2] + "/rules", nil, 403},
		{"another host", "rules", func(r *http.Request) { r.Host = "example.com" }, 403},
		{"another name of the host", "rules", func(r *http.Request) { r.Host = "localhost" + host[strings.IndexByte(host, ':'):] }, 403},
		{"another origin", "rules", func(r *http.Request) { r.Header.Set("Origin", "http://example.com") }, 403},
		{"another page", "rules", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		{"no origin that is told", "rules", func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		{"its own origin", "rules", func(r *http.Request) { r.Header.Set("Origin", "http://"+host) }, 200},
		{"to change something", "rules", func(r *http.Request) { r.Method = http.MethodDelete; r.Header.Set("Origin", "http://"+host) }, 405},
		{"the same from nowhere", "rules", func(r *http.Request) { r.Method = http.MethodDelete }, 403},
		{"another file", "source?file=/etc/passwd", nil, 404},
		{"the log's file", "source?file=" + filepath.Join(s.home, ".cache", "bcrules", "decisions.jsonl"), nil, 404},
		{"no decision", "decision?n=7", nil, 404},
		{"no page", "nowhere", nil, 404},
		{"the list of files", "assets/", nil, 404},
	}
	for _, test := range tests {
		if code, body := s.get(test.address, test.change); code != test.want {
			t.Errorf("%s: found %d, want %d", test.name, code, test.want)
		} else if code == http.StatusForbidden && strings.Contains(body, "<") {
			t.Errorf("%s: found a page", test.name)
		} else if test.address == "nowhere" && !strings.Contains(body, `href="rules"`) {
			t.Errorf("%s: found no way back in\n%s", test.name, body)
		}
	}
}

// Faults of rules are on the page with the line and a caret.
func TestUIFaults(t *testing.T) {
	s := serveRules(t, "hooks: x: {on: \"Stop\", rules: [{when: \"evnt.x\", do: deny: \"no\"}]}\n")
	s.has("rules", "What vet found", `class="caret"`, "evnt")
	s.has("source?file="+filepath.Join(s.home, ".config", "bcrules", "a.cue"), `<span class="line error`, `class="caret"`)
	put(t, filepath.Join(s.home, ".config", "bcrules", "a.cue"), "package r\nhooks: y: {on: \"Stop\", rules: [{when: \"not event.stop_hook_active\", do: block: \"no\"}]}\n")
	s.has("rules", "vet found no faults", `id="h-y"`)
}
