package schema

import (
	"cmp"
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

// An Ability is one thing a hook does, shown to people who decide whether to allow it.
type Ability struct {
	Verb string `json:"does"` // a verb of package engine, or Answers
	// The object of the verb: a path, a command or an output as far as the rules name it, else the
	// expression that computes it.
	What string   `json:"to"`
	Was  string   `json:"was,omitempty"` // the previous value, for changes
	Hook string   `json:"hook"`
	At   plan.Pos `json:"at"`
}

// Answers is the verb for a reply to the agent.
const Answers = "answers"

// inside stands for all paths within the project.
const inside = "files of the project"

// anything stands for an object that the rules don't determine.
const anything = "whatever its expressions give"

// An abilityCollector collects the abilities of one hook.
type abilityCollector struct {
	*env
	hook  *plan.Hook
	names expr.Bounds // the expressions that names in the hook's expressions stand for
	all   []Ability
}

// abilities appends the abilities of a hook at one event to all.
func (e *env) abilities(all []Ability, b *Binding) []Ability {
	d := &abilityCollector{e, &b.Hook, e.bounds(b), all}
	for i, rule := range b.Hook.Rules {
		for j := range rule.Do {
			d.step(rule.Do[j], b.Rules[i])
			d.runs(&rule.Do[j], b.Rules[i])
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
	d.storeAbilities()
	for _, tree := range trees {
		d.expression(tree)
	}
	d.note(engine.Leaves, b.listed...)
	return d.all
}

// bounds returns the expressions that the lets, items and tables of a hook stand for.
func (e *env) bounds(b *Binding) expr.Bounds {
	names := expr.Bounds{}
	for _, l := range b.Hook.Let {
		names.Add(l.Name, b.Scope.Parsed(l.Expr.Src), false)
	}
	each := func(x *plan.Each, scope *expr.Scope) {
		if x != nil {
			names.Add(x.Name, scope.Parsed(x.Expr.Src), true)
		}
	}
	each(b.Hook.Each, b.Scope)
	for i, rule := range b.Hook.Rules {
		each(rule.Each, b.Rules[i])
	}
	for _, name := range b.Hook.Tables {
		if rows, ok := e.rows[name]; ok {
			of, _, _ := data(rows.Value)
			names.Add(name, expr.Literal(of), false)
		}
	}
	return names
}

func (d *abilityCollector) note(verb string, to ...string) {
	for _, what := range to {
		a := Ability{Verb: verb, What: what, Hook: d.hook.Name, At: d.hook.Pos}
		if what != "" && !slices.Contains(d.all, a) {
			d.all = append(d.all, a)
		}
	}
}

// step notes what an action does; scope resolves the names in its texts.
func (d *abilityCollector) step(step plan.Step, scope *expr.Scope) {
	action, args := d.Library.Actions[step.Action], gjson.ParseBytes(step.Args)
	for _, can := range action.Abilities() {
		if can.What != "" {
			d.note(can.Verb, can.What)
			continue
		}
		w := writer{abilityCollector: d, scope: scope}
		what := w.text(argument(args, can.Of))
		if can.Of == action.Marks && what != "" {
			d.note(can.Verb, d.marksAbility(can.Verb, what)...)
			continue
		}
		for _, name := range action.How {
			if how := argument(args, name); can.Of == action.Runs && how.Exists() {
				what += ", " + name + " " + w.words(how)
			}
		}
		d.note(can.Verb, withBindings(what, w.whence))
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

// expression notes the abilities of the facts that an expression calls.
func (d *abilityCollector) expression(tree ast.Node) {
	left := expr.Names(tree)
	for _, call := range expr.Calls(tree, d.names) {
		left = slices.Delete(left, slices.Index(left, call.Name), slices.Index(left, call.Name)+1)
		d.call(call)
	}
	for name, fact := range d.Library.Facts {
		if slices.Contains(left, name) || slices.Contains(left, "$env") { // perhaps called under another name
			for _, can := range fact.Abilities() {
				d.note(can.Verb, cmp.Or(can.What, anything))
			}
		}
	}
}

// call notes the abilities of a fact called with these arguments.
func (d *abilityCollector) call(call expr.Call) {
	fact := d.Library.Facts[call.Name]
	for _, can := range fact.Abilities() {
		if can.What != "" {
			d.note(can.Verb, can.What)
			continue
		}
		i := fact.Param(can.Of)
		if i >= len(call.Args) {
			continue
		}
		switch arg := call.Args[i]; {
		case can.Of == fact.Marks:
			d.note(can.Verb, d.marksAbility(can.Verb, arg.String())...)
		case arg.Literal && can.Verb == engine.Reads && isInside(arg.Text):
			d.note(can.Verb, inside)
		default:
			d.note(can.Verb, withBindings(arg.String(), arg.Whence()))
		}
	}
}

// marksAbility returns the objects of an ability on marks: their places, or the environment
// variable that is learned. If the name is computed, it returns those of all marks.
func (d *abilityCollector) marksAbility(verb, name string) []string {
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

// isInside reports whether a literal path lies in the project.
func isInside(path string) bool { return filepath.IsLocal(path) && !strings.HasPrefix(path, "~") }

// argument returns an action's argument by key, or all of them for engine.Whole.
func argument(args gjson.Result, key string) gjson.Result {
	if key == engine.Whole {
		return args
	}
	return args.Get(gjson.Escape(key))
}

// withBindings appends to a text the meaning of the names in it.
func withBindings(text string, whence []string) string {
	if len(whence) == 0 {
		return text
	}
	return text + " where " + strings.Join(whence, ", ")
}

// A writer renders arguments for people and collects the meaning of the names in them.
type writer struct {
	*abilityCollector
	scope  *expr.Scope
	whence []string
}

// text renders an argument: a list as words, an object as name=value.
func (w *writer) text(v gjson.Result) string {
	if !v.IsArray() && !v.IsObject() {
		return w.filled(v.String())
	}
	return w.words(v)
}

// words is like text, but quotes a single text as one word among others.
func (w *writer) words(v gjson.Result) string {
	if !v.IsArray() && !v.IsObject() {
		return quoted(w.filled(v.String()))
	}
	var all []string
	v.ForEach(func(key, item gjson.Result) bool {
		word := quoted(w.filled(item.String()))
		if v.IsObject() {
			word = w.filled(key.String()) + "=" + word
		}
		all = append(all, word)
		return true
	})
	return strings.Join(all, " ")
}

// quoted quotes a word unless it reads as one word without quotes.
func quoted(word string) string {
	if word == "" || strings.ContainsAny(word, " \t\n\"'") {
		return fmt.Sprintf("%q", word)
	}
	return word
}

// filled renders a template with named values replaced by their data.
func (w *writer) filled(text string) string {
	var b strings.Builder
	for _, p := range w.scope.Pieces(text) {
		if p.Literal || p.Tree == nil {
			b.WriteString(p.Text)
			continue
		}
		b.WriteString("${" + p.Tree.String() + "}")
		for _, text := range expr.Whence(p.Tree, w.names) {
			if !slices.Contains(w.whence, text) {
				w.whence = append(w.whence, text)
			}
		}
	}
	return b.String()
}
