package actions

import "bcrules.dev/engine"

func halt() engine.Action {
	return engine.NewAction(
		"end the agent's turn, with the reason for the user; before a tool call, the call is denied too",
		`string & !="" // the reason`,
		always("halt", ""),
		func(c *engine.Call, reason engine.Text) error {
			return c.Reply.Flag("halt", string(reason))
		})
}
