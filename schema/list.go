package schema

import (
	"path"

	"bcrules.dev/engine/plan"

	"cuelang.org/go/cue"
)

// A Listed is what a rule set says of one of its hooks, for people.
type Listed struct {
	Name    string   `json:"name"`
	Doc     string   `json:"doc,omitempty"`
	On      []string `json:"on"` // events
	Match   string   `json:"match,omitempty"`
	Enabled bool     `json:"enabled"`
	OnError string   `json:"onError"` // open or closed
	Rules   int      `json:"rules"`   // how many
	From    string   `json:"from"`    // import path of the pack, or folder of the layer, that has it
	At      plan.Pos `json:"at"`

	turn turn
}

// list adds a hook to the list.
func (c *compiler) list(name string, v cue.Value, l Listed) {
	l.Name, l.From = name, path.Dir(l.At.File)
	l.Doc, _ = v.LookupPath(cue.ParsePath("doc")).String()
	l.Match, _ = v.LookupPath(cue.ParsePath("match")).String()
	l.Rules = len(items(v.LookupPath(cue.ParsePath("rules"))))
	c.listed = append(c.listed, l)
}
