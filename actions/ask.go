package actions

import (
	"cmp"

	"bcrules.dev/engine"
)

var ask = engine.Action{
	Doc:  "let the user decide on the tool call, and show them the reason",
	Args: reasonArgs,
	Uses: []engine.Use{{Output: "permission", Value: "ask", Text: "reason"}},
	Do: engine.Do[reason](func(c *engine.Call, r reason) error {
		why, err := r.refusal(c)
		if err != nil {
			return err
		}
		why.Instead, why.Beside = why.Text, engine.Beside{}
		why.Text = cmp.Or(string(r.Question), why.Text)
		return c.Reply.Choose("permission", "ask", why)
	}),
}
