package actions

import "bcrules.dev/engine"

func ask() engine.Action {
	return engine.NewAction(
		"let the user decide on the tool call, with the reason",
		`string & !="" // the reason`,
		always("permission", "ask"),
		func(c *engine.Call, reason engine.Text) error {
			return c.Reply.Choose("permission", "ask", string(reason))
		})
}
