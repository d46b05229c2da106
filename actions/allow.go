package actions

import "bcrules.dev/engine"

// Silence is no opinion; this is one: the user is not asked.
var allow = engine.NewAction(
	"let the tool call pass without asking the user",
	`{reason?: string}`,
	always("permission", "allow"),
	func(c *engine.Call, a struct{ Reason engine.Text }) error {
		return c.Reply.Choose("permission", "allow", string(a.Reason))
	})
