package actions

import "bcrules.dev/engine"

var halt = engine.Action{
	Doc:  "end the agent's turn and show the user the reason; before a tool call, the call is denied, too",
	Args: `string & !="" // the reason`,
	Uses: []engine.Use{{Output: "halt"}},
	Do: engine.Do[engine.Text](func(c *engine.Call, reason engine.Text) error {
		return c.Reply.Flag("halt", string(reason))
	}),
}
