package engine

import (
	"errors"
	"strings"
	"testing"

	"bcrules.dev/engine/plan"
)

func TestHide(t *testing.T) {
	ev, err := plan.ReadEvent([]byte(`{"hook_event_name": "Tool", "session_id": "session-0001", "cwd": "/home/me/project",
		"prompt": "push with hunter22secret please", "tool_input": {"command": "echo \"a b\"\n>x", "args": ["--token=abcdef123456", "no"], "n": 5}}`))
	if err != nil {
		t.Fatal(err)
	}
	r := &Run{event: ev}
	r.privates.add("env", "s3cr3t")
	r.privates.add("env", 5)
	r.privates.add("read", "first line\nkey=f1le-c0ntent\x1b[2Jmore-of-it\n")
	r.privates.add("json", map[string]any{"a": []any{"deep-in-a-file"}})
	r.privates.add("lines", []any{map[string]any{"cwd": "/home/me/project", "by": "session-0001", "of": "Tool"}})
	for _, test := range []struct{ name, text, want string }{
		{"nothing private", `found path "x", want one in /home/me/project`, `found path "x", want one in /home/me/project`},
		{"a value", "found push with hunter22secret please", "found <prompt>"},
		{"a value, quoted by Go", `found "echo \"a b\"\n>x", want one`, `found "<tool_input.command>", want one`},
		{"a value, in JSON", `{"a":"echo \"a b\"\n\u003ex"}`, `{"a":"<tool_input.command>"}`},
		{"a value as it is", "echo \"a b\"\n>x", "<tool_input.command>"},
		{"inside of a path", "open /home/me/project/--token=abcdef123456: no such file", "open /home/me/project/<tool_input.args.0>: no such file"},
		{"a word of one", "found hunter22secret", "found <prompt>"},
		{"a part of a word", `found "abcdef12"`, `found "<tool_input.args.0>"`},
		{"short words stay", "push with no", "push with no"},
		{"of the environment", `found "s3cr3t/.."`, `found "<env()>/.."`},
		{"of a file", `int: parsing "f1le-c0ntent"`, `int: parsing "<read()>"`},
		{"of a file, in its value", "found deep-in-a-file", "found <json()>"},
		{"escaped as strconv does", `found "f1le-c0ntent\x1b[2Jmore-of-it"`, `found "<read()>[<read()>"`},
		{"escaped as time does", `found "hunter22\x73ecret"`, `found "<prompt>"`},
		{"which event it is", "Tool session-0001", "Tool session-0001"},
		{"where it is, though a file has that, too", "mkdir /home/me/project/logs: file exists", "mkdir /home/me/project/logs: file exists"},
	} {
		if got := r.hide(test.text); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	start, err := plan.ReadEvent([]byte(`{"hook_event_name": "Start", "source": "startup", "model": "a-long-model-name"}`))
	if err != nil {
		t.Fatal(err)
	}
	which := &Run{event: start, plan: &plan.Plan{Events: map[string]*plan.Agenda{"Start": {Matcher: plan.Matcher{Field: "source"}}}}}
	if got := which.hide("unsupported startup parameter: a-long-model-name"); got != "unsupported startup parameter: <model>" {
		t.Errorf("what matchers are compared with: %s, want it to stay", got)
	}
	placed := &plan.Error{Pos: plan.Pos{File: "/home/me/hunter22secret.cue", Line: 1, Col: 2}, Hook: "h", Err: errors.New("found hunter22secret")}
	if got := r.discreet(placed).Error(); got != "/home/me/hunter22secret.cue:1:2: h: found <prompt>" {
		t.Errorf("a place: %s, want it as it is", got)
	}
	if len(r.hide(strings.Repeat("x", 1<<20))) != 1<<20 {
		t.Error("a long text: changed, want it as it is")
	}
}
