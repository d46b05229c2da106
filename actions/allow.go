package actions

import "bcrules.dev/engine"

type permission struct{ Reason engine.Text }

// Take implements engine.Taker.
func (p *permission) Take(args any) {
	m, _ := args.(map[string]any)
	p.Reason.Take(m["reason"])
}

// Without an answer the user may be asked; this prevents it.
var allow = engine.Action{
	Doc:  "let the tool call pass without asking the user",
	Args: `{reason?: string}`,
	Uses: []engine.Use{{Output: "permission", Value: "allow", Text: "reason"}},
	Do: engine.Do[permission](func(c *engine.Call, a permission) error {
		return c.Reply.Choose("permission", "allow", engine.Reason{Text: string(a.Reason)})
	}),
}
