package actions

import "bcrules.dev/engine"

func block() engine.Action {
	return engine.NewAction(
		"refuse to go on, with the reason: a stop, a prompt, a compaction; the first reason stands first",
		`string & !="" // the reason`,
		always("block", "block"),
		func(c *engine.Call, reason engine.Text) error {
			return c.Reply.Choose("block", "block", string(reason))
		})
}
