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

// Trace writes what hooks did as a tree, with files named as seen from folder here.
func Trace(w io.Writer, hooks []*engine.HookTrace, here string) {
	on := On(w)
	p := tracePrinter{on.tree(), here, on.Width}
	for _, h := range hooks {
		p.hook(h)
	}
	if len(hooks) > 0 {
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

// below writes nested lines.
func (p tracePrinter) below(write func()) {
	p.Indent()
	write()
	p.UnIndent()
}

// place returns a position for display.
func (p tracePrinter) place(pos plan.Pos) string { return Faint.Sprint(placeOf(pos, p.here)) }

func (p tracePrinter) hook(h *engine.HookTrace) {
	match := ""
	if h.Match != "" {
		match = " matches " + h.Match
	}
	p.line("%s%s  %s", Bold.Sprint(h.Name), match, p.place(h.Pos))
	p.below(func() {
		p.finding("when ", h.When)
		p.finding("each ", h.Each)
		p.rules(h.Rules)
		for i := range h.Lets {
			p.finding("let ", &h.Lets[i])
		}
		for _, f := range h.Facts {
			p.fact(f)
		}
		if h.Error != "" {
			p.line("%s", Bad.Sprint("failed: "+h.Error))
		}
	})
}

// rules writes rules, with consecutive ones that were not reached on one line.
func (p tracePrinter) rules(all []*engine.RuleTrace) {
	for len(all) > 0 {
		n := slices.IndexFunc(all, func(r *engine.RuleTrace) bool { return r.Result != engine.NotReached })
		if n < 0 {
			n = len(all)
		}
		if n > 1 {
			p.line("rules %d to %d %s", all[0].Number, all[n-1].Number, Faint.Sprint(engine.NotReached))
		} else {
			n = 1
			p.rule(all[0])
		}
		all = all[n:]
	}
}

// fact writes a fact's answer, on a line or as a tree.
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
		tree := valueTree{p, map[string]bool{}}
		p.below(func() {
			if v, ok := f.Value.(map[string]any); ok {
				for _, field := range fields {
					tree.field(field, v[field.Name], 2)
				}
			} else {
				tree.values(f.Value, fields, 2)
			}
		})
	}
}

// ruleTitle returns the number of a rule, with its id if it has one.
func ruleTitle(n int, id string) string { return strings.TrimSpace(fmt.Sprint(n, " ", id)) }

// inBrackets returns a doc in parentheses.
func inBrackets(doc string) string {
	if doc == "" {
		return ""
	}
	return " (" + doc + ")"
}

func (p tracePrinter) rule(r *engine.RuleTrace) {
	when := ""
	if r.Background && r.Result == engine.Held {
		when = ", done when the answer is out"
	}
	p.line("rule %s %s%s%s  %s", ruleTitle(r.Number, r.ID), resultLooks[r.Result].Sprint(r.Result), when, inBrackets(r.Doc), p.place(r.Pos))
	p.below(func() {
		p.finding("each ", r.Each)
		for _, item := range r.Items {
			p.line("%s for %s", resultLooks[item.Result].Sprint(item.Result), inShort(item.Item))
			p.below(func() { p.asked(item) })
		}
		p.asked(r)
		if r.Error != "" {
			p.line("%s", Bad.Sprint(r.Error))
		}
	})
}

// resultLooks maps results to colours.
var resultLooks = map[engine.Result]Look{engine.Held: Good, engine.Failed: Bad, engine.NotHeld: Faint, engine.NotReached: Faint, engine.Elsewhere: Faint}

// asked writes the condition of a rule and what its actions did.
func (p tracePrinter) asked(r *engine.RuleTrace) {
	p.finding("when ", r.When)
	for _, s := range r.Steps {
		did, came := "do "+s.Action+" "+inShort(s.Args), ""
		switch {
		case s.When != nil && s.When.Value != true:
			did, came = "do "+s.Action, ": "+Faint.Sprint("not done")
		case s.Skip && s.Error != "":
			came = ": " + Faint.Sprint(s.Error+", the rule ends")
		case s.Skip:
			came = ": " + Faint.Sprint("nothing to do, the rule ends")
		case s.Error != "":
			came = ": " + Bad.Sprint(s.Error)
		case s.NotRun != nil:
			came = ": " + Doubtful.Sprint("not run")
			if s.Value != nil {
				came += ", taken to give " + inShort(s.Value)
			}
		case s.Value != nil:
			came = " = " + inShort(s.Value)
		}
		p.line("%s%s", did, came)
		p.below(func() { p.finding("when ", s.When) })
	}
}

// finding writes an expression with its value, and its parts below it; nothing for nil.
func (p tracePrinter) finding(what string, f *engine.Finding) {
	if f == nil {
		return
	}
	src := what + Cut(strings.Join(strings.Fields(f.Src), " "))
	switch {
	case f.Skip:
		src = Faint.Sprint(src + " is not evaluated")
	case f.Error != "":
		src += ": " + Bad.Sprint(f.Error)
	default:
		src += " = " + value(f.Value)
	}
	p.line("%s%s", src, Faint.Sprint(inBrackets(f.Doc)))
	p.below(func() {
		for i := range f.Parts {
			p.finding("", &f.Parts[i])
		}
	})
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

// inShort returns a value as shortened JSON on one line.
func inShort(v any) string { return Cut(string(files.JSON(v))) }
