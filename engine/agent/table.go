package agent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/engine/wire"

	"github.com/tidwall/gjson"
)

// A Table is the agents there are. One of them is read at a time, and none for an event
// of the native one.
type Table struct {
	Native  string   // the agent that rules are written for
	Variant []string // environment variables that have its version
	Signs   []Sign
	Stored  string // the others, as Layout made it
}

// Client returns the native agent, as the program that sent an event.
func (t *Table) Client(getenv func(string) string) plan.Client {
	return plan.Client{Name: t.Native, Version: versionIn(t.Native, first(t.Variant, getenv))}
}

// A Sign tells an agent by the fields at the top of what it sends. The first that holds
// counts.
type Sign struct {
	Agent  string
	Client string
	Test
}

// A root says where each agent lies.
type root struct {
	Names  []string
	Agents []wire.Region
}

// kind is what the table's file ends in.
const kind = "bcrules agents, 1\n"

// Layout lays agents out.
func Layout(agents []*Agent) []byte {
	var l wire.Layout
	r := root{}
	for _, a := range agents {
		r.Names, r.Agents = append(r.Names, a.Name), append(r.Agents, l.Put(a.Code))
	}
	return l.File(kind, r.code)
}

func (r *root) code(c *wire.Coder) {
	wire.Strings(c, &r.Names)
	wire.List(c, &r.Agents, func(c *wire.Coder, r *wire.Region) { r.Code(c) })
}

func (t *Table) open() (f *wire.File, r root, err error) {
	f, err = wire.Open(strings.NewReader(t.Stored), int64(len(t.Stored)), kind, r.code)
	return f, r, err
}

// Names returns the names of all agents, that of the native one first.
func (t *Table) Names() []string {
	_, r, _ := t.open()
	return append([]string{t.Native}, r.Names...)
}

// Sender returns the name of the agent that sends an object: the one that people say, ""
// if they don't, or another entry of the same program whose signs the object has; the
// native one if nothing tells another.
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

// Agent returns the agent of a name, nil for the native one. It fails if there is none.
func (t *Table) Agent(name string) (*Agent, error) {
	if name == t.Native {
		return nil, nil
	}
	f, r, err := t.open()
	if err != nil {
		return nil, err
	}
	i := slices.Index(r.Names, name)
	if i < 0 {
		return nil, fmt.Errorf("found agent %q, want one of %s", name, strings.Join(t.Names(), ", "))
	}
	a := &Agent{}
	return a, f.Decode(r.Agents[i], a.Code)
}

// top has the fields at the top of an object, each as it stands there.
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
	for i := range t {
		if t[i].name == name {
			return t[i].raw
		}
	}
	return ""
}

// holds reports whether a test holds for an object of which get finds what stands at a
// path, "" for nothing. What is null or false is not there.
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

// text returns the text that JSON is, as it is written there; "" if it is none.
func text(raw string) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	return raw[1 : len(raw)-1]
}

// at returns what finds values in an object by their paths.
func at(v gjson.Result) func(path string) string {
	return func(path string) string { return v.Get(path).Raw }
}
