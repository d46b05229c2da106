package actions

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"bcrules.dev/engine"
)

type storing struct {
	in    string
	steps []engine.Statement
	later bool
}

// Take implements engine.Taker: values of expressions are bound with their types.
func (s *storing) Take(args any) {
	m, _ := args.(map[string]any)
	s.in, _ = m["in"].(string)
	switch wait := m["wait"].(type) {
	case bool:
		s.later = !wait
	case json.RawMessage:
		s.later = string(wait) == "false"
	}
	list, _ := m["do"].([]any)
	for _, item := range list {
		of, _ := item.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(of)) {
			s.steps = append(s.steps, engine.Statement{Name: name, Args: of[name]})
		}
	}
}

var store = engine.Action{
	Doc: `run statements of a store in one transaction
The result has .changed, the number of changed rows, and by name the rows of each query
among the statements. A query called as a fact runs once an event and returns what was
there then; a query here sees the effects of the statements before it.

In SQLite no other process writes between the first statement and the last. If the store
can't be asked, the action fails; with a name (as) the rules go on. With "wait: false" the
rules go on at once and there is no result: the statements run once the answer is made, and
a failure is logged at a later event. Use it for records that no answer depends on.
Otherwise the changes are on the disk when the hook answers.

   {store: {in: "work", do: [{claim: {path: "${file()}", me: "${session().id}"}}, {owner: {path: "${file()}"}}]}, as: "claimed"},
   {when: "claimed().value.owner.id != session().id", do: ask: "Another session has it."}`,
	Args: `{
	in!: string & !="" // the name of a store that the rule set has
	do!: [_, ...] & [...{[string]: {[string]: _}}] // {NAME: {argument: value}} each
	wait?: bool // false: nobody waits for it
}`,
	Store: "in",
	Done:  "do",
	Waits: "wait",
	Do:    engine.Give[storing, map[string]any](doStatements),
}

func doStatements(c *engine.Call, s storing) (map[string]any, error) {
	base, err := c.Base(s.in)
	if err != nil {
		return nil, err
	}
	if len(s.steps) == 0 {
		return nil, fmt.Errorf("found no statement, want one")
	}
	if !s.later {
		return base.Do(s.steps, nil)
	}
	return base.Do(s.steps, func(err error) {
		if c.Host.First(err.Error()) {
			c.Warn(err.Error())
		}
	})
}
