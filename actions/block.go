package actions

import "bcrules.dev/engine"

var block = engine.Action{
	Doc:  "refuse to go on, with the reason: a stop, a prompt, a compaction; the first reason stands first",
	Args: `string & !="" // the reason`,
	Uses: []engine.Use{{Output: "block", Value: "block"}},
	Do: engine.Do[engine.Text](func(c *engine.Call, reason engine.Text) error {
		return c.Reply.Choose("block", "block", engine.Reason{Text: reasonOf(c, reason)})
	}),
}
