package actions

import "bcrules.dev/engine"

var deny = engine.NewAction(
	"refuse the tool call and tell the model why",
	`string & !="" // the reason`,
	always("permission", "deny"),
	func(c *engine.Call, reason engine.Text) error {
		return c.Reply.Choose("permission", "deny", string(reason))
	})
