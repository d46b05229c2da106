package schema

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"github.com/tidwall/gjson"
)

// An Ability is something a hook does, for people who decide whether it may.
type Ability struct {
	Verb string `json:"does"` // of engine, or answers
	// What it does it to: a path, a command, an output, as far as the rules name it;
	// else the expression that gives it.
	What string   `json:"to"`
	Hook string   `json:"hook"`
	At   plan.Pos `json:"at"`
}

// Answers is the verb of what a hook says to the agent.
const Answers = "answers"

// inside stands for all paths that don't lead out of the project.
const inside = "files of the project"

// anything stands for what can't be told from the rules.
const anything = "whatever its expressions give"

// able notes what a hook does.
func (c *compiler) able(h *plan.Hook) {
	note := func(verb, what string) {
		a := Ability{verb, what, h.Name, h.Pos}
		if what != "" && !slices.Contains(c.can, a) {
			c.can = append(c.can, a)
		}
	}
	for _, rule := range h.Rules {
		for _, step := range rule.Do {
			action, args := c.tables.Actions[step.Action], gjson.ParseBytes(step.Args)
			for _, can := range action.Abilities() {
				what := []string{written(argument(args, can.Of))}
				if can.Of == action.Marks && what[0] != "" {
					what = c.marksAbility(can.Verb, what[0])
				}
				for _, w := range what {
					note(can.Verb, w)
				}
			}
			for _, use := range action.Uses {
				switch {
				case use.Arg == "" || use.Arg == engine.Named:
					note(Answers, step.Action)
				case args.Get(gjson.Escape(use.Arg)).Exists():
					note(Answers, step.Action+" "+use.Arg)
				}
			}
		}
	}
	all := sources(h)
	for _, name := range h.Tables {
		path := c.paths[name]
		if filepath.IsLocal(path) && !strings.Contains(path, "${") {
			path = inside
		}
		note(engine.Reads, path)
		all = append(all, expr.Expressions(c.paths[name])...)
	}
	for _, src := range all {
		left := expr.Identifiers(src)
		for _, call := range expr.Calls(src) {
			left = slices.Delete(left, slices.Index(left, call.Name), slices.Index(left, call.Name)+1)
			fact := c.tables.Facts[call.Name]
			for _, can := range fact.Abilities() {
				if i := fact.Param(can.Of); i < len(call.Args) {
					arg := call.Args[i]
					if can.Of == fact.Marks {
						for _, w := range c.marksAbility(can.Verb, arg.Text) {
							note(can.Verb, w)
						}
						continue
					}
					if arg.Literal && can.Verb == engine.Reads && filepath.IsLocal(arg.Text) {
						arg.Text = inside
					}
					note(can.Verb, arg.Text)
				}
			}
		}
		for name, fact := range c.tables.Facts {
			if slices.Contains(left, name) || slices.Contains(left, "$env") { // called by another name, perhaps
				for _, can := range fact.Abilities() {
					note(can.Verb, anything)
				}
			}
		}
	}
}

// argument is what stands under a key of an action's arguments, or all of them.
func argument(args gjson.Result, key string) gjson.Result {
	if key == engine.Whole {
		return args
	}
	return args.Get(gjson.Escape(key))
}

// written writes an argument as people would.
func written(v gjson.Result) string {
	if !v.IsArray() {
		return v.String()
	}
	var all []string
	for _, item := range v.Array() {
		w := item.String()
		if w == "" || strings.ContainsAny(w, " \t\n\"'") {
			w = fmt.Sprintf("%q", w)
		}
		all = append(all, w)
	}
	return strings.Join(all, " ")
}
