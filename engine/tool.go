package engine

import (
	"fmt"
	"slices"

	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// Tool returns the name and input of the event's tool, and what the tool does by the fields of its
// input; a zero Use means nothing of note. An unknown tool, or a call without any field that acts
// but with others whose names suggest something, is read by those names. It fails if the call can't
// be understood: the name is no text, the input no object, or a field of one of the agent's own
// tools has a value it doesn't take or is missing.
func (c *Call) Tool() (name string, input gjson.Result, does plan.Use, err error) {
	if c.tools == nil {
		return "", gjson.Result{}, plan.Use{}, nil
	}
	name, err = c.Event.Text(c.tools.Field)
	does = c.tools.Of(name)
	input = c.Event.Field(c.tools.Input)
	switch {
	case err != nil:
	case !does.Known():
	case input.Type == gjson.Null && does.Lacks(input) == "": // also if there is none
	case !input.IsObject():
		err = fmt.Errorf("%s: found %s, want an object", c.tools.Input, plan.KindOf(input))
	case !does.Loose:
		acts := false
		input.ForEach(func(field, v gjson.Result) bool {
			verb := does.Verb(field.String())
			acts = acts || verb != "" && verb != "content" && verb != "was" && (v.Type != gjson.String || v.Str != "")
			if verb != "" && slices.ContainsFunc(v.Array(), func(one gjson.Result) bool { return one.Type != gjson.String }) {
				err = fmt.Errorf("%s.%s: found %s, want a text or a list of texts", c.tools.Input, field.String(), plan.KindOf(v))
			}
			return err == nil
		})
		field := does.Lacks(input)
		switch {
		case err != nil || acts && field == "":
		case !acts && speaks(c.tools.Loosely(name), input):
			does = c.tools.Loosely(name)
		case field != "":
			err = fmt.Errorf("%s.%s: found nothing, want what %s does it to", c.tools.Input, field, name)
		}
	}
	return name, input, does, err
}

// speaks reports whether the name of a field suggests an action.
func speaks(does plan.Use, input gjson.Result) (is bool) {
	input.ForEach(func(field, _ gjson.Result) bool {
		is = does.Verb(field.String()) != ""
		return !is
	})
	return is
}
