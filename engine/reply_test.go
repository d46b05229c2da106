package engine

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine/plan"
)

// toolCall is an agenda with outputs like those before a tool call.
var toolCall = &plan.Agenda{
	Stamp:  "own.event",
	Refuse: "verdict",
	Outputs: map[string]plan.Output{
		"note":    {Kind: "text", Path: "note"},
		"context": {Kind: "text", Path: "own.context"},
		"verdict": {Kind: "choice", Path: "own.verdict", Values: []string{"deny", "defer", "ask", "allow"}, Reason: "own.why"},
		"input":   {Kind: "change", Path: "own.input", From: "tool_input", Type: "object"},
		"prompt":  {Kind: "change", Path: "own.input", From: "tool_input", Type: "object", Field: "prompt"},
		"stop":    {Kind: "flag", Path: "continue", Reason: "stopReason", Also: map[string]string{"verdict": "deny"}},
		"title":   {Kind: "value", Path: "own.title", Type: "string"},
		"mode":    {Kind: "value", Path: "own.mode", Type: "string", Values: []string{"on", "off"}},
		"quiet":   {Kind: "value", Path: "quiet", Type: "bool"},
		"paths":   {Kind: "value", Path: "own.paths", Type: "list"},
		"result":  {Kind: "value", Path: "own.result", Type: "object"},
	},
}

// permission is an agenda whose answer to a question depends on the choice.
var permission = &plan.Agenda{
	Stamp: "own.event",
	Outputs: map[string]plan.Output{
		"verdict": {Kind: "choice", Path: "own.decision.behavior", Values: []string{"deny", "allow"}, Reason: "own.decision.message", ReasonFor: []string{"deny"}},
		"input":   {Kind: "change", Path: "own.decision.input", From: "tool_input", Type: "object", Only: map[string]string{"verdict": "allow"}},
	},
}

// byExit is an agenda that refuses by exit code.
var byExit = &plan.Agenda{Outputs: map[string]plan.Output{
	"note":  {Kind: "text", Path: "note"},
	"block": {Kind: "choice", Values: []string{"block"}, Exit: 2},
}}

// asked is an agenda with an edit of a text.
var asked = &plan.Agenda{Stamp: "own.event", Outputs: map[string]plan.Output{
	"prompt": {Kind: "change", Path: "updated.prompt", From: "prompt", Type: "string"},
}}

const call = `{"hook_event_name":"E","prompt":"p","tool_input":{"z":9007199254740993,"prompt":"go","a":[1, 2],"n":null}}`

// A said is one thing that a rule says.
type said func(*Reply) error

func add(output, s string) said       { return func(r *Reply) error { return r.Text(output, s, "") } }
func joined(output, s, j string) said { return func(r *Reply) error { return r.Text(output, s, j) } }
func choose(output, v, why string) said {
	return func(r *Reply) error { return r.Choose(output, v, Reason{Text: why}) }
}
func weigh(v string, weight int, beside string) said {
	return func(r *Reply) error {
		return r.Choose("verdict", v, Reason{Text: fmt.Sprint(v, " ", weight), Weight: weight, Beside: Beside{"note", beside}})
	}
}
func flag(output, why string) said { return func(r *Reply) error { return r.Flag(output, why) } }
func wrap(output, f, b, a string) said {
	return func(r *Reply) error { return r.Wrap(output, f, b, a) }
}
func set(output, raw string) said {
	return func(r *Reply) error { return r.Set(output, json.RawMessage(raw)) }
}
func edit(output, field, raw string) said {
	return func(r *Reply) error { return r.Edit(output, field, json.RawMessage(raw)) }
}

func TestReplyEncode(t *testing.T) {
	tests := []struct {
		name   string
		agenda *plan.Agenda
		say    []said
		want   string
	}{
		{"no opinion", toolCall, nil, `{}`},
		{"empty text", toolCall, []said{add("note", ""), add("context", "")}, `{}`},
		{"text beside the stamp", toolCall, []said{add("note", "x")}, `{"note":"x"}`},
		{"text under the stamp", toolCall, []said{add("context", "x")}, `{"own":{"event":"E","context":"x"}}`},
		{"texts joined", toolCall, []said{add("context", "a"), add("note", "n"), add("context", ""), add("context", "b")},
			`{"own":{"event":"E","context":"a\nb"},"note":"n"}`},
		{"texts joined as asked", toolCall, []said{joined("note", "a", "!"), joined("note", "b", "\n\n"), joined("note", "c", " ")}, `{"note":"a\n\nb c"}`},
		{"text that is not UTF-8", toolCall, []said{add("note", "a\xff<\t")}, `{"note":"a�<\t"}`},

		{"allow", toolCall, []said{choose("verdict", "allow", "")}, `{"own":{"event":"E","verdict":"allow"}}`},
		{"deny over ask over allow", toolCall, []said{choose("verdict", "allow", "a"), choose("verdict", "deny", "d"), choose("verdict", "ask", "q")},
			`{"own":{"event":"E","verdict":"deny","why":"d"}}`},
		{"ask over allow", toolCall, []said{choose("verdict", "ask", "q"), choose("verdict", "allow", "a")}, `{"own":{"event":"E","verdict":"ask","why":"q"}}`},
		{"defer over ask", toolCall, []said{choose("verdict", "ask", "q"), choose("verdict", "defer", "")}, `{"own":{"event":"E","verdict":"defer"}}`},
		{"reasons joined", toolCall, []said{choose("verdict", "deny", "one"), choose("verdict", "deny", ""), choose("verdict", "ask", "q"), choose("verdict", "deny", "two")},
			`{"own":{"event":"E","verdict":"deny","why":"one\ntwo"}}`},

		{"the heaviest reason, the first of equals", toolCall, []said{weigh("deny", 1, ""), weigh("deny", 3, ""), weigh("ask", 9, ""), weigh("deny", 3, "beside")},
			`{"own":{"event":"E","verdict":"deny","why":"deny 3 – and 2 more"}}`},
		{"a reason with a weight alone", toolCall, []said{weigh("ask", 2, "")}, `{"own":{"event":"E","verdict":"ask","why":"ask 2"}}`},
		{"reasons without a weight stay", toolCall, []said{choose("verdict", "deny", "one"), weigh("deny", 1, ""), choose("verdict", "deny", "two"), weigh("deny", 2, "")},
			`{"own":{"event":"E","verdict":"deny","why":"one\ntwo\ndeny 2 – and 1 more"}}`},
		{"what is said beside the reason", toolCall, []said{add("note", "n"), weigh("deny", 1, "light"), weigh("deny", 2, "heavy"), weigh("ask", 3, "weak")},
			`{"note":"n\nheavy","own":{"event":"E","verdict":"deny","why":"deny 2 – and 1 more"}}`},
		{"nothing beside where the event has no such text", permission, []said{weigh("deny", 1, "lost")},
			`{"own":{"event":"E","decision":{"behavior":"deny","message":"deny 1"}}}`},

		{"edit", toolCall, []said{edit("input", "prompt", `"x"`)},
			`{"own":{"event":"E","input":{"z":9007199254740993,"prompt":"x","a":[1, 2],"n":null}}}`},
		{"new field last", toolCall, []said{edit("input", "b", `{"c":1e400}`)},
			`{"own":{"event":"E","input":{"z":9007199254740993,"prompt":"go","a":[1, 2],"n":null,"b":{"c":1e400}}}}`},
		{"edit that changes nothing", toolCall, []said{edit("input", "prompt", `"go"`)}, `{}`},
		{"edits that undo each other", toolCall, []said{edit("input", "prompt", `"x"`), edit("input", "prompt", `"go"`)}, `{}`},
		{"edit on edit", toolCall, []said{wrap("prompt", "", "1 ", ""), wrap("prompt", "", "2 ", " 3")},
			`{"own":{"event":"E","input":{"z":9007199254740993,"prompt":"2 1 go 3","a":[1, 2],"n":null}}}`},
		{"wrap, then set", toolCall, []said{wrap("prompt", "", "1 ", ""), edit("input", "prompt", `"x"`)},
			`{"own":{"event":"E","input":{"z":9007199254740993,"prompt":"1 x","a":[1, 2],"n":null}}}`},
		{"set, then wrap", toolCall, []said{edit("input", "prompt", `"x"`), wrap("prompt", "", "1 ", "")},
			`{"own":{"event":"E","input":{"z":9007199254740993,"prompt":"1 x","a":[1, 2],"n":null}}}`},
		{"wraps among sets", toolCall, []said{wrap("prompt", "", "1 ", ""), edit("input", "prompt", `"x"`), wrap("prompt", "", "2 ", " 3"), edit("input", "prompt", `"y"`)},
			`{"own":{"event":"E","input":{"z":9007199254740993,"prompt":"2 1 y 3","a":[1, 2],"n":null}}}`},
		{"wrap, then set to no text", toolCall, []said{wrap("prompt", "", "1 ", ""), edit("input", "prompt", `5`)},
			`{"own":{"event":"E","input":{"z":9007199254740993,"prompt":5,"a":[1, 2],"n":null}}}`},
		{"wrap of a field that is absent", toolCall, []said{wrap("input", "d", "<", ">")},
			`{"own":{"event":"E","input":{"z":9007199254740993,"prompt":"go","a":[1, 2],"n":null,"d":"<>"}}}`},
		{"wrap of nothing", toolCall, []said{wrap("prompt", "", "", "")}, `{}`},
		{"edit with a verdict", toolCall, []said{choose("verdict", "allow", ""), wrap("prompt", "", "1 ", "")},
			`{"own":{"event":"E","verdict":"allow","input":{"z":9007199254740993,"prompt":"1 go","a":[1, 2],"n":null}}}`},
		{"edit of a text", asked, []said{wrap("prompt", "", "1 ", " 2"), wrap("prompt", "", "0 ", "")}, `{"updated":{"prompt":"0 1 p 2"}}`},

		{"halt", toolCall, []said{flag("stop", "enough")},
			`{"continue":false,"stopReason":"enough","own":{"event":"E","verdict":"deny","why":"enough"}}`},
		{"halt without a reason", toolCall, []said{flag("stop", "")}, `{"continue":false,"own":{"event":"E","verdict":"deny"}}`},
		{"halt over allow", toolCall, []said{choose("verdict", "allow", "a"), flag("stop", "enough")},
			`{"own":{"event":"E","verdict":"deny","why":"enough"},"continue":false,"stopReason":"enough"}`},
		{"halt and deny", toolCall, []said{flag("stop", "enough"), choose("verdict", "deny", "d")},
			`{"continue":false,"stopReason":"enough","own":{"event":"E","verdict":"deny","why":"enough\nd"}}`},
		{"halt twice", toolCall, []said{flag("stop", "a"), flag("stop", "b")},
			`{"continue":false,"stopReason":"a\nb","own":{"event":"E","verdict":"deny","why":"a\nb"}}`},

		{"values", toolCall, []said{set("title", `"a"`), set("quiet", `true`), set("paths", `["/x"]`), set("result", `{"k":1}`), set("mode", `"off"`)},
			`{"own":{"event":"E","title":"a","paths":["/x"],"result":{"k":1},"mode":"off"},"quiet":true}`},
		{"last value", toolCall, []said{set("title", `"a"`), add("note", "n"), set("title", `"b"`)}, `{"own":{"event":"E","title":"b"},"note":"n"}`},
		{"empty list", toolCall, []said{set("paths", `[]`)}, `{"own":{"event":"E","paths":[]}}`},

		{"reason of a value that has none", permission, []said{choose("verdict", "allow", "why not")}, `{"own":{"event":"E","decision":{"behavior":"allow"}}}`},
		{"reason of a value that has one", permission, []said{choose("verdict", "deny", "no")}, `{"own":{"event":"E","decision":{"behavior":"deny","message":"no"}}}`},
		{"edit beside the value it needs", permission, []said{edit("input", "prompt", `1`), choose("verdict", "allow", "")},
			`{"own":{"event":"E","decision":{"input":{"z":9007199254740993,"prompt":1,"a":[1, 2],"n":null},"behavior":"allow"}}}`},
		{"edit beside another value", permission, []said{edit("input", "prompt", `1`), choose("verdict", "deny", ""), choose("verdict", "allow", "")},
			`{"own":{"event":"E","decision":{"behavior":"deny"}}}`},
		{"edit beside no value", permission, []said{edit("input", "prompt", `1`)}, `{}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := answer(t, test.agenda, call, test.say)
			if string(got.Reply()) != test.want || len(got.Stdout) == 0 != (test.want == `{}`) {
				t.Errorf("answer %s\nwant   %s", got.Stdout, test.want)
			}
			if !json.Valid(got.Reply()) {
				t.Errorf("%s is not JSON", got.Stdout)
			}
			if got.Exit != 0 || got.Stderr != "" {
				t.Errorf("exit %d, stderr %q, want none", got.Exit, got.Stderr)
			}
		})
	}
}

func TestReplyEncodeExit(t *testing.T) {
	tests := []struct {
		name string
		say  []said
		want Answer
	}{
		{"nothing", nil, Answer{}},
		{"text", []said{add("note", "n")}, Answer{Stdout: []byte(`{"note":"n"}` + "\n")}},
		{"refused", []said{choose("block", "block", "no")}, Answer{Stderr: "no", Exit: 2}},
		{"refused twice", []said{choose("block", "block", "no"), add("note", "n"), choose("block", "block", "never")},
			Answer{Stdout: []byte(`{"note":"n"}` + "\n"), Stderr: "no\nnever", Exit: 2}},
	}
	for _, test := range tests {
		got := answer(t, byExit, call, test.say)
		if string(got.Stdout) != string(test.want.Stdout) || got.Stderr != test.want.Stderr || got.Exit != test.want.Exit {
			t.Errorf("%s: %s, stderr %q, exit %d, want %s, stderr %q, exit %d", test.name,
				got.Stdout, got.Stderr, got.Exit, test.want.Stdout, test.want.Stderr, test.want.Exit)
		}
	}
}

// Said lists what an answer says, and nothing that its texts contain.
func TestReplySaid(t *testing.T) {
	tests := []struct {
		name    string
		say     []said
		want    []string
		refused bool
	}{
		{"nothing", nil, nil, false},
		{"texts", []said{add("note", "secret"), add("note", "more")}, []string{"note"}, false},
		{"the stronger choice", []said{choose("verdict", "allow", "why"), choose("verdict", "deny", "no")}, []string{"verdict=deny"}, true},
		{"another choice", []said{choose("verdict", "ask", "why")}, []string{"verdict=ask"}, false},
		{"an edit", []said{edit("input", "a", `"secret"`)}, []string{"input"}, false},
		{"an edit that changes nothing", []said{edit("input", "n", `null`)}, nil, false},
		{"a wrap, and an edit of another field", []said{wrap("prompt", "", "1 ", ""), edit("input", "a", `1`)}, []string{"prompt", "input"}, false},
		{"an edit, and a wrap of what it sets", []said{edit("input", "prompt", `"x"`), wrap("prompt", "", "1 ", "")}, []string{"input", "prompt"}, false},
		{"a wrap of what is no text", []said{wrap("prompt", "", "1 ", ""), edit("input", "prompt", `5`)}, []string{"input"}, false},
		{"an edit that another undoes, beside a wrap", []said{edit("input", "a", `5`), edit("input", "a", `[1, 2]`), wrap("prompt", "", "1 ", "")}, []string{"prompt"}, false},
		{"values", []said{set("title", `"secret"`), set("mode", `"on"`)}, []string{"title", "mode=on"}, false},
		{"a flag with its choice", []said{flag("stop", "secret")}, []string{"stop", "verdict=deny"}, true},
	}
	for _, test := range tests {
		got := answer(t, toolCall, call, test.say)
		if !slices.Equal(got.Said, test.want) || got.Refused != test.refused {
			t.Errorf("%s: said %q, refused %t, want %q, %t", test.name, got.Said, got.Refused, test.want, test.refused)
		}
	}
}

// An edit of something that the event doesn't have is left out, and the rest goes on.
func TestReplyEditWithoutInput(t *testing.T) {
	for _, event := range []string{
		`{"hook_event_name":"E"}`,
		`{"hook_event_name":"E","tool_input":null,"prompt":null}`,
		`{"hook_event_name":"E","tool_input":"text","prompt":5}`,
		`{"hook_event_name":"E","tool_input":[1],"prompt":{}}`,
	} {
		got := answer(t, toolCall, event, []said{edit("input", "a", "1"), wrap("prompt", "", "a", "b"), add("note", "n")})
		if want := `{"note":"n"}` + "\n"; string(got.Stdout) != want {
			t.Errorf("%s: answer %s, want %s", event, got.Stdout, want)
		}
		if got := answer(t, asked, event, []said{wrap("prompt", "", "a", "b")}); len(got.Stdout) > 0 {
			t.Errorf("%s: answer %s, want none", event, got.Stdout)
		}
	}
}

func TestReplyRefuses(t *testing.T) {
	tests := []struct {
		say  said
		want string
	}{
		{add("unknown", "x"), "the event ignores unknown"},
		{choose("unknown", "deny", ""), "the event ignores unknown"},
		{set("unknown", "1"), "the event ignores unknown"},
		{add("verdict", "x"), "verdict is of kind choice here, not text"},
		{flag("note", "x"), "note is of kind text here, not flag"},
		{edit("title", "", `"x"`), "title is of kind value here, not change"},
		{choose("verdict", "block", ""), "verdict can't say block here; want one of [deny defer ask allow]"},
		{set("title", "5"), "found a number for title, want a value of type string"},
		{set("title", "null"), "found null for title, want a value of type string"},
		{set("title", ""), "found nothing for title, want a value of type string"},
		{set("mode", `"maybe"`), "found a string for mode, want on, off"},
		{set("quiet", `"true"`), `found a string for quiet, want a value of type bool`},
		{set("quiet", "null"), "found null for quiet, want a value of type bool"},
		{set("paths", `["a",1]`), `found a list for paths, want a list of strings`},
		{set("paths", `[null]`), `found a list for paths, want a list of strings`},
		{set("paths", `"a"`), `found a string for paths, want a list of strings`},
		{set("result", `[]`), `found a list for result, want a value of type object`},
		{set("result", `null`), `found null for result, want a value of type object`},
	}
	for _, test := range tests {
		r := NewReply(toolCall, event(t, call))
		err := test.say(r)
		if err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
		if got := r.Encode().Stdout; len(got) > 0 {
			t.Errorf("after %q: %s, want nothing", test.want, got)
		}
	}
}

func TestReplyRewind(t *testing.T) {
	r := NewReply(toolCall, event(t, call))
	r.Text("note", "kept", "")
	at := r.mark()
	r.Text("note", "dropped", "")
	r.Choose("verdict", "deny", Reason{Text: "dropped"})
	r.rewind(at)
	r.Text("note", "last", "")
	if got, want := string(r.Encode().Stdout), `{"note":"kept\nlast"}`+"\n"; got != want {
		t.Errorf("answer %s, want %s", got, want)
	}
	r.refuse("broken")
	if got := string(r.Encode().Stdout); !strings.Contains(got, `"verdict":"deny","why":"broken"`) {
		t.Errorf("answer %s, want the strongest verdict", got)
	}
}

// A notice follows what rules say in its field, and is not asked for if the reply is a text.
func TestNotice(t *testing.T) {
	agenda := &plan.Agenda{Outputs: map[string]plan.Output{"note": {Kind: "text", Path: "note"}, "all": {Kind: "text", Plain: true}}}
	for _, test := range []struct{ output, text, notice, want string }{
		{"", "", "news", `{"note":"news"}`},
		{"note", "said", "news", `{"note":"said\nnews"}`},
		{"note", "said", "", `{"note":"said"}`},
		{"", "", "", ""},
		{"all", "said", "news", "said"},
	} {
		asked := false
		r := NewReply(agenda, event(t, `{"hook_event_name": "Tool"}`))
		r.notice = Notice{"note", "all", func([]string) string { asked = true; return test.notice }}
		r.Text(test.output, test.text, "")
		if got := strings.TrimSuffix(string(r.Encode().Stdout), "\n"); got != test.want || asked != (test.output != "all") {
			t.Errorf("%+v: answer %s, asked: %t", test, got, asked)
		}
	}
}

func answer(t *testing.T, a *plan.Agenda, data string, say []said) Answer {
	t.Helper()
	r := NewReply(a, event(t, data))
	for _, s := range say {
		if err := s(r); err != nil {
			t.Fatal(err)
		}
	}
	return r.Encode()
}

func event(t *testing.T, data string) *plan.Event {
	t.Helper()
	e, err := plan.ReadEvent([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return e
}
