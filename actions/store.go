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
	Doc: `do statements of a store in turn, in one transaction: all of them or none
What it gives: .changed, how many rows they changed; and of each query among them, by
its name, the rows it gave. A query as a fact is asked once an event and gives what was
there then; what is asked here is what is there after the statements before it.

In SQLite nobody else writes between the first statement and the last. Where the store
can't be asked, the action fails; with a name (as) the rules go on. With "wait: false"
they go on at once and the action gives nothing: it is done after what the event asks
of stores besides, when its answer is made, and where it fails only explain and tests
say so. That is for what is noted down, on which no answer depends. Else what was done is on
the disk when the hook answers.

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
