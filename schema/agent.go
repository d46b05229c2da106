package schema

import (
	"cmp"
	"encoding/json"
	"fmt"

	"bcrules.dev/engine/agent"

	"github.com/tidwall/gjson"
)

// Entries of the agent table are read from JSON, which preserves their order: signs and
// cases of an event are tried in the order written.

// membersOf yields the members of a JSON object in order.
func membersOf(v gjson.Result) func(func(string, gjson.Result) bool) {
	return func(yield func(string, gjson.Result) bool) {
		v.ForEach(func(k, v gjson.Result) bool { return yield(k.String(), v) })
	}
}

func readAgent(name string, e gjson.Result) *Agent {
	text := func(path string) string { return e.Get(path).String() }
	a := &Agent{Title: text("title"), Native: e.Get("native").Bool(), Seen: text("seen"), How: text("how"), Env: textsOf(e.Get("env")), Notes: textsOf(e.Get("notes")), Fails: text("fails"), Most: map[string]int{}}
	a.Name, a.Client = name, cmp.Or(text("client"), name)
	if silent := text("silent"); silent != "" {
		a.Silent = silent + "\n"
	}
	a.Version, a.Variant, a.Project, a.Roots = sourceOf(e.Get("version")), textsOf(e.Get("variant")), textsOf(e.Get("project")), text("roots")
	if a.Names = textsOf(e.Get("names")); len(a.Names) == 0 {
		a.Names = []string{EventField}
	}
	for _, t := range e.Get("signs").Array() {
		a.Signs = append(a.Signs, agent.Sign{Test: testOf(t)})
	}
	a.Fields, a.Folds = fieldsOf(e.Get("fields")), e.Get("folds").Bool()
	for name, v := range membersOf(e.Get("tools")) {
		for _, one := range oneByOne(v) {
			a.Tools = append(a.Tools, toolOf(name, one))
		}
	}
	for name, v := range membersOf(e.Get("events")) {
		for _, one := range oneByOne(v) {
			if most := one.Get("most"); most.Exists() {
				a.Most[name] = int(most.Int())
			}
			a.Events = append(a.Events, agent.Event{Name: name, Is: one.Get("is").Str, When: testOf(one.Get("when")), Fields: fieldsOf(one.Get("fields")), Says: saysOf(one.Get("says")), Never: one.Get("never").Str})
		}
	}
	if takes := e.Get("takes"); takes.Exists() {
		a.Takes = append([]string{}, textsOf(takes)...)
	}
	if off := e.Get("off"); off.Exists() {
		a.Off = &Switch{off.Get("setting").Str, off.Get("is").Bool()}
	}
	a.Managed = map[string]string{}
	for system, path := range membersOf(e.Get("managed")) {
		a.Managed[system] = path.Str
	}
	a.Also = textsOf(e.Get("also"))
	s := e.Get("servers")
	a.Servers = agent.Servers{Server: s.Get("server").Str, Tool: s.Get("tool").Str, Before: s.Get("before").Str, Between: s.Get("between").Str, Said: s.Get("said").Str}
	if r := e.Get("register"); r.Exists() {
		a.Register = &Register{}
		if err := json.Unmarshal([]byte(r.Raw), a.Register); err != nil {
			panic(fmt.Sprintf("%s: %v", name, err)) // the schema rules this out
		}
	}
	return a
}

func toolOf(name string, v gjson.Result) agent.Tool {
	if !v.IsObject() {
		return agent.Tool{Name: name, Is: v.String()}
	}
	t := agent.Tool{Name: name, Is: v.Get("is").Str, When: testOf(v.Get("when")), Input: fieldsOf(v.Get("input")), Result: fieldsOf(v.Get("result")), Patch: v.Get("patch.text").Str}
	for _, one := range v.Get("patch.files").Array() {
		t.Files = append(t.Files, toolOf("", one))
	}
	return t
}

// oneByOne returns the items of a list, or any other value as the only item.
func oneByOne(v gjson.Result) []gjson.Result {
	if v.IsArray() {
		return v.Array()
	}
	return []gjson.Result{v}
}

// textsOf returns the texts of a list, or a single text.
func textsOf(v gjson.Result) (all []string) {
	for _, one := range v.Array() {
		all = append(all, one.String())
	}
	return all
}

func fieldsOf(v gjson.Result) (all []agent.Field) {
	for name, from := range membersOf(v) {
		all = append(all, agent.Field{Name: name, From: sourceOf(from)})
	}
	return all
}

func sourceOf(v gjson.Result) agent.Source {
	if !v.IsObject() {
		return agent.Source{Paths: textsOf(v)}
	}
	s := agent.Source{Paths: textsOf(v.Get("path")), Always: v.Get("always").Raw, Parsed: v.Get("parsed").Bool(), Joined: v.Get("joined").Bool(), Lines: textsOf(v.Get("lines")), Words: v.Get("words").Bool(), Counts: v.Get("counts").Bool()}
	for from, to := range membersOf(v.Get("values")) {
		if s.Values == nil {
			s.Values = map[string]string{}
		}
		s.Values[from] = to.Str
	}
	return s
}

func testOf(v gjson.Result) agent.Test {
	t := agent.Test{Has: textsOf(v.Get("has")), Lacks: textsOf(v.Get("lacks"))}
	for path, one := range membersOf(v.Get("is")) {
		t.Is = append(t.Is, agent.Texts{Path: path, Of: textsOf(one)})
	}
	for path, one := range membersOf(v.Get("holds")) {
		t.Holds = append(t.Holds, agent.Texts{Path: path, Of: textsOf(one)})
	}
	return t
}

func saysOf(v gjson.Result) (all []agent.Say) {
	for output, one := range membersOf(v) {
		s := agent.Say{Output: output, As: one.Get("as").Str, Unless: textsOf(one.Get("unless")), Exit: int(one.Get("exit").Int()), Stderr: one.Get("stderr").Bool(),
			Plain: one.Get("plain").Bool(), Merged: one.Get("merged").Bool(), Max: int(one.Get("max").Int()), Blank: one.Get("blank").Str, But: one.Get("but").Str}
		for path, value := range membersOf(one.Get("set")) {
			set := agent.Set{Path: path, JSON: value.Raw}
			if value.Type == gjson.String && value.Str == "$" {
				set.JSON = ""
			}
			s.Set = append(s.Set, set)
		}
		all = append(all, s)
	}
	return all
}
