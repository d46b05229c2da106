package test

import (
	"encoding/json"
	"io"

	"bcrules.dev/engine"
)

// An entry is a result as a line of JSON.
type entry struct {
	Name     string          `json:"name"`
	Rules    string          `json:"rules"`
	Hook     string          `json:"hook,omitempty"`
	File     string          `json:"file"`
	Line     int             `json:"line"`
	Col      int             `json:"col"`
	Passed   bool            `json:"passed"`
	MS       float64         `json:"ms"`
	Step     int             `json:"step"`
	Reply    json.RawMessage `json:"reply,omitempty"`
	Failures []Failure       `json:"failures,omitempty"`
	Trace    *engine.Trace   `json:"trace,omitempty"`
}

// WriteJSON writes a line of JSON for each test and, if rules is set, for each rule. display turns
// the path of a file into one for people.
func (r Report) WriteJSON(w io.Writer, rules bool, display func(file string) string) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, res := range r.Results {
		t := res.Test
		for i := range res.Failures {
			res.Failures[i].Pos.File = display(res.Failures[i].Pos.File)
		}
		err := enc.Encode(entry{t.Name, r.Name(display), t.Hook, display(t.Pos.File), t.Pos.Line, t.Pos.Col,
			res.Passed(), float64(res.Took.Microseconds()) / 1000, res.Step, res.Reply, res.Failures, res.Trace})
		if err != nil {
			return err
		}
	}
	if !rules {
		return nil
	}
	for _, rule := range r.Cover {
		rule.Pos.File = display(rule.Pos.File)
		if err := enc.Encode(rule); err != nil {
			return err
		}
	}
	return nil
}
