package engine

import "github.com/tidwall/gjson"

// Tool returns the input of the tool call that the event is about, and what it does
// by the fields of that input: nil if the tool is not known or does nothing of note.
func (c *Call) Tool() (input gjson.Result, does map[string]string) {
	if c.tools == nil {
		return gjson.Result{}, nil
	}
	return c.Event.Field(c.tools.Input), c.tools.Of(c.Event.Field(c.tools.Field).String())
}
