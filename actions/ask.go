package actions

import "bcrules.dev/engine"

var ask = engine.Action{
	Doc:  "let the user decide on the tool call, with the reason",
	Args: `string & !="" // the reason`,
	Uses: []engine.Use{{Output: "permission", Value: "ask"}},
	Do: engine.Do[engine.Text](func(c *engine.Call, reason engine.Text) error {
		return c.Reply.Choose("permission", "ask", reasonOf(c, reason))
	}),
}
