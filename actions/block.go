package actions

import "bcrules.dev/engine"

var block = engine.Action{
	Doc:  "refuse a stop, a prompt, a compaction or what else the event allows to be refused, with the reason; reasons of several rules are joined in the rules' order",
	Args: `string & !="" // the reason`,
	Uses: []engine.Use{{Output: "block", Value: "block"}},
	Do: engine.Do[engine.Text](func(c *engine.Call, reason engine.Text) error {
		return c.Reply.Choose("block", "block", engine.Reason{Text: reasonOf(c, reason)})
	}),
}
