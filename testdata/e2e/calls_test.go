package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// Rules about calls of tools.

// A command among others is denied with advice on what to do instead, and the model goes on.
func TestGuardSeesWhatIsInACommand(t *testing.T) {
	files := rules("import \"bcrules.dev/packs/guard\"\npacks: \"guard\": guard\n")
	files["home/.ssh/id"] = "a key\n"
	s := stage(t, files,
		Step{On: "tidy up", Say: Shell("true && cd . ; (rm -rf ~/.ssh); touch tidied")},
		Step{On: "(guard/files/remove-", Say: Shell("touch tidied; echo it is tidy")},
		Step{On: "it is tidy", Say: Say("Tidied.")},
	)
	s.run("tidy up")
	failed := s.asks(1).Results(true)
	if _, err := os.Stat(filepath.Join(s.home, ".ssh", "id")); len(failed) != 1 || err != nil || !s.there("tidied") {
		t.Errorf("the model heard of failures %q; the key: %v; it went on: %v", failed, err, s.there("tidied"))
	}
}

// If nobody can be asked, a call isn't made, whatever is allowed.
func TestWhatAsksIsNotDoneWithoutATerminal(t *testing.T) {
	s := stage(t, rules(`hooks: ask: {on: "PreToolUse", match: "Bash", rules: [{when: "event.tool_input.command contains 'asked'", do: ask: "Ask the harbour master."}]}`))
	for _, mode := range []string{"default", "acceptEdits", "auto", "bypassPermissions", "dontAsk", "plan"} {
		s.play(Step{On: "work", Say: Shell("touch asked")}, Step{On: "Ask the harbour master.", Say: Say("Then not.")})
		s.another(s.project)
		s.run("work", "--permission-mode", mode)
		if denied := gjson.Get(s.ended(), "permission_denials.#.tool_input.command").Raw; denied != `["touch asked"]` || s.there("asked") {
			t.Errorf("%s: it says that it didn't make calls %s, and one was made: %v", mode, denied, s.there("asked"))
		}
	}
}

// ended returns what the client's last run said about itself at its end.
func (s *Stage) ended() (last string) {
	for line := range strings.Lines(s.printed()) {
		last = line
	}
	return last
}

// A changed field leaves the others alone, and each rule says its own context.
func TestChangedCallKeepsItsOtherFields(t *testing.T) {
	s := stage(t, rules(`
hooks: "other-name": {on: "PreToolUse", match: "Bash", rules: [{do: modify: command: "echo changed"}]}
hooks: says: {on: "PreToolUse", match: "Bash", rules: [{do: inject: context: "It is said once."}]}
hooks: ran: {on: "PostToolUse", match: "Bash", rules: [{do: inject: context: "It ran ${event.tool_input.command} in ${event.tool_input.timeout} ms."}]}
`),
		Step{On: "work", Say: []Block{Use("Bash", map[string]any{"command": "echo meant", "description": "a step", "timeout": 4321})}},
		Step{On: "It ran echo changed in 4321 ms.", Say: Say("Fine.")},
	)
	s.run("work")
	once(t, s.asks(1).News(), "It is said once.")
}

// One of several calls in one turn is denied.
func TestOneOfFiveCallsIsDenied(t *testing.T) {
	var five []Block
	for i := range 5 {
		five = append(five, Shell(fmt.Sprintf("touch call%d; echo call %d", i, i))...)
	}
	s := stage(t, rules(`hooks: no: {on: "PreToolUse", match: "Bash", rules: [{when: "event.tool_input.command contains 'call3'", do: deny: "Not the third."}]}`),
		Step{On: "all at once", Say: five},
		Step{On: "Not the third.", Say: Say("Four of five.")},
	)
	s.run("all at once")
	if done, failed := len(s.asks(1).Results(false)), len(s.asks(1).Results(true)); done != 4 || failed != 1 || s.there("call3") || !s.there("call4") {
		t.Errorf("%d calls were made and %d not, want 4 and 1; the one denied was: %v", done, failed, s.there("call3"))
	}
}

// harbour.mjs is a server of tools, which says what arguments it gets.
const server = `import readline from "node:readline";
const answers = {
  initialize: p => ({protocolVersion: p.protocolVersion, capabilities: {tools: {}}, serverInfo: {name: "harbour", version: "1"}}),
  "tools/list": () => ({tools: ["moor", "sink"].map(name => ({name, description: name, inputSchema: {type: "object", properties: {ship: {type: "string"}, berth: {type: "number"}}}}))}),
  "tools/call": p => ({content: [{type: "text", text: p.name + " " + JSON.stringify(p.arguments)}]}),
};
readline.createInterface({input: process.stdin}).on("line", line => {
  const {id, method, params} = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({jsonrpc: "2.0", id, result: (answers[method] ?? (() => ({})))(params)}));
});
`

// Tools of a server are called, changed and denied like others.
func TestToolsOfAServer(t *testing.T) {
	node, err := exec.LookPath("node")
	check(t, err)
	files := rules(`
hooks: moor: {on: "PreToolUse", match: "mcp__harbour__moor", rules: [{do: [{modify: ship: "the Elbe"}, {inject: context: "She is of wood."}]}]}
hooks: sink: {on: "PreToolUse", match: "mcp__harbour__sink", rules: [{do: deny: "Nothing sinks here: ${event.tool_input.ship}"}]}
`)
	files["project/harbour.mjs"] = server
	files["project/.mcp.json"] = fmt.Sprintf(`{"mcpServers": {"harbour": {"command": %q, "args": ["harbour.mjs"]}}}`, node)
	s := stage(t, files,
		Step{On: "moor and sink", Say: []Block{Use("mcp__harbour__moor", map[string]any{"ship": "the Oder", "berth": 3}), Use("mcp__harbour__sink", map[string]any{"ship": "the Oder"})}},
		Step{On: "Nothing sinks here: the Oder", Say: Say("Moored.")},
	)
	s.run("moor and sink", "--mcp-config", filepath.Join(s.project, ".mcp.json"), "--permission-mode", "bypassPermissions")
	if done := s.asks(1).Results(false); len(done) != 1 || done[0] != `moor {"berth":3,"ship":"the Elbe"}` {
		t.Errorf("the server answered %q", done)
	}
	once(t, s.asks(1).News(), "She is of wood.")
}

// Written and printed texts may be large.
func TestLargeFilesAndOutput(t *testing.T) {
	s := stageOf(t, []string{"guard", "lessons"}, nil,
		Step{On: "write it down", Say: []Block{Use("Write", map[string]any{"file_path": "log", "content": strings.Repeat("a line of the log\n", 3<<20/18)})}},
		Step{On: "created", Say: Shell("head -c 2000000 log; echo; git push --force")},
		Step{On: "(guard/git/push-force, ", Say: Shell("head -c 2000000 log")},
		Step{On: "a line of the log", Say: Say("Written.")},
	)
	s.refusal = lessonsEnv
	s.run("write it down", "--permission-mode", "acceptEdits")
	if size := len(s.read("log")); size < 3<<20-18 {
		t.Errorf("the file has %d bytes", size)
	}
}

// once checks that a text contains another one exactly once.
func once(t *testing.T, text, want string) {
	t.Helper()
	if n := strings.Count(text, want); n != 1 {
		t.Errorf("found %q %d times, want once, in what ends with: %s", want, n, tail(text))
	}
}
