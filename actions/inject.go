package actions

import "bcrules.dev/engine"

type injection struct {
	Context engine.Text
	Message engine.Text
	Prompt  struct {
		Before, After engine.Text
	}
	Join engine.Text
}

// Take implements engine.Taker.
func (i *injection) Take(args any) {
	m, _ := args.(map[string]any)
	i.Context.Take(m["context"])
	i.Message.Take(m["message"])
	i.Join.Take(m["join"])
	p, _ := m["prompt"].(map[string]any)
	i.Prompt.Before.Take(p["before"])
	i.Prompt.After.Take(p["after"])
}

// Texts of several rules stand in the rules' order; what is put before a prompt
// stands before what earlier rules put there.
func inject() engine.Action {
	return engine.NewAction(
		"add text: context for the model, a message for the user, or text before or after the prompt (with what parts it from the prompt)",
		`{
	context?: string // for the model
	message?: string // for the user
	prompt?: {before?: string, after?: string} // of the user, or of a subagent
	join?: string // between this text and that of earlier rules; a newline if absent
}`,
		map[string]engine.Use{
			"context": {Output: "context"},
			"message": {Output: "message"},
			"prompt":  {Output: "prompt"},
		},
		func(c *engine.Call, a injection) error {
			if err := c.Reply.Text("context", string(a.Context), string(a.Join)); err != nil {
				return err
			}
			if err := c.Reply.Text("message", string(a.Message), string(a.Join)); err != nil {
				return err
			}
			return c.Reply.Wrap("prompt", "", string(a.Prompt.Before), string(a.Prompt.After))
		})
}
