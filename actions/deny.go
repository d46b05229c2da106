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

// reasonOf is a reason as it was written, or where a template came to nothing who says
// so: without any the model can't tell what to do instead.
func reasonOf(c *engine.Call, reason engine.Text) string {
	if reason == "" {
		return "The hook " + c.Hook + " says so, and gives no reason."
	}
	return string(reason)
}
