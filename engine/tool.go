package engine

import (
	"fmt"

	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// Tool returns the name of the tool that the event is about, its input, and what it does
// by the fields of that: nothing if the tool is not known or does nothing of note.
// It fails where its name is no text, the input no object, or a field of a tool of the agent's own is
// nothing that the tool takes: what such a call does can't be told.
func (c *Call) Tool() (name string, input gjson.Result, does plan.Use, err error) {
	if c.tools == nil {
		return "", gjson.Result{}, plan.Use{}, nil
	}
	name, err = c.Event.Text(c.tools.Field)
	does, known := c.tools.Of(name)
	input = c.Event.Field(c.tools.Input)
	switch {
	case err != nil:
	case !known || !input.Exists() || input.Type == gjson.Null:
	case !input.IsObject():
		err = fmt.Errorf("%s: found %s, want an object", c.tools.Input, plan.KindOf(input))
	case !does.Loose:
		input.ForEach(func(field, v gjson.Result) bool {
			if does.Verb(field.String()) != "" && v.Type != gjson.String && v.Type != gjson.Null && !v.IsArray() {
				err = fmt.Errorf("%s.%s: found %s, want a text or a list", c.tools.Input, field.String(), plan.KindOf(v))
			}
			return err == nil
		})
	}
	return name, input, does, err
}
