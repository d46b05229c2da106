package settings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/cmd/rollback"
	"bcrules.dev/engine/plan"
)

var (
	program = Program{Path: "/opt/bin/bchook"}
	wanted  = []Registration{{"PreToolUse", "Bash|Edit", 10, false, false}, {"Stop", "", 10, false, false}}
)

// What a settings file may look like before our first entry.
var variants = []struct{ name, text string }{
	{"empty", ""},
	{"space", " \n\n"},
	{"braces", "{}"},
	{"braces and line", "{}\n"},
	{"braces apart", "{\n}\n"},
	{"only a comment", "// nothing yet\n{ /* here */ }\n"},
	{"other keys", "{\n  \"model\": \"x\",\n  \"unknown\": {\"a\": [1, 2.50, 1e3]}\n}\n"},
	{"comments", "// mine\n{\n  // the model\n  \"model\": \"x\", // really\n  /* off */\n  \"hooks\": {\n    // before tools\n    \"PreToolUse\": [\n      // first\n      {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"echo hi\"}]} // last\n    ] // end\n  } // hooks\n} // file\n"},
	{"trailing commas", "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"x\",},],}, // tail\n    ],\n  },\n}\n"},
	{"other hooks on the same events", "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"guard\"\n          }\n        ]\n      }\n    ],\n    \"Stop\": [\n      { \"hooks\": [ { \"type\": \"prompt\", \"prompt\": \"done?\" } ] }\n    ]\n  },\n  \"model\": \"x\"\n}\n"},
	{"empty hooks", "{\n  \"hooks\": {}\n}\n"},
	{"empty event", "{\"hooks\": {\"PreToolUse\": [ ]}}\n"},
	{"CRLF", "{\r\n  \"hooks\": {\r\n    \"Stop\": [\r\n      {\"hooks\": []}\r\n    ]\r\n  },\r\n  \"model\": \"x\"\r\n}\r\n"},
	{"tabs", "{\n\t\"model\": \"x\",\n\t\"hooks\": {\n\t\t\"Stop\": []\n\t}\n}\n"},
	{"four spaces", "{\n    \"hooks\": {\n        \"Stop\": [\n            {\"hooks\": [{\"type\": \"http\", \"url\": \"http://x\"}]}\n        ]\n    }\n}"},
	{"no final newline", "{\n  \"model\": \"x\"\n}"},
	{"one line", `{"model":"x","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}`},
	{"one line with space", `{ "model": "x" }`},
	{"a line comment last", "{\"model\": \"x\" // mine\n}"},
	{"escapes", "{\n  \"m\\u006fdel\": \"\\u00e9\\/\",\n  \"ho\\u006fks\": {\"St\\u006fp\": []}\n}\n"},
	{"twice", "{\"hooks\": {\"Setup\": []}, \"hooks\": {\"Stop\": [], \"PreToolUse\": []}}\n"},
}

func read(t *testing.T, name string) *File {
	t.Helper()
	f, err := (Place{Kind: "local", File: name}).Read("")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	check(t, err)
	return string(data)
}

func register(t *testing.T, b Backups, name string, wanted []Registration) *File {
	t.Helper()
	f := read(t, name)
	check(t, f.Register(program, wanted))
	if f.Changed() {
		check(t, b.Save(f))
	}
	return f
}

func undo(t *testing.T, b Backups, name string) *File {
	t.Helper()
	f := read(t, name)
	check(t, b.Undo(f))
	check(t, b.Restore(f))
	return f
}

// Registering and undoing leaves every byte as it was; doing it twice changes nothing more.
func TestVariants(t *testing.T) {
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			b := Backups(t.TempDir())
			name := filepath.Join(t.TempDir(), "settings.json")
			check(t, os.WriteFile(name, []byte(v.text), 0o640))
			register(t, b, name, wanted)
			entries := read(t, name).Managed()
			if len(entries) != 2 {
				t.Fatalf("%d entries in\n%s", len(entries), text(t, name))
			}
			for _, e := range entries {
				if e.Matcher != map[string]string{"PreToolUse": "Bash|Edit"}[e.Event] || !e.Exec || e.Timeout != 10 {
					t.Errorf("entry %+v", e)
				}
			}
			if lines := strings.Count(text(t, name), "\n"); strings.Count(v.text, "\r\n") > 1 && lines != strings.Count(text(t, name), "\r\n") {
				t.Errorf("mixed ends of lines:\n%q", text(t, name))
			}
			if f := register(t, b, name, wanted); f.Changed() {
				t.Errorf("registering again changes\n%s", f.Diff())
			}
			// without the backup our entries go, and the rest stays
			f := read(t, name)
			check(t, f.Unregister(nil))
			if len(f.Managed()) > 0 {
				t.Errorf("still there:\n%s", f.Is())
			}
			check(t, f.Register(program, wanted))
			undo(t, b, name)
			if got := text(t, name); got != v.text {
				t.Errorf("got\n%q, want\n%q", got, v.text)
			}
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
				t.Errorf("mode %v", info.Mode())
			}
			if left, _ := os.ReadDir(string(b)); len(left) > 0 {
				t.Errorf("%v is left", left)
			}
		})
	}
}

// What somebody else changes in between stays, and only our entries go.
func TestEditedBetween(t *testing.T) {
	for _, v := range variants {
		if !strings.Contains(v.text, `"model"`) {
			continue
		}
		t.Run(v.name, func(t *testing.T) {
			b := Backups(t.TempDir())
			name := filepath.Join(t.TempDir(), "settings.json")
			check(t, os.WriteFile(name, []byte(v.text), 0o600))
			register(t, b, name, wanted)
			edited := strings.Replace(text(t, name), `"model"`, `"mode"`, 1)
			check(t, os.WriteFile(name, []byte(edited), 0o600))
			undo(t, b, name)
			if got, want := text(t, name), strings.Replace(v.text, `"model"`, `"mode"`, 1); got != want {
				t.Errorf("got\n%q, want\n%q", got, want)
			}
		})
	}
}

func TestNoFile(t *testing.T) {
	b, dir := Backups(t.TempDir()), t.TempDir()
	name := filepath.Join(dir, "a", ".claude", "settings.json")
	if f := register(t, b, name, nil); f.Changed() {
		t.Errorf("nothing to register made %q", f.Is())
	}
	register(t, b, name, wanted)
	if f := register(t, b, name, wanted[:1]); f.Was() == nil {
		t.Error("there is no file to register less in")
	} else if _, err := os.Stat(b.Copy(f)); err == nil {
		t.Error("something is kept of a file that was not there")
	}
	undo(t, b, name)
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	register(t, b, name, wanted)
	check(t, os.WriteFile(filepath.Join(dir, "a", "other"), nil, 0o600))
	undo(t, b, name)
	if _, err := os.Stat(filepath.Join(dir, "a", ".claude")); err == nil {
		t.Error("the folder is still there")
	}
	if _, err := os.Stat(filepath.Join(dir, "a", "other")); err != nil {
		t.Error(err)
	}
}

// A failed write leaves the file, and its backup, as they were.
func TestNotSaved(t *testing.T) {
	b := Backups(t.TempDir())
	name := filepath.Join(t.TempDir(), "settings.json")
	before := "{ \"hooks\":{}\r\n}"
	check(t, os.WriteFile(name, []byte(before), 0o600))
	fails := func(wanted []Registration) {
		t.Helper()
		f := read(t, name)
		check(t, f.Register(program, wanted))
		now := text(t, name)
		check(t, os.WriteFile(name, []byte(now+" "), 0o600)) // by somebody else
		var back rollback.Rollback
		if err := back.Change(func() error { return b.Save(f) }, b.Files(f)...); err == nil || !strings.Contains(err.Error(), "nothing was written") {
			t.Errorf("saved over a change (%v)", err)
		}
		_, err := back.Undo()
		check(t, err)
		back.Close()
		check(t, os.WriteFile(name, []byte(now), 0o600))
	}
	fails(wanted)
	if left, _ := os.ReadDir(string(b)); len(left) > 0 {
		t.Errorf("%v is kept of what was not changed", left)
	}
	register(t, b, name, wanted)
	fails(wanted[:1])
	undo(t, b, name)
	if got := text(t, name); got != before {
		t.Errorf("got %q, want %q", got, before)
	}
}

// New rules change only our entries, in place.
func TestUpdate(t *testing.T) {
	tests := []struct{ name, before, after string }{
		{"path and matcher",
			`{"hooks": {"Stop": [{"matcher": "x", "hooks": [{"type": "command", "command": "/old/bchook", "args": [], "timeout": 10, "mine": 1}]}, {"hooks": []}]}}`,
			`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/opt/bin/bchook", "args": [], "timeout": 10, "mine": 1}]}, {"hooks": []}], "PreToolUse": [{"matcher":"Bash|Edit","hooks":[{"type":"command","command":"/opt/bin/bchook","args":[],"timeout":10}]}]}}`},
		{"shell form",
			`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"'/my bin/bcrules' hook --rules /r"}]}],"PreToolUse":[]}}`,
			`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/opt/bin/bchook","args": ["--rules","/r"],"timeout": 10}]}],"PreToolUse":[
      {
        "matcher": "Bash|Edit",
        "hooks": [
          {
            "type": "command",
            "command": "/opt/bin/bchook",
            "args": [],
            "timeout": 10
          }
        ]
      }
    ]}}`},
		{"timeouts",
			`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/opt/bin/bchook", "args": [], "timeout": 10000}]}], "PreToolUse": [{"hooks": [{"type": "command", "command": "/opt/bin/bchook", "args": [], "timeout": 60}]}]}}`,
			`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/opt/bin/bchook", "args": [], "timeout": 10}]}], "PreToolUse": [{"matcher": "Bash|Edit", "hooks": [{"type": "command", "command": "/opt/bin/bchook", "args": [], "timeout": 60}]}]}}`},
		{"events without rules, beside others",
			`{"hooks": {"Setup": [{"hooks": [{"type": "command", "command": "/opt/bin/bchook", "args": []}, {"type": "command", "command": "x"}]}], "SessionEnd": [{"hooks": [{"type": "command", "command": "bchook"}]}], "Stop": [{"hooks": [{"type": "command", "command": "bchook --only stop"}]}]}}`,
			`{"hooks": {"Setup": [{"hooks": [{"type": "command", "command": "x"}]}], "Stop": [{"hooks": [{"type": "command", "command": "bchook --only stop"}]}, {"hooks":[{"type":"command","command":"/opt/bin/bchook","args":[],"timeout":10}]}], "PreToolUse": [{"matcher":"Bash|Edit","hooks":[{"type":"command","command":"/opt/bin/bchook","args":[],"timeout":10}]}]}}`},
		{"a matcher that is others' too",
			`{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "bchook"}, {"type": "command", "command": "x"}]}], "Stop": [{"hooks": [{"type": "command", "command": "/opt/bin/bchook", "args": [], "timeout": 10}, {"type": "command", "command": "bchook"}]}]}}`,
			`{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}, {"matcher":"Bash|Edit","hooks":[{"type":"command","command":"/opt/bin/bchook","args":[],"timeout":10}]}], "Stop": [{"hooks": [{"type": "command", "command": "/opt/bin/bchook", "args": [], "timeout": 10}]}]}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "settings.json")
			check(t, os.WriteFile(name, []byte(test.before), 0o600))
			f := read(t, name)
			check(t, f.Register(program, wanted))
			if string(f.Is()) != test.after {
				t.Errorf("got\n%s\nwant\n%s", f.Is(), test.after)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	tests := []struct{ text, want string }{
		{"{\n  \"a\": }", "2:8: invalid character '}' at start of value; want JSON"},
		{"[]", "1:1: found a list, want an object"},
		{"{\"hooks\": []}", "1:11: hooks: found a list, want an object of events"},
		{"{\"hooks\":\n {\"Stop\": {}}}", "2:11: hooks.Stop: found an object, want a list of matchers with hooks"},
		{"{\"hooks\": {\"Stop\": [{\"hooks\": []}],\n\"Stop\": []}}", "2:1: hooks.Stop: found it twice, want it once: the agent takes the last"},
		{"{\"hooks\": {\"Stop\": [1]}}", "1:21: hooks.Stop: found a number, want an object with hooks"},
		{"{\"hooks\": {\"Stop\": [{\"matcher\": 5, \"hooks\": []}]}}", "1:33: hooks.Stop.matcher: found a number, want a string"},
		{"{\"hooks\": {\"Stop\": [{\"hooks\": null}]}}", "1:31: hooks.Stop.hooks: found null, want a list of hooks"},
		{"{\"hooks\": {\"Stop\": [{\"hooks\": [true]}]}}", "1:32: hooks.Stop.hooks: found true, want an object"},
	}
	for _, test := range tests {
		name := filepath.Join(t.TempDir(), "settings.json")
		check(t, os.WriteFile(name, []byte(test.text), 0o600))
		f, err := (Place{Kind: "local", File: name}).Read("")
		if err == nil {
			err = f.Register(program, wanted)
		}
		if err == nil || strings.TrimPrefix(err.Error(), name+":") != test.want {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
}

func TestMatcher(t *testing.T) {
	tools := plan.Matcher{Field: "tool_name", Aliases: map[string]string{"Task": "Agent"}}
	tests := []struct {
		m     plan.Matcher
		hooks []string
		want  string
	}{
		{tools, []string{"Bash", "Edit|Write", "Write, Bash"}, "Bash|Edit|Write"},
		{tools, []string{"Task", "Agent"}, "Task|Agent"},
		{tools, []string{"Glob", "Agent"}, "Glob|Task|Agent"},
		{tools, []string{"Bash", ""}, ""},
		{tools, []string{"*"}, ""},
		{tools, []string{"mcp__.*"}, ".*mcp__.*"},
		{tools, []string{"mcp__.*", "mcp__.*"}, ".*mcp__.*"},
		{tools, []string{"mcp__.*", "Bash", "^Web"}, "^Bash$|.*mcp__.*|^Web.*"},
		{tools, []string{"^(Bash|Edit)$", "Write", "^(Task)$"}, "Bash|Edit|Write|Task|Agent"},
		{tools, []string{"^(Bash|mcp__.*)$", "Edit"}, "^Bash$|^Edit$|^mcp__.*$"},
		{tools, []string{"^(mcp__.*)$"}, "^mcp__.*$"},
		{tools, []string{"^(Ba.h|Edit)$", "Edit"}, "^Edit$|^Ba.h$"},
		{tools, []string{"^(Bash|)$"}, "^Bash$|^$"},
		{tools, []string{"^(Bash|a(b)$"}, ""},
		{plan.Matcher{Field: "x", Exact: "A-Za-z0-9_|"}, []string{"^(a-b|c)$", "d"}, "^d$|^a-b$|^c$"},
		{tools, []string{`(a)\1`}, `.*(a)\1.*`},
		{tools, []string{`(a)\1`, "Bash"}, ""},
		{tools, []string{`(?<n>a)`, "(?<n>b)"}, ""},
		{tools, []string{`(a)\1|b.`}, ""},
		{tools, []string{"^Ba.|.dit", "Write"}, "^Write$|^Ba..*|.*.dit.*"},
		{tools, []string{"mcp__.*(a|b)"}, ""},
		{tools, []string{"^(?:Ba.|E[d|e].t)$"}, ""},
		{tools, []string{`o\|s|B.sh`}, ""},
		{tools, []string{"[^|]sh"}, ""},
		{tools, []string{`t\.*`}, `.*t\.*.*`},
		{tools, []string{`t\$`, `e\\$`}, `.*t\$.*|.*e\\$`},
		{tools, []string{`a\\1.`, "Bash"}, `^Bash$|.*a\\1..*`},
		{tools, []string{"^(?!(Glob|Edit)$)"}, "^(?!Glob$)(?!Edit$).*"},
		{tools, []string{"^(?!(Glob|Edit)$)", "Edit"}, "^(?!Glob$).*"},
		{plan.Matcher{}, []string{"x"}, ""},
		{plan.Matcher{Field: "file_path", Exact: "A-Za-z0-9_|", Base: true}, []string{".env|.envrc", "Makefile", "go.mod"}, "Makefile|.env|.envrc|go.mod"},
		{plan.Matcher{Field: "file_path", Exact: "A-Za-z0-9_|"}, []string{"a_b", "Makefile"}, "a_b|Makefile"},
	}
	for _, test := range tests {
		a := &plan.Agenda{Matcher: test.m}
		for _, h := range test.hooks {
			a.Hooks = append(a.Hooks, plan.Hook{Match: h})
		}
		got := Matcher(a)
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.hooks, got, test.want)
		}
		for _, value := range []string{"Bash", "Bosh", "BashOutput", "Edit", "MultiEdit", "Write", "Task", "Agent", "WebFetch", "mcp__a__b", "amcp__", "a-b", "c", "d"} {
			wants := slices.ContainsFunc(test.hooks, func(match string) bool { return test.m.Matches(match, value) })
			if gets := test.m.Matches(got, value); wants && !gets || gets && !wants && got != "" && !test.m.Base {
				t.Errorf("%q: %q matches %s: %v, want %v", test.hooks, got, value, gets, wants)
			}
			if whole := got == "" || test.m.Matches("^(?:"+got+")$", value); wants && !whole {
				t.Errorf("%q: %q matches only a part of %s, which Copilot doesn't take", test.hooks, got, value)
			}
			cut := got == "" || test.m.Base || slices.ContainsFunc(strings.Split(got, "|"), func(one string) bool { return test.m.Matches("^(?:"+one+")$", value) })
			if wants && !cut {
				t.Errorf("%q: no piece of %q matches %s, as Cursor reads it", test.hooks, got, value)
			}
		}
	}
}

func TestOwn(t *testing.T) {
	tests := []struct {
		e            Entry
		own, managed bool
	}{
		{Entry{Type: "command", Command: "/x/bchook", Exec: true}, true, true},
		{Entry{Type: "command", Command: `C:\go\bin\bchook.EXE`, Exec: true}, true, true},
		{Entry{Type: "command", Command: "/x/bcrules", Args: []string{"hook"}, Exec: true}, true, true},
		{Entry{Type: "command", Command: "/x/bcrules hook --rules /r"}, true, true},
		{Entry{Type: "command", Command: `"/my bin/bchook" --only=a`}, true, false},
		{Entry{Type: "command", Command: "/x/bchook", Args: []string{"--only", "a"}, Exec: true}, true, false},
		{Entry{Type: "command", Command: "/x/bcrules", Args: []string{"vet"}, Exec: true}, false, false},
		{Entry{Type: "command", Command: "/x/bcrules", Exec: true}, false, false},
		{Entry{Type: "command", Command: "cd /x && bchook"}, false, false},
		{Entry{Type: "command", Command: "cd /x && ./bchook"}, false, false},
		{Entry{Type: "command", Command: "cat >/x/bchook"}, false, false},
		{Entry{Type: "command", Command: `cat "$HOME"/bchook`}, false, false},
		{Entry{Type: "command", Command: "tidy;/x/bchook"}, false, false},
		{Entry{Type: "command", Command: "tidy\n/x/bchook"}, false, false},
		{Entry{Type: "command", Command: "bchook | tee log"}, false, false},
		{Entry{Type: "command", Command: "$HOME/bin/bchook\t--rules /r"}, true, true},
		{Entry{Type: "command", Command: `"$CLAUDE_PROJECT_DIR"/bin/bchook`}, true, true},
		{Entry{Type: "command", Command: `"$HOME/bin/bchook" --only a`}, true, false},
		{Entry{Type: "command", Command: "notbchook"}, false, false},
		{Entry{Type: "http", Command: "bchook"}, false, false},
	}
	for _, test := range tests {
		if test.e.Own() != test.own || test.e.Managed() != test.managed {
			t.Errorf("%+v: own %t, managed %t", test.e, test.e.Own(), test.e.Managed())
		}
	}
}
