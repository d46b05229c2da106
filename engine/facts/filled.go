package facts

import (
	"fmt"
	"strings"

	"bcrules.dev/engine"
)

var filled = engine.Fact{
	Doc: "a text with each {NAME} replaced by the value of that name: filled('{n} of {all}', {n: 2, all: 3}) is '2 of 3'\n" +
		"A {NAME} without a value stays, and values are not filled in again.",
	Params: "text, values",
	Fills:  true,
	Ask:    engine.Plain2[string, map[string]any, string](fillIn),
}

func fillIn(text string, values map[string]any) (string, error) {
	var pairs []string
	for name, value := range values {
		switch value.(type) {
		case nil, []any, map[string]any:
			return "", fmt.Errorf("%s: found %T, want a text, a number, true or false", name, value)
		}
		pairs = append(pairs, "{"+name+"}", fmt.Sprint(value))
	}
	if len(pairs) == 2 { // setting up a replacer takes longer
		return strings.ReplaceAll(text, pairs[0], pairs[1]), nil
	}
	return strings.NewReplacer(pairs...).Replace(text), nil
}
