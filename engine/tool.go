package engine

import (
	"fmt"

	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// Tool returns the input of the tool call that the event is about, and what it does
// by the fields of that input: nil if the tool is not known or does nothing of note.
// It fails where its name is no text, the input no object, or a field of a tool of the agent's own is
// nothing that the tool takes: what such a call does can't be told.
func (c *Call) Tool() (input gjson.Result, does map[string]string, err error) {
	if c.tools == nil {
		return gjson.Result{}, nil, nil
	}
	name, err := c.Event.Text(c.tools.Field)
	input, does = c.Event.Field(c.tools.Input), c.tools.Of(name)
	switch {
	case err != nil:
	case does == nil || !input.Exists() || input.Type == gjson.Null:
	case !input.IsObject():
		err = fmt.Errorf("%s: found %s, want an object", c.tools.Input, plan.KindOf(input))
	case c.tools.Does[name] != nil:
		input.ForEach(func(field, v gjson.Result) bool {
			if does[field.String()] != "" && v.Type != gjson.String && v.Type != gjson.Null && !v.IsArray() {
				err = fmt.Errorf("%s.%s: found %s, want a text or a list", c.tools.Input, field.String(), plan.KindOf(v))
			}
			return err == nil
		})
	}
	return input, does, err
}
