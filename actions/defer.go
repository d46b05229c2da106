package actions

import "bcrules.dev/engine"

var deferCall = engine.Action{
	Doc:  "postpone the tool call: a session without a terminal ends, and its host resumes it to run the call",
	Args: `{reason?: string}`,
	Uses: []engine.Use{{Output: "permission", Value: "defer"}},
	Do: engine.Do[permission](func(c *engine.Call, a permission) error {
		return c.Reply.Choose("permission", "defer", engine.Reason{Text: string(a.Reason)})
	}),
}
