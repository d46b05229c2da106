package actions

import "bcrules.dev/engine"

var print = engine.Action{
	Doc: `answer with a text on stdout instead of a reply, for people and programs that read it
Of other outputs at the event only a block counts: by the exit code, with its reason on
stderr. Texts of several rules are in the rules' order, a line each.`,
	Args: `string & !="" // not starting with {`,
	Uses: []engine.Use{{Output: "print"}},
	Do: engine.Do[engine.Text](func(c *engine.Call, text engine.Text) error {
		return c.Reply.Text("print", string(text), "")
	}),
}
