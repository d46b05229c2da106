package agent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"

	"github.com/tidwall/gjson"
)

// A Table has all agents. It decodes only the one needed, and none for an event of the native one.
type Table struct {
	Native  string   // the native agent, for which rules are written
	Variant []string // environment variables with its version
	Signs   []Sign
	Places  []Place // of the other agents in Stored
	Stored  string  // their stored forms, one after the other
}

// A Place is where an agent is stored, as a range of bytes.
type Place struct {
	Agent    string
	From, To int
}

// Client returns the native agent as the sender of an event.
func (t *Table) Client(getenv func(string) string) plan.Client {
	return plan.Client{Name: t.Native, Version: versionIn(t.Native, first(t.Variant, getenv))}
}

// A Sign recognises an agent by the top-level fields of its input. The first match counts. The
// environment isn't used: a project's settings may set it, and so make an event look like another
// agent's.
type Sign struct {
	Agent  string
	Client string
	Test
}

// Names returns the names of all agents, the native one first.
func (t *Table) Names() []string {
	names := []string{t.Native}
	for _, p := range t.Places {
		names = append(names, p.Agent)
	}
	return names
}

// Sender returns the name of the agent that sent an object: the one that people named, "" if they
// didn't, or another entry of the same program whose signs the object has; otherwise the native one.
func (t *Table) Sender(sent gjson.Result, said string) string {
	if said == t.Native {
		return said
	}
	client := said
	for i := range t.Signs {
		if t.Signs[i].Agent == said {
			client = t.Signs[i].Client
		}
	}
	top := topOf(sent)
	for i := range t.Signs {
		if s := &t.Signs[i]; (said == "" || s.Client == client) && s.holds(top.get) {
			return s.Agent
		}
	}
	return cmp.Or(said, t.Native)
}

// Bears reports whether an object has a sign of an agent; the native one has no signs.
func (t *Table) Bears(sent gjson.Result, agent string) bool {
	top := topOf(sent)
	return slices.ContainsFunc(t.Signs, func(s Sign) bool { return s.Agent == agent && s.holds(top.get) })
}

// Agent returns the agent with a name, nil for the native one. It fails if there is none.
func (t *Table) Agent(name string) (*Agent, error) {
	if name == t.Native {
		return nil, nil
	}
	i := slices.IndexFunc(t.Places, func(p Place) bool { return p.Agent == name })
	if i < 0 {
		return nil, fmt.Errorf("found agent %q, want one of %s", name, strings.Join(t.Names(), ", "))
	}
	a, c := &Agent{}, wire.NewReader([]byte(t.Stored[t.Places[i].From:t.Places[i].To]))
	a.Code(c)
	return a, c.Err()
}

// Naming returns the fields in which an agent names its events; for an unknown agent those of the
// native one.
func (t *Table) Naming(agent string) []string {
	if a, err := t.Agent(agent); err == nil && a != nil {
		return a.Names
	}
	return []string{eventName}
}

// Means returns the events that a name may mean for any agent; none if no agent has it.
func (t *Table) Means(name string) (events []string) {
	for _, p := range t.Places {
		a, err := t.Agent(p.Agent)
		if err != nil {
			continue
		}
		for i := range a.Events {
			e := &a.Events[i]
			if now(&e.stored, e.code); (e.Name == name || e.Is == name) && !slices.Contains(events, e.Is) {
				events = append(events, e.Is)
			}
		}
	}
	return events
}

// top has the top-level fields of an object as raw JSON.
type top []struct{ name, raw string }

func topOf(sent gjson.Result) top {
	all := make(top, 0, 32)
	sent.ForEach(func(k, v gjson.Result) bool {
		all = append(all, struct{ name, raw string }{k.Str, v.Raw})
		return true
	})
	return all
}

func (t top) get(name string) string {
	for i := len(t) - 1; i >= 0; i-- { // the last of several counts
		if t[i].name == name {
			return t[i].raw
		}
	}
	return ""
}

// holds reports whether a test matches an object; get returns the raw value at a path, "" for none.
// Null and false count as missing.
func (t *Test) holds(get func(path string) string) bool {
	for _, path := range t.Has {
		if !there(get(path)) {
			return false
		}
	}
	for _, path := range t.Lacks {
		if there(get(path)) {
			return false
		}
	}
	for _, is := range t.Is {
		if !slices.Contains(is.Of, text(get(is.Path))) {
			return false
		}
	}
	for _, holds := range t.Holds {
		in := text(get(holds.Path))
		if !slices.ContainsFunc(holds.Of, func(part string) bool { return strings.Contains(in, part) }) {
			return false
		}
	}
	return true
}

func there(raw string) bool { return raw != "" && raw != "null" && raw != "false" }

// text returns the text of a JSON string, "" of another value.
func text(raw string) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if raw = raw[1 : len(raw)-1]; strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return gjson.Parse(`"` + raw + `"`).Str
}

// at returns a function that finds values in an object by path.
func at(v gjson.Result) func(path string) string {
	return func(path string) string { return files.ValueAt(v, path).Raw }
}
