package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcrules.dev/cmd/lsp"
	"bcrules.dev/testdata/built"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

func TestMain(m *testing.M) { os.Exit(built.M{M: m}.Run()) }

// An editor is an editor that runs "bcrules lsp" in a folder of rules.
type editor struct {
	t *testing.T

	options map[string]bool // of initialization

	dir   string
	home  string
	to    *jrpc2.Client
	found chan published
	told  chan string // messages for its user
}

// published is what the server sends about a file, unasked.
type published struct {
	URI         string           `json:"uri"`
	Version     int              `json:"version"`
	Diagnostics []lsp.Diagnostic `json:"diagnostics"`
}

// newEditor starts the server for an editor that counts characters in this way.
func newEditor(t *testing.T, encoding lsp.Encoding, options ...string) *editor {
	e := &editor{t: t, options: map[string]bool{}, dir: t.TempDir(), home: t.TempDir(), found: make(chan published, 1000), told: make(chan string, 10)}
	for _, o := range options {
		e.options[o] = true
	}
	cmd := exec.Command(filepath.Join(built.Commands(t), "bcrules"), "lsp")
	cmd.Dir, cmd.Stderr = e.dir, os.Stderr
	cmd.Env = append(os.Environ(), "HOME="+e.home, "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=")
	in, err := cmd.StdinPipe()
	check(t, err)
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	e.to = jrpc2.NewClient(channel.LSP(out, in), &jrpc2.ClientOptions{OnNotify: func(r *jrpc2.Request) {
		var p published
		var m struct {
			Message string `json:"message"`
		}
		if r.Method() == "window/showMessage" && r.UnmarshalParams(&m) == nil {
			e.told <- m.Message
		}
		if r.Method() == "textDocument/publishDiagnostics" && r.UnmarshalParams(&p) == nil {
			e.found <- p
		}
	}})
	t.Cleanup(func() {
		e.ask("shutdown", nil, nil)
		e.tell("exit", nil)
		if err := cmd.Wait(); err != nil {
			t.Error("the server's end:", err)
		}
		e.to.Close()
	})
	var hello struct {
		Capabilities struct {
			Encoding lsp.Encoding `json:"positionEncoding"`
		} `json:"capabilities"`
	}
	e.ask("initialize", map[string]any{"initializationOptions": e.options, "capabilities": map[string]any{"general": map[string]any{"positionEncodings": []lsp.Encoding{encoding}}}}, &hello)
	if hello.Capabilities.Encoding != encoding {
		t.Fatalf("found %s, want %s", hello.Capabilities.Encoding, encoding)
	}
	e.tell("initialized", map[string]any{})
	return e
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (e *editor) ask(method string, params, answer any) {
	e.t.Helper()
	check(e.t, e.asked(method, params, answer))
}

func (e *editor) asked(method string, params, answer any) error {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	r, err := e.to.Call(ctx, method, params)
	if err != nil || answer == nil {
		return err
	}
	return r.UnmarshalResult(answer)
}

func (e *editor) tell(method string, params any) {
	e.t.Helper()
	check(e.t, e.to.Notify(context.Background(), method, params))
}

func (e *editor) uri(name string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(e.dir, name))}).String()
}

func (e *editor) open(name, text string) {
	e.t.Helper()
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(name), "version": 1, "text": text, "languageId": "cue"}})
}

// change replaces a range of characters, in lines from 0, by a text.
func (e *editor) change(name string, version int, at [4]int, text string) {
	e.t.Helper()
	e.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.uri(name), "version": version},
		"contentChanges": []any{map[string]any{"range": lsp.Range{Start: lsp.Position{Line: at[0], Character: at[1]}, End: lsp.Position{Line: at[2], Character: at[3]}}, "text": text}}})
}

// messages waits for the messages about a version of a file.
func (e *editor) messages(name string, version int) (all []lsp.Diagnostic) {
	e.t.Helper()
	for {
		select {
		case p := <-e.found:
			if p.URI == e.uri(name) && p.Version == version {
				return p.Diagnostics
			}
		case <-time.After(time.Minute):
			e.t.Fatalf("%s: found nothing said of version %d within a minute", name, version)
		}
	}
}

// said waits until a text is said about a file, or until nothing is.
func (e *editor) said(name, text string) {
	e.t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case p := <-e.found:
			if p.URI == e.uri(name) && (text == "" && len(p.Diagnostics) == 0 || text != "" && len(p.Diagnostics) > 0 && strings.Contains(p.Diagnostics[0].Message, text)) {
				return
			}
		case <-late:
			e.t.Fatalf("%s: %q was not said within a minute", name, text)
		}
	}
}

const faulty = "package rules\n\nhooks: x: {\n\ton: \"Stop\"\n\trules: [{when: \"'é😀' == event.sesion_id\", do: log: info: \"No.\"}]\n}\n"

// A fault is underlined in its place, however the editor counts characters. It disappears when an
// edit of a part mends it.
func TestFaults(t *testing.T) {
	built.SideBySide(t)
	t.Parallel()
	column := map[lsp.Encoding]int{lsp.UTF8: len("\trules: [{when: \"'é😀' == event."), lsp.UTF16: len("\trules: [{when: \"'") + 3 + len("' == event.")}
	for encoding, from := range column {
		t.Run(string(encoding), func(t *testing.T) {
			e := newEditor(t, encoding)
			e.open("rules.cue", faulty)
			found := e.messages("rules.cue", 1)
			if len(found) != 1 || !strings.Contains(found[0].Message, "sesion_id") {
				t.Fatalf("found %+v, want the misspelt field alone", found)
			}
			is, want := found[0].Range, lsp.Range{Start: lsp.Position{Line: 4, Character: from}, End: lsp.Position{Line: 4, Character: from + len("sesion_id")}}
			if is != want {
				t.Errorf("found it at %v, want %v", is, want)
			}
			e.change("rules.cue", 2, [4]int{4, from, 4, from + len("sesion_id")}, "session_id")
			if found := e.messages("rules.cue", 2); len(found) != 0 {
				t.Errorf("mended: found %+v, want nothing", found)
			}
		})
	}
}

// Text that can't be read as CUE is reported, and completion still works.
func TestBroken(t *testing.T) {
	t.Parallel()
	e := newEditor(t, lsp.UTF16)
	e.open("rules.cue", "package rules\n\nhooks: x: {\n\ton: \"Stop\"\n\trules: [{when: \"event.\n}\n")
	if found := e.messages("rules.cue", 1); len(found) == 0 {
		t.Error("found nothing said of a text that isn't closed")
	}
	var got struct {
		Items []lsp.Completion `json:"items"`
	}
	e.ask("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": e.uri("rules.cue")}, "position": lsp.Position{Line: 4, Character: len("\trules: [{when: \"event.")}}, &got)
	if len(got.Items) == 0 {
		t.Error("found nothing to complete event. with")
	}
}

// Files of a folder know each other's declarations, saved or not. If one lacks something, that is
// reported in that file.
func TestFolder(t *testing.T) {
	t.Parallel()
	e := newEditor(t, lsp.UTF16)
	check(t, os.WriteFile(filepath.Join(e.dir, "other.cue"), []byte("package rules\n\nhooks: x: {on: \"Stop\", rules: [{when: \"len(cwd()) > most\", do: log: info: \"x\"}]}\n"), 0o600))
	e.open("rules.cue", "package rules\n\nmost: 3\n")
	e.messages("rules.cue", 1)
	e.change("rules.cue", 2, [4]int{2, 0, 2, 4}, "more")
	e.said("other.cue", "unknown name most")
	e.change("rules.cue", 3, [4]int{2, 0, 2, 4}, "most")
	e.said("other.cue", "")
}

// Above a hook and its rules is shown how often they ran and held. A click on it runs the tests, or
// explains the last event. The editor writes a rule's test beside it.
func TestLenses(t *testing.T) {
	t.Parallel()
	e := newEditor(t, lsp.UTF16)
	e.dir = filepath.Join(e.home, ".config", "bcrules")
	check(t, os.MkdirAll(e.dir, 0o700))
	text := "package rules\n\nlog: inputs: true\n\nhooks: mine: {\n\ton: \"PreToolUse\"\n\tmatch: \"Bash\"\n\trules: [{id: \"never\", when: \"event.tool_input.command contains 'dd'\", do: deny: \"No.\"}]\n}\n"
	check(t, os.WriteFile(filepath.Join(e.dir, "rules.cue"), []byte(text), 0o600))
	for range 2 {
		cmd := exec.Command(filepath.Join(built.Commands(t), "bcrules"), "hook")
		cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "HOME="+e.home, "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=", "XDG_STATE_HOME=", "XDG_DATA_HOME=")
		cmd.Stdin = strings.NewReader(`{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/","tool_name":"Bash","tool_input":{"command":"dd if=a"}}`)
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "deny") {
			t.Fatalf("%v %s", err, out)
		}
	}
	e.open("rules.cue", text)
	document := map[string]any{"uri": e.uri("rules.cue")}
	var lenses []lsp.Lens
	e.ask("textDocument/codeLens", map[string]any{"textDocument": document}, &lenses)
	titles := map[string]lsp.Command{}
	for _, l := range lenses {
		titles[l.Command.Title] = l.Command
	}
	for title, want := range map[string]string{"Run the tests": "", "Ran 2 times: explain the last event": "by rule mine/never", "Held 2 times": ""} {
		c, ok := titles[title]
		if !ok {
			t.Fatalf("found %v, want %s", titles, title)
		}
		if want == "" {
			continue
		}
		var said string
		e.ask("workspace/executeCommand", c, &said)
		if told := <-e.told; told != said || !strings.Contains(said, want) {
			t.Errorf("%s: told %q, answered %q, want %s in it", title, told, said, want)
		}
	}
	var actions []struct {
		Title string
		Edit  struct {
			Steps []struct {
				Edits []lsp.TextEdit `json:"edits"`
			} `json:"documentChanges"`
		}
	}
	at := lsp.Position{Line: 7, Character: 40}
	e.ask("textDocument/codeAction", map[string]any{"textDocument": document, "range": lsp.Range{Start: at, End: at}}, &actions)
	if len(actions) != 1 || len(actions[0].Edit.Steps) != 2 {
		t.Fatalf("found %+v, want a test", actions)
	}
	written := strings.Replace(actions[0].Edit.Steps[1].Edits[0].NewText, `"an example"`, `"dd if=a"`, 1)
	check(t, os.WriteFile(filepath.Join(e.dir, "rules_test.cue"), []byte(written), 0o600))
	var said string
	e.ask("workspace/executeCommand", titles["Run the tests"], &said)
	if told := <-e.told; told != said || !strings.Contains(said, "1 test, 1 of 1 rules fired") {
		t.Errorf("found %q, want the test passed:\n%s", said, written)
	}
}

// CUE about something else is left to CUE's own server.
func TestOthers(t *testing.T) {
	t.Parallel()
	e := newEditor(t, lsp.UTF16)
	e.open("deploy.cue", "package deploy\n\nreplicas: 3\nimage: replicas.name\n")
	if found := e.messages("deploy.cue", 1); len(found) != 0 {
		t.Errorf("found %+v, want nothing said", found)
	}
	e.change("deploy.cue", 2, [4]int{2, 0, 2, 0}, "hooks: x: {on: \"Stop\"}\n")
	if found := e.messages("deploy.cue", 2); len(found) == 0 {
		t.Error("found nothing said of a hook without rules")
	}
}

// If CUE's own server runs beside this one, it reports text that can't be read as CUE, and this one
// everything else.
func TestBeside(t *testing.T) {
	t.Parallel()
	e := newEditor(t, lsp.UTF8, "cue")
	e.open("rules.cue", faulty)
	if found := e.messages("rules.cue", 1); len(found) != 1 {
		t.Errorf("found %+v, want the field", found)
	}
	e.change("rules.cue", 2, [4]int{4, 0, 4, 0}, "[[")
	if found := e.messages("rules.cue", 2); len(found) != 0 {
		t.Errorf("found %+v, want nothing", found)
	}
}

// Rules that take too much to evaluate are reported, and the server goes on answering. These take
// too much memory, which is found in less than a second.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	e := newEditor(t, lsp.UTF16)
	var doubled strings.Builder
	for i := range 20 {
		fmt.Fprintf(&doubled, ", a%d: a%[2]d+a%[2]d", i+1, i)
	}
	e.open("rules.cue", "package rules\n\nimport \"strings\"\n\nn: {a0: strings.Repeat(\"x\", 1000)"+doubled.String()+"}\nhooks: x: {on: \"Stop\", doc: n.a20, rules: []}\n")
	found := e.messages("rules.cue", 1)
	if len(found) != 1 || !strings.Contains(found[0].Message, "want less") {
		t.Errorf("found %+v, want that it is too much", found)
	}
	var symbols []lsp.Symbol
	e.ask("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": e.uri("rules.cue")}}, &symbols)
	if len(symbols) != 2 {
		t.Errorf("found %d symbols, want 2", len(symbols))
	}
}

// With many files, or a long one, each key is answered.
func TestLarge(t *testing.T) {
	t.Parallel()
	e := newEditor(t, lsp.UTF16)
	for i := range 100 {
		check(t, os.WriteFile(filepath.Join(e.dir, fmt.Sprintf("f%d.cue", i)), fmt.Appendf(nil, "package rules\n\nhooks: h%d: {on: \"Stop\", rules: [{when: \"event.stop_hook_active\", do: log: info: \"x\"}]}\n", i), 0o600))
	}
	var long strings.Builder
	long.WriteString("package rules\n\nhooks: {\n")
	for i := range 1000 {
		fmt.Fprintf(&long, "\tl%d: {\n\t\ton: \"Stop\"\n\t\tlet: a: \"session().id\"\n\t\trules: [{when: \"a() == 'x'\", do: log: info: \"${a()}\"}]\n\t}\n", i)
	}
	long.WriteString("}\n")
	e.open("long.cue", long.String())
	at := map[string]any{"textDocument": map[string]any{"uri": e.uri("long.cue")}, "position": lsp.Position{Line: 3 + 5*900 + 3, Character: len("\t\trules: [{when: \"a")}}
	var uses []lsp.Location
	e.ask("textDocument/references", at, &uses)
	if len(uses) != 3 {
		t.Errorf("found %d uses of a let, want 3: %v", len(uses), uses)
	}
	if found := e.messages("long.cue", 1); len(found) != 0 {
		t.Errorf("found %+v, want nothing", found[0])
	}
}

// Input that is no message of the protocol ends the server, or is answered with an error. The
// server doesn't hang, and writes only messages.
func TestTransport(t *testing.T) {
	t.Parallel()
	for name, data := range map[string]string{
		"no length": "\r\n\r\n{}", "too long": "Content-Length: 99999999999999999999\r\n\r\n{}", "cut": "Content-Length: 50\r\n\r\n{\"jsonrpc\"",
		"no JSON": "Content-Length: 3\r\n\r\n{]}", "unknown": frame(`{"jsonrpc":"2.0","id":1,"method":"nope"}`) + frame(`{"jsonrpc":"2.0","method":"exit"}`),
		"wrong params": frame(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"position":"x"}}`) + frame(`{"jsonrpc":"2.0","method":"exit"}`),
		"cancelled":    frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}`) + frame(`{"jsonrpc":"2.0","method":"exit"}`),
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(filepath.Join(built.Commands(t), "bcrules"), "lsp")
			cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
			cmd.Stdin = strings.NewReader(data)
			out, err := cmd.StdoutPipe()
			check(t, err)
			check(t, cmd.Start())
			said, err := io.ReadAll(out)
			check(t, err)
			_ = cmd.Wait() // with whatever code
			for rest := string(said); rest != ""; {
				var n int
				head, body, _ := strings.Cut(rest, "\r\n\r\n")
				if _, err := fmt.Sscanf(head[max(strings.Index(head, "Content-Length"), 0):], "Content-Length: %d", &n); err != nil {
					t.Fatalf("found %q, want messages alone", said)
				}
				if !json.Valid([]byte(body[:n])) {
					t.Fatalf("found %q, want JSON", body[:n])
				}
				rest = body[n:]
			}
		})
	}
}

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
