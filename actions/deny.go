package actions

import "bcrules.dev/engine"

var deny = engine.Action{
	Doc:  "refuse the tool call and tell the model why",
	Args: reasonArgs,
	Idle: []string{"question"}, // nobody is asked
	Uses: []engine.Use{{Output: "permission", Value: "deny", Text: "reason"}},
	Do: engine.Do[reason](func(c *engine.Call, r reason) error {
		why, err := r.refusal(c)
		if err != nil {
			return err
		}
		return c.Reply.Choose("permission", "deny", why)
	}),
}
