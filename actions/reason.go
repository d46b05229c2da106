package actions

import "bcrules.dev/engine"

// reasonOf is a reason as it was written, or where a template came to nothing who says
// so: without any the model can't tell what to do instead.
func reasonOf(c *engine.Call, reason engine.Text) string {
	if reason == "" {
		return "The hook " + c.Hook + " says so, and gives no reason."
	}
	return string(reason)
}
