package schema

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema/expr"

	"github.com/expr-lang/expr/ast"
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

// A doer gathers what one hook does.
type doer struct {
	*env
	hook *plan.Hook
	all  []Ability
}

// abilities returns what hooks do, those of one hook more.
func (e *env) abilities(all []Ability, b *Binding) []Ability {
	d := &doer{e, &b.Hook, all}
	for i, rule := range b.Hook.Rules {
		for _, step := range rule.Do {
			d.step(step, b.Rules[i])
		}
	}
	trees := slices.Clone(b.trees)
	for _, name := range b.Hook.Tables {
		path := e.paths[name]
		for _, src := range expr.Expressions(path) {
			trees = append(trees, e.scope.Parsed(src))
		}
		path = e.scope.Filled(path)
		if isInside(path) && !strings.Contains(path, "${") {
			path = inside
		}
		d.note(engine.Reads, path)
	}
	for _, tree := range trees {
		d.expression(tree)
	}
	return d.all
}

func (d *doer) note(verb string, to ...string) {
	for _, what := range to {
		a := Ability{verb, what, d.hook.Name, d.hook.Pos}
		if what != "" && !slices.Contains(d.all, a) {
			d.all = append(d.all, a)
		}
	}
}

// step notes what an action does, whose texts have the names of a scope.
func (d *doer) step(step plan.Step, scope *expr.Scope) {
	action, args := d.Library.Actions[step.Action], gjson.ParseBytes(step.Args)
	for _, can := range action.Abilities() {
		what := scope.Filled(written(argument(args, can.Of)))
		if can.Of == action.Marks && what != "" {
			d.note(can.Verb, d.marksAbility(can.Verb, what)...)
		} else {
			d.note(can.Verb, what)
		}
	}
	for _, use := range action.Uses {
		switch {
		case use.Arg == "" || use.Arg == engine.Named:
			d.note(Answers, step.Action)
		case args.Get(gjson.Escape(use.Arg)).Exists():
			d.note(Answers, step.Action+" "+use.Arg)
		}
	}
}

// expression notes what the facts do that an expression asks.
func (d *doer) expression(tree ast.Node) {
	left := expr.Names(tree)
	for _, call := range expr.Calls(tree) {
		left = slices.Delete(left, slices.Index(left, call.Name), slices.Index(left, call.Name)+1)
		d.call(call)
	}
	for name, fact := range d.Library.Facts {
		if slices.Contains(left, name) || slices.Contains(left, "$env") { // called by another name, perhaps
			for _, can := range fact.Abilities() {
				d.note(can.Verb, anything)
			}
		}
	}
}

// call notes what a fact does with the arguments of a call.
func (d *doer) call(call expr.Call) {
	fact := d.Library.Facts[call.Name]
	for _, can := range fact.Abilities() {
		i := fact.Param(can.Of)
		if i >= len(call.Args) {
			continue
		}
		switch arg := call.Args[i]; {
		case can.Of == fact.Marks:
			d.note(can.Verb, d.marksAbility(can.Verb, arg.Text)...)
		case arg.Literal && can.Verb == engine.Reads && isInside(arg.Text):
			d.note(can.Verb, inside)
		default:
			d.note(can.Verb, arg.Text)
		}
	}
}

// marksAbility returns what an ability that is one of marks is done to: their places,
// or the variable that is learned; all that there are where the name is computed.
func (d *doer) marksAbility(verb, name string) []string {
	var all []string
	for _, n := range slices.Sorted(maps.Keys(d.marks)) {
		if d.plan.Marks[name] != nil && n != name {
			continue
		}
		fields := []string{"claims", "file"}
		if verb == engine.Learns {
			fields = []string{"env"}
		}
		for _, f := range fields {
			if text, err := d.marks[n].Field(f).String(); err == nil {
				all = append(all, text)
			}
		}
	}
	return all
}

// isInside reports whether a path that is written down is one in the project.
func isInside(path string) bool { return filepath.IsLocal(path) && !strings.HasPrefix(path, "~") }

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
