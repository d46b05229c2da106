package answer

import (
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A Hold is a rule's objection to an event, with the exception that would lift it, if the rule
// names one.
type Hold struct {
	Hook, Rule string // the rule's id, "" for none
	Pos        plan.Pos
	Under      []string // path of a struct in the settings of its pack; nil for none
	Key        string   // the entry to add to the struct
	Path       bool     // Key is a path
}

// Name returns the rule's name.
func (h Hold) Name() string { return strings.TrimSuffix(h.Hook+"/"+h.Rule, "/") }

// Holds returns the objections to an event: values of the output that refuses it, except its
// weakest one.
func Holds(t *engine.Trace, a *plan.Agenda) (all []Hold) {
	values := a.Outputs[a.Refuse].Values
	weak := ""
	if len(values) > 1 {
		weak = values[len(values)-1]
	}
	for _, h := range t.Hooks {
		for _, r := range h.Rules {
			for _, step := range steps(r) {
				if !slices.ContainsFunc(step.Said, func(s engine.Said) bool { return s.Output == a.Refuse && s.Value != weak }) {
					continue
				}
				hold := Hold{Hook: h.Name, Rule: r.ID, Pos: r.Pos}
				frees := gjson.GetBytes(files.JSON(step.Args), "frees")
				for _, name := range frees.Get("under").Array() {
					hold.Under = append(hold.Under, name.String())
				}
				if hold.Key, hold.Path = frees.Get("key").String(), frees.Get("path").Bool(); hold.Path {
					hold.Key = strings.TrimSuffix(hold.Key, "/*") // a folder covers its content
				}
				all = append(all, hold)
			}
		}
	}
	return all
}
