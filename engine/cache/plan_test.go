package cache

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bcrules.dev/engine/plan"
	tables "bcrules.dev/engine/table"
	"bcrules.dev/engine/wire"
)

const rules = "/project/.claude/bcrules"

// store returns the store of a user who has no plans yet.
func store(t testing.TB) Store {
	t.Helper()
	return Store{dirs: []string{filepath.Join(t.TempDir(), "bcrules", "plans")}, key: aKey} // on all systems alike
}

func aKey() *wire.Key { return wire.NewKey([]byte("a user's own key")) }

func event(t testing.TB, name, subject string) *plan.Event {
	t.Helper()
	ev, err := plan.ReadEvent(fmt.Appendf(nil, `{"hook_event_name": %q, "subject": %q}`, name, subject))
	if err != nil {
		t.Fatal(err)
	}
	return ev
}

// full is a hook with a value in every field.
func full(name, match string) plan.Hook {
	min := -1.5
	code := &plan.Expression{Src: "x", Pos: plan.Pos{File: "/a.cue", Line: 1, Col: 2}, Code: plan.Code{1, 0, 0xff}}
	return plan.Hook{
		Name: name, Pos: plan.Pos{File: "/é.cue", Line: 300, Col: 4}, Match: match, When: code,
		Event: &plan.Shape{Kind: "object", Open: true, Fields: map[string]*plan.Shape{
			"a": {Kind: "list", Item: &plan.Shape{Kind: "int", Min: &min}, Default: []byte(`[1]`), Join: true}, "b": nil}},
		Let: []plan.Let{{Name: "l", Expr: *code}}, Prefetch: []string{"l"}, First: true, Closed: true, Timeout: 3, Full: true,
		Rules: []plan.Rule{{Pos: plan.Pos{Line: 1}, ID: "r", Doc: "why", When: code, Do: []plan.Step{{
			Action: "deny", Pos: plan.Pos{Col: 1}, As: "d", Args: []byte(`{"reason": "${x}"}`),
			Texts: map[string]plan.Template{"reason": {{Text: "a"}, {Code: plan.Code{2}}}}}}}, {}},
	}
}

// plan has an event for each way in which hooks are found.
func sample() *plan.Plan {
	hooks := func(matches ...string) []plan.Hook {
		var all []plan.Hook
		for i, m := range matches {
			all = append(all, full(fmt.Sprint("h", i), m))
		}
		return all
	}
	var many []plan.Hook
	for i := range 1000 {
		many = append(many, full(fmt.Sprint("many", i), fmt.Sprintf("name%d|also%d", i, i/2)))
	}
	aliases := map[string]string{"Task": "Agent", "BashOutput": "TaskOutput"}
	outputs := map[string]plan.Output{"decision": {Kind: "choice", Path: "a.b", Values: []string{"deny", "allow"}, Type: "string",
		Reason: "a.c", ReasonFor: []string{"deny"}, From: "tool_input", Field: "x",
		Only: map[string]string{"decision": "allow"}, Also: map[string]string{"x": "y"}, Exit: 2}}
	return &plan.Plan{
		Log:      plan.Logging{File: "log/é", Level: plan.Template{{Text: "debug"}, {Code: plan.Code{7}}}, Quiet: true, Inputs: true, Max: 1 << 40, Days: 90},
		Takers:   plan.Takers{Events: map[string]string{"h": "Tool"}, Known: []string{"Tool"}},
		Settings: map[string]*plan.Settings{"s": {File: "s.json", Shape: &plan.Shape{Kind: "object"}}},
		Marks:    map[string]*plan.Marks{"m": {Env: "SEEN", File: plan.Template{{Text: "seen"}}, Claims: plan.Template{{Code: plan.Code{3}}, {Text: ".d"}}, Reach: []string{"~/x"}}},
		Events: map[string]*plan.Agenda{
			"Tool": {Matcher: plan.Matcher{Field: "subject", Aliases: aliases}, Stamp: "out.name", Refuse: "decision", Outputs: outputs,
				Hooks: hooks("Bash", "", "Edit|Write, Bash", "^mcp__.*", "*", "Task", "Agent|TaskOutput", "|", `(?!x)lookahead`, "Bash")},
			"File":    {Matcher: plan.Matcher{Field: "subject", Base: true, Exact: `A-Za-z0-9_.|/-`}, Hooks: hooks(".env|.envrc", "/etc/passwd", `\.go$`)},
			"Many":    {Matcher: plan.Matcher{Field: "subject"}, Hooks: many},
			"Exact":   {Matcher: plan.Matcher{Field: "subject"}, Hooks: hooks("a", "b")},
			"Plain":   {Hooks: hooks("ignored", "")},
			"Nothing": {Matcher: plan.Matcher{Field: "subject"}},
		},
	}
}

// kept writes a plan and reads it.
func kept(t testing.TB, s Store, p *plan.Plan) *Plan {
	t.Helper()
	if err := s.Write(rules, p, Stamp{}); err != nil {
		t.Fatal(err)
	}
	got, err := s.Read(rules)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { got.Close() })
	return got
}

// The hooks of an event come with exactly the tables that they ask.
func TestForTables(t *testing.T) {
	typ := tables.Type{Kind: "list", Item: &tables.Type{Kind: "int", Bounds: []tables.Bound{{Op: ">=", Value: []byte("1")}}}, Default: []byte("[1]"), Needed: true}
	some := &plan.Table{ID: "some", File: plan.Template{{Text: "a"}, {Code: plan.Code{7}}}, Rows: []byte("rows"),
		Definition: tables.Definition{At: "a.b", Key: "k", One: true, Row: []tables.Field{{Name: "n", Type: typ}, {Name: "o", Type: tables.Type{Kind: "object", Fields: []tables.Field{{Name: "x"}}}}},
			Alias: []tables.Alias{{If: map[string]json.RawMessage{"a": []byte("1")}, Copy: map[string]string{"n": "m"}, Set: map[string]json.RawMessage{"o": []byte("{}")}}}}}
	whole := &plan.Plan{Tables: map[string]*plan.Table{"some": some, "other": {ID: "other"}}, Events: map[string]*plan.Agenda{
		"Asks": {Matcher: plan.Matcher{Field: "subject"}, Hooks: []plan.Hook{{Name: "a", Tables: []string{"some"}}, {Name: "b", Tables: []string{"some"}}, {Name: "c", Match: "X", Tables: []string{"other"}}}},
		"None": {Hooks: []plan.Hook{{Name: "d"}}},
	}}
	p := kept(t, store(t), whole)
	for _, test := range []struct {
		event, subject string
		want           map[string]*plan.Table
	}{
		{"Asks", "Y", map[string]*plan.Table{"some": some}},
		{"Asks", "X", whole.Tables},
		{"None", "", nil},
	} {
		part, err := p.For(event(t, test.event, test.subject))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(part.Tables, test.want) {
			t.Errorf("%s %s: tables %v, want %v", test.event, test.subject, part.Tables, test.want)
		}
	}
}

// The part of a plan that is read for an event answers it like the whole plan.
func TestForMatches(t *testing.T) {
	whole := sample()
	p := kept(t, store(t), whole)
	values := map[string][]string{
		"Tool":    {"Bash", "Edit", "Write", "Task", "Agent", "TaskOutput", "BashOutput", "mcp__x__y", "lookahead", "bash", "", "Bash|Edit", "é"},
		"File":    {".env", "/a/b/.envrc", `C:\a\.env`, "/etc/passwd", "/x/etc/passwd", "main.go", "/a/.env/"},
		"Many":    {"absent", "also0", "also499", "also500"},
		"Exact":   {"a", "b", "c"},
		"Plain":   {"ignored", "other"},
		"Nothing": {"a"},
		"Absent":  {"a"},
	}
	for i := range 1000 {
		values["Many"] = append(values["Many"], fmt.Sprint("name", i))
	}
	found := map[string]bool{}
	for name, subjects := range values {
		for _, subject := range subjects {
			ev := event(t, name, subject)
			part, err := p.For(ev)
			if err != nil {
				t.Fatalf("%s %q: %v", name, subject, err)
			}
			got, want := read(t, part.Match(ev, "")), whole.Match(ev, "")
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s %q: %s, want %s", name, subject, named(got), named(want))
			}
			if part.Log.Quiet != whole.Log.Quiet || part.Log.Inputs != whole.Log.Inputs || part.Log.Max != whole.Log.Max || part.Log.Days != whole.Log.Days {
				t.Errorf("%s %q: log %v, want to know what is kept of any event", name, subject, part.Log)
			}
			if len(want) == 0 {
				continue
			}
			found[name] = true
			if !reflect.DeepEqual(part.Log, whole.Log) || !reflect.DeepEqual(part.Settings, whole.Settings) {
				t.Errorf("%s %q: log %v, settings %v", name, subject, part.Log, part.Settings)
			}
			a, b := *part.Events[name], *whole.Events[name]
			if a.Hooks, b.Hooks = nil, nil; !reflect.DeepEqual(a, b) {
				t.Errorf("%s %q: agenda %+v, want %+v", name, subject, a, b)
			}
		}
	}
	if len(found) != 5 {
		t.Errorf("hooks of %v, want of five events", found)
	}
}

// read returns hooks with all their parts.
func read(t *testing.T, hooks []*plan.Hook) []*plan.Hook {
	t.Helper()
	for _, h := range hooks {
		if err := h.Load(); err != nil {
			t.Fatal(err)
		}
	}
	return hooks
}

func named(hooks []*plan.Hook) (names []string) {
	for _, h := range hooks {
		names = append(names, h.Name)
	}
	return names
}

// An event reads the hooks it may need and not a thousand others.
func TestForReadsFew(t *testing.T) {
	part, err := kept(t, store(t), sample()).For(event(t, "Many", "name7"))
	if err != nil || len(part.Events["Many"].Hooks) != 1 {
		t.Errorf("%v, want one hook, %v", part.Events, err)
	}
}

func TestForNoEvent(t *testing.T) {
	whole := sample()
	p := kept(t, store(t), whole)
	part, err := p.For(nil)
	if err != nil || len(part.Events) > 0 || !reflect.DeepEqual(part.Log, whole.Log) {
		t.Errorf("%+v, %v, want the log and no event", part, err)
	}
	var want []string
	for _, a := range whole.Events {
		for _, h := range a.Hooks {
			want = append(want, h.Name)
		}
	}
	got := p.Hooks()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("names of %d hooks, want of %d", len(got), len(want))
	}
}

// small is a plan whose file is short enough to be cut off at each length.
func small() *plan.Plan {
	p := sample()
	delete(p.Events, "Many")
	return p
}

func TestReadFails(t *testing.T) {
	s := store(t)
	kept(t, s, small())
	path := s.path(rules, "plan")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fails := func(what string, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if p, err := s.Read(rules); err == nil {
			p.Close()
			t.Errorf("%s: read, want an error", what)
		}
	}
	for n := range whole {
		if n < 1000 || n > len(whole)-100 || n%97 == 0 {
			fails(fmt.Sprintf("%d bytes of %d", n, len(whole)), whole[:n])
		}
	}
	fails("a byte more", append(slices.Clone(whole), 0))
	fails("another version", []byte(strings.Replace(string(whole), "expr v1", "expr v2", 1)))
	fails("text", []byte(strings.Repeat("package rules\n", 1000)))
	fails("a fault", append(slices.Clone(whole[:len(whole)-len(kind("plan"))]), kind("fault")...))
	if err := os.WriteFile(s.path("/other", "plan"), whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read("/other"); err == nil {
		t.Error("the plan of other rules: read, want an error")
	}
	os.Remove(path)
	if _, err := s.Read(rules); !os.IsNotExist(err) {
		t.Errorf("no file: error %v, want that it isn't there", err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Read(rules); err == nil {
		t.Error("a folder: read, want an error")
	}
}

// Every byte of a plan must be as it was written.
func TestReadDamaged(t *testing.T) {
	s := store(t)
	want := sample()
	want.Events = map[string]*plan.Agenda{"File": want.Events["File"]}
	kept(t, s, want)
	path := s.path(rules, "plan")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		damaged := slices.Clone(whole)
		damaged[at] ^= 0x10
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := s.Read(rules)
		if err != nil {
			continue
		}
		for _, subject := range []string{"/a/.env", "/etc/passwd"} {
			ev := event(t, "File", subject)
			part, err := p.For(ev)
			if err != nil {
				continue
			}
			got := part.Match(ev, "")
			whole := !slices.ContainsFunc(got, func(h *plan.Hook) bool { return h.Load() != nil })
			if wanted := want.Match(ev, ""); whole && !reflect.DeepEqual(got, wanted) {
				t.Errorf("damaged at %d: %s, want %s or a fault", at, named(got), named(wanted))
			}
		}
		p.Close()
	}
}

// Whatever a plan file holds, even with correct checksums, it is refused or answers; its fault is
// an error.
func FuzzPlanFile(f *testing.F) {
	s := store(f)
	kept(f, s, small())
	whole, err := os.ReadFile(s.path(rules, "plan"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:100])
	f.Add([]byte(kind("plan")))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		raw := func(c *wire.Coder) {
			for _, b := range data {
				c.Byte(&b)
			}
		}
		key := aKey().For(kind("plan"), rules)
		l := wire.Layout{Key: key}
		all := l.Put(raw)
		r := root{Rules: rules, Common: all, Names: all, Tables: map[string]wire.Region{"t": all}, Events: map[string]wire.Region{"Plain": all}}
		for name, e := range map[string]part{
			"Tool": {Agenda: all, Any: all},
			"File": {Matcher: plan.Matcher{Field: "subject"}, Agenda: all, Named: map[string]wire.Region{"Bash": all}},
		} {
			r.Events[name] = l.Put(e.code)
		}
		for _, file := range [][]byte{data, (&wire.Layout{Key: key}).File(kind("plan"), raw), l.File(kind("plan"), r.code)} {
			ask(t, file)
		}
	})
}

// ask reads all of a plan file.
func ask(t *testing.T, file []byte) {
	s := Store{dirs: []string{t.TempDir()}, key: aKey}
	if err := os.WriteFile(s.path(rules, "plan"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := s.Read(rules)
	if err != nil {
		return
	}
	defer p.Close()
	p.Fresh("", nil)
	p.Hooks()
	p.For(nil)
	for _, name := range []string{"Tool", "File", "Plain", "Nothing"} {
		ev := event(t, name, "Bash")
		if part, err := p.For(ev); err == nil {
			for _, h := range part.Match(ev, "") {
				h.Load()
			}
		}
	}
}
