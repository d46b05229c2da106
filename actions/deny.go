package actions

import "bcrules.dev/engine"

func deny() engine.Action {
	return engine.NewAction(
		"refuse the tool call and tell the model why",
		`string & !="" // the reason`,
		always("permission", "deny"),
		func(c *engine.Call, reason engine.Text) error {
			return c.Reply.Choose("permission", "deny", string(reason))
		})
}
