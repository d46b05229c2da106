package actions

import "bcrules.dev/engine"

type injection struct {
	Context engine.Text
	Message engine.Text
	Prompt  struct {
		Before, After engine.Text
	}
	Join  engine.Text
	Bytes engine.Text
	Short engine.Text
}

// Take implements engine.Taker.
func (i *injection) Take(args any) {
	m, _ := args.(map[string]any)
	i.Context.Take(m["context"])
	i.Message.Take(m["message"])
	i.Join.Take(m["join"])
	i.Bytes.Take(m["bytes"])
	i.Short.Take(m["short"])
	p, _ := m["prompt"].(map[string]any)
	i.Prompt.Before.Take(p["before"])
	i.Prompt.After.Take(p["after"])
}

// fit replaces a context that doesn't fit by the short text. It returns engine.ErrSkip if that
// doesn't fit either.
func (i *injection) fit(r *engine.Reply) error {
	if i.Bytes == "" {
		return nil
	}
	most, err := wholeNumber("bytes", i.Bytes)
	if err != nil || r.Length("context", string(i.Context), string(i.Join)) <= most {
		return err
	}
	if i.Context = i.Short; i.Context == "" || r.Length("context", string(i.Context), string(i.Join)) > most {
		return engine.ErrSkip
	}
	return nil
}

// Texts of several rules are in the rules' order, except that text before a prompt precedes that of
// earlier rules. Texts are put around the prompt after modify has changed it, whichever ran first.
var inject = engine.Action{
	Doc: "add text: context for the model, a message for the user, or text before or after the prompt (including its separator)",
	Args: `{
	context?: string // for the model
	message?: string // for the user
	prompt?: {before?: string, after?: string} // of the user, or of a subagent
	join?: string // between this text and that of earlier rules; a newline if absent
	bytes?: int & >=0 | =~#"(?s)^\$\{.*\}$"# // limit of the event's whole context; if this doesn't fit, short is added, or if that doesn't fit either, the rule ends
	short?: string // a shorter context
}`,
	Uses: []engine.Use{
		{Arg: "context", Output: "context", Bound: "bytes"},
		{Arg: "message", Output: "message"},
		{Arg: "prompt", Output: "prompt"},
	},
	Needs: []engine.Need{{Arg: "short", Others: []string{"bytes"}}},
	Do:    engine.Do[injection](addTexts),
}

func addTexts(c *engine.Call, a injection) error {
	if err := a.fit(c.Reply); err != nil {
		return err
	}
	if err := c.Reply.Text("context", string(a.Context), string(a.Join)); err != nil {
		return err
	}
	if err := c.Reply.Text("message", string(a.Message), string(a.Join)); err != nil {
		return err
	}
	return c.Reply.Wrap("prompt", "", string(a.Prompt.Before), string(a.Prompt.After))
}
