package actions

import "bcrules.dev/engine"

func print() engine.Action {
	return engine.NewAction(
		`answer by a text on stdout instead of a reply, for people and programs that read it there
Of what else rules say at the event only a block is heard: by the exit code, with its
reason on stderr. Texts of several rules stand in the rules' order, a line each.`,
		`string & !="" // not starting with {`,
		always("print", ""),
		func(c *engine.Call, text engine.Text) error {
			return c.Reply.Text("print", string(text), "")
		})
}
