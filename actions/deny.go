package actions

import "bcrules.dev/engine"

var deny = engine.Action{
	Doc:  "refuse the tool call and tell the model why",
	Args: `string & !="" // the reason`,
	Uses: []engine.Use{{Output: "permission", Value: "deny"}},
	Do: engine.Do[engine.Text](func(c *engine.Call, reason engine.Text) error {
		return c.Reply.Choose("permission", "deny", reasonOf(c, reason))
	}),
}
