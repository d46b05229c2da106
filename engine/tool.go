package engine

import "github.com/tidwall/gjson"

// Tools says what the tools of an agent do, as far as the event table knows: what
// a call does to what, by the fields of its input. The verbs are those of whoever
// made the table and of the facts that read it.
type Tools struct {
	Field string                       `json:"field"` // of the event, that names the tool
	Input string                       `json:"input"` // of the event, that it is called with
	Does  map[string]map[string]string `json:"does"`  // by tool: verb by the field of its input
}

// Tool returns the input of the tool call that the event is about, and what it does
// by the fields of that input: nil if the tool is not known or does nothing of note.
func (c *Call) Tool() (input gjson.Result, does map[string]string) {
	if c.tools == nil {
		return gjson.Result{}, nil
	}
	return c.Event.Field(c.tools.Input), c.tools.Does[c.Event.Field(c.tools.Field).String()]
}
