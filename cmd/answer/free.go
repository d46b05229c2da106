package answer

import (
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/tidwall/gjson"
)

// A Hold is what a rule said against an event, with what lets that through, as far as it says.
type Hold struct {
	Hook, Rule string // its id, "" for none
	Pos        plan.Pos
	List       []string // the names that lead to a list among what is set of its pack; none if it has none
	Key        string   // what is added to it
	Path       bool     // that is a path
}

// Name is how the rule is known to people.
func (h Hold) Name() string { return strings.TrimSuffix(h.Hook+"/"+h.Rule, "/") }

// Holds returns what rules said against an event, by the output that refuses it: all votes but
// for its weakest value.
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
				for _, name := range frees.Get("list").Array() {
					hold.List = append(hold.List, name.String())
				}
				if hold.Key, hold.Path = frees.Get("key").String(), frees.Get("path").Bool(); hold.Path {
					hold.Key = strings.TrimSuffix(hold.Key, "/*") // a folder stands for what is in it
				}
				all = append(all, hold)
			}
		}
	}
	return all
}
