package actions

import (
	"fmt"
	"maps"
	"slices"

	"bcrules.dev/engine"
)

type storing struct {
	in    string
	steps []engine.Statement
}

// Take implements engine.Taker: what expressions gave is to be bound as it is.
func (s *storing) Take(args any) {
	m, _ := args.(map[string]any)
	s.in, _ = m["in"].(string)
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
can't be asked, the action fails; with a name (as) the rules go on.

   {store: {in: "work", do: [{claim: {path: "${file()}", me: "${session().id}"}}, {owner: {path: "${file()}"}}]}, as: "claimed"},
   {when: "claimed().value.owner.id != session().id", do: ask: "Another session has it."}`,
	Args: `{
	in!: string & !="" // the name of a store that the rule set has
	do!: [_, ...] & [...{[string]: {[string]: _}}] // {NAME: {argument: value}} each
}`,
	Store: "in",
	Done:  "do",
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
	return base.Do(s.steps)
}
