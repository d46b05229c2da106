package show

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"bcrules.dev/engine"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/jedib0t/go-pretty/v6/list"
)

// Trace writes what hooks did, a tree, with files named as seen from folder here.
func Trace(w io.Writer, t *engine.Trace, here string) {
	on := On(w)
	p := tracePrinter{on.tree(), here, on.Width}
	for _, h := range t.Hooks {
		p.hook(h)
	}
	if len(t.Hooks) > 0 {
		fmt.Fprintln(w, undented(p.Render()))
	}
}

type tracePrinter struct {
	list.Writer
	here  string
	width int // columns
}

func (p tracePrinter) line(format string, args ...any) {
	p.AppendItem(Printable(fmt.Sprintf(format, args...)))
}

// place is where something stands, for people.
func (p tracePrinter) place(pos plan.Pos) string { return Faint.Sprint(placeOf(pos, p.here)) }

func (p tracePrinter) hook(h *engine.HookTrace) {
	match := ""
	if h.Match != "" {
		match = " matches " + h.Match
	}
	p.line("%s%s  %s", Bold.Sprint(h.Name), match, p.place(h.Pos))
	p.Indent()
	defer p.UnIndent()
	if h.When != nil {
		p.finding("when ", *h.When)
	}
	if h.Each != nil {
		p.finding("each ", *h.Each)
	}
	for rules := h.Rules; len(rules) > 0; {
		n := slices.IndexFunc(rules, func(r *engine.RuleTrace) bool { return r.Result != engine.NotReached })
		if n < 0 {
			n = len(rules)
		}
		if n > 1 {
			p.line("rules %d to %d %s", rules[0].Number, rules[n-1].Number, Faint.Sprint(engine.NotReached))
		} else {
			n = 1
			p.rule(rules[0])
		}
		rules = rules[n:]
	}
	for _, l := range h.Lets {
		p.finding("let ", l)
	}
	for _, f := range h.Facts {
		p.fact(f)
	}
	if h.Error != "" {
		p.line("%s", Bad.Sprint("failed: "+h.Error))
	}
}

// fact writes what a fact gave, on a line or as a tree.
func (p tracePrinter) fact(f engine.Asked) {
	took := ""
	if f.Took > 0 {
		took = "  " + Faint.Sprint(f.Took.Round(time.Microsecond))
	}
	fields := nested(f.Call)
	switch {
	case f.Error != "":
		p.line("fact %s = %s%s", f.Call, Bad.Sprint(f.Error), took)
	case fields == nil:
		p.line("fact %s = %s%s", f.Call, inShort(f.Value), took)
	default:
		p.line("fact %s%s", f.Call, took)
		p.Indent()
		tree := valueTree{p, map[string]bool{}}
		if v, ok := f.Value.(map[string]any); ok {
			for _, field := range fields {
				tree.field(field, v[field.Name], 2)
			}
		} else {
			tree.values(f.Value, fields, 2)
		}
		p.UnIndent()
	}
}

// ruleTitle is the number of a rule, and its id if it has one.
func ruleTitle(n int, id string) string { return strings.TrimSpace(fmt.Sprint(n, " ", id)) }

func (p tracePrinter) rule(r *engine.RuleTrace) {
	doc := ""
	if r.Doc != "" {
		doc = " (" + r.Doc + ")"
	}
	when := ""
	if r.Background && r.Result == engine.Held {
		when = ", done when the answer is out"
	}
	p.line("rule %s %s%s%s  %s", ruleTitle(r.Number, r.ID), look(r.Result).Sprint(r.Result), when, doc, p.place(r.Pos))
	p.Indent()
	defer p.UnIndent()
	if r.Each != nil {
		p.finding("each ", *r.Each)
	}
	for _, item := range r.Items {
		p.line("%s for %s", look(item.Result).Sprint(item.Result), inShort(item.Item))
		p.Indent()
		p.asked(item)
		p.UnIndent()
	}
	p.asked(r)
	if r.Error != "" {
		p.line("%s", Bad.Sprint(r.Error))
	}
}

// look is the colour of a result.
func look(r engine.Result) Look {
	switch r {
	case engine.Held:
		return Good
	case engine.Failed:
		return Bad
	}
	return Faint
}

// asked writes the condition of a rule and what was done.
func (p tracePrinter) asked(r *engine.RuleTrace) {
	if r.When != nil {
		p.finding("when ", *r.When)
	}
	for _, s := range r.Steps {
		switch {
		case s.When != nil && s.When.Value != true:
			p.line("do %s: %s", s.Action, Faint.Sprint("not done"))
		case s.Skip:
			p.line("do %s %s: %s", s.Action, inShort(s.Args), Faint.Sprint("nothing to do, the rule ends"))
		case s.Error != "":
			p.line("do %s %s: %s", s.Action, inShort(s.Args), Bad.Sprint(s.Error))
		case s.NotRun != nil && s.Value != nil:
			p.line("do %s %s: %s, taken to give %s", s.Action, inShort(s.Args), Doubtful.Sprint("not run"), inShort(s.Value))
		case s.NotRun != nil:
			p.line("do %s %s: %s", s.Action, inShort(s.Args), Doubtful.Sprint("not run"))
		case s.Value != nil:
			p.line("do %s %s = %s", s.Action, inShort(s.Args), inShort(s.Value))
		default:
			p.line("do %s %s", s.Action, inShort(s.Args))
		}
		if s.When != nil {
			p.Indent()
			p.finding("when ", *s.When)
			p.UnIndent()
		}
	}
}

// finding writes an expression with its value, and below it its parts.
func (p tracePrinter) finding(what string, f engine.Finding) {
	src := Cut(strings.Join(strings.Fields(f.Src), " "))
	doc := ""
	if f.Doc != "" {
		doc = Faint.Sprint(" (" + f.Doc + ")")
	}
	switch {
	case f.Skip:
		p.line("%s%s", Faint.Sprintf("%s%s is not evaluated", what, src), doc)
	case f.Error != "":
		p.line("%s%s: %s%s", what, src, Bad.Sprint(f.Error), doc)
	default:
		p.line("%s%s = %s%s", what, src, value(f.Value), doc)
	}
	p.Indent()
	defer p.UnIndent()
	for _, part := range f.Parts {
		p.finding("", part)
	}
}

func value(v any) string {
	switch v {
	case true:
		return Good.Sprint("true")
	case false:
		return Bad.Sprint("false")
	}
	return inShort(v)
}

// inShort writes a value as JSON, on one line and cut short.
func inShort(v any) string {
	return Cut(string(files.JSON(v)))
}
