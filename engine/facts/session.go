package facts

import (
	"cmp"

	"bcrules.dev/engine"
)

// A Session is the agent's session that the event belongs to.
type Session struct {
	ID    string `expr:"id" form:"id" doc:"empty if the agent sent none"`
	Short string `expr:"short" doc:"its first characters, or \"unknown\""`
}

var session = engine.Fact{
	Doc: "the session: .id, and .short for people (unknown if the agent sent none)",
	Ask: engine.Func0[Session](func(c *engine.Call) (Session, error) {
		s := Session{c.Event.Session, "unknown"}
		if s.ID != "" {
			s.Short = c.Event.ShortSession()
		}
		return s, nil
	}),
}

// An Agent is the agent or subagent that caused the event.
type Agent struct {
	ID   string `expr:"id" form:"id" only:"sub" doc:"of a subagent; empty in the main conversation"`
	Type string `expr:"type" form:"id" doc:"name of the agent, empty if it has none"`
	Sub  bool   `expr:"sub" field:"agent_id" only:"id != ''" doc:"the event comes from a subagent"`
}

var agent = engine.Fact{
	Doc: "who caused the event: .sub (a subagent), .type (its name), .id",
	Ask: engine.Func0[Agent](func(c *engine.Call) (Agent, error) {
		id, err := c.Event.Text("agent_id")
		of, odd := c.Event.Text("agent_type")
		return Agent{ID: id, Type: of, Sub: id != ""}, cmp.Or(err, odd)
	}),
}

// A Client is the agent's program.
type Client struct {
	Name    string `expr:"name" form:"agent" doc:"as in bcrules init --agent"`
	Version string `expr:"version" form:"id" doc:"empty if the program doesn't send it"`
}

var client = engine.Fact{
	Doc: "the program that sent the event: .name, and .version if it sends one",
	Ask: engine.Func0[Client](func(c *engine.Call) (Client, error) {
		return Client(c.Event.Client), nil
	}),
}
