package show

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"bcrules.dev/cmd/why"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/jedib0t/go-pretty/v6/text"
)

// A Why writes in short how an event was answered.
type Why struct {
	w     io.Writer
	here  string // the folder that files are named from
	width int    // columns
}

// answerWidth is how wide the short answer is where there is no terminal, columns: what
// reads it then is no screen, and places are long.
const answerWidth = 100

// NewWhy returns what writes on w, with files named as seen from folder here.
func NewWhy(w io.Writer, here string) Why {
	on := On(w)
	if !on.Terminal {
		on.Width = answerWidth
	}
	return Why{w, here, on.Width}
}

// line writes a line, cut at the width.
func (y Why) line(indent int, format string, args ...any) {
	fmt.Fprintln(y.w, strings.TrimRight(strings.Repeat(" ", indent)+text.Snip(fmt.Sprintf(format, args...), y.width-indent, "…"), " "))
}

// long writes a text over as many lines as it takes, but at most some.
func (y Why) long(indent, most int, text string) {
	lines := y.wrapped(indent, text)
	for i, line := range lines {
		if i == most {
			y.line(indent, "%s", Faint.Sprintf("… %s more (--json has all)", Count(len(lines)-i, "line")))
			return
		}
		y.line(indent, "%s", line)
	}
}

func (y Why) wrapped(indent int, s string) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(Plain(s), "\n"), "\n") {
		for part := range strings.SplitSeq(text.WrapSoft(line, y.width-indent), "\n") {
			lines = append(lines, strings.TrimRight(part, " "))
		}
	}
	return lines
}

// placed writes a line that ends in a place, or two if they don't fit on one.
func (y Why) placed(indent int, what string, pos plan.Pos) {
	place := placeOf(pos, y.here)
	if indent+text.StringWidthWithoutEscSequences(what)+2+len(place) <= y.width {
		y.line(indent, "%s  %s", what, Faint.Sprint(place))
		return
	}
	y.line(indent, "%s", what)
	y.line(indent+2, "%s", Faint.Sprint(place))
}

// Decided is what was decided, in a word or two.
func Decided(a *why.Answer) string {
	said := strings.Join(a.Decision, ", ")
	switch {
	case a.Refused:
		return Bad.Sprint(cmp.Or(said, "refused"))
	case said == "":
		return "no opinion"
	}
	return Good.Sprint(said)
}

// Rules writes which rules decided, and why they held. A doc that the reply has in other
// words is one that the reader needs: one that it repeats is left out.
func (y Why) Rules(a *why.Answer, fields []why.Field) {
	reply := strings.ToLower(string(files.JSON(fields)))
	for _, r := range a.Rules {
		y.placed(0, fmt.Sprintf("by rule %s: %s", Bold.Sprint(fullName(r.Hook, r.Number, r.ID)), strings.Join(r.Did, ", ")), r.Pos)
		if !strings.Contains(reply, strings.ToLower(strings.TrimRight(r.Doc, "."))) {
			y.line(2, "%s", r.Doc)
		}
		if r.When == nil && len(r.For) == 0 {
			y.because(r.First)
		}
		y.because(r.When)
		if r.Each != nil {
			y.said(2, "each of "+flat(r.Each.Src), y.values(*r.Each))
		}
		for _, item := range r.For {
			y.line(2, "for %s = %s", item.Name, brief(item.Item))
			y.because(item.When)
		}
	}
}

// Refusals writes which closed hooks refused as they failed.
func (y Why) Refusals(a *why.Answer) {
	for _, o := range a.Others {
		if o.What == why.Closed {
			y.placed(0, fmt.Sprintf("by hook %s, which is closed and failed", Bold.Sprint(o.Hook)), o.Pos)
			y.long(2, mostLines, Bad.Sprint(y.fault(o.Error)))
		}
	}
}

// NotRun writes which programs a dry run did not start, and what they were taken to give.
func (y Why) NotRun(a *why.Answer) {
	for _, n := range a.NotRun {
		what := ""
		if printed, ok := n.Value.(map[string]any); ok {
			what = fmt.Sprintf(", taken to print %s", brief(printed["out"]))
		}
		y.said(0, Doubtful.Sprint("not run: ")+brief(n.Command), fmt.Sprintf("rule %s%s (--run starts it)", fullName(n.Hook, n.Number, n.ID), what))
	}
}

// mostLines is how many lines of a text of the reply are shown.
const mostLines = 20

// shortField is up to how many characters a value stands beside its name.
const shortField = 24

// Reply writes the values of a reply, and what it changes.
func (y Why) Reply(fields []why.Field, exit int) {
	head := fmt.Sprintf("reply, exit code %d", exit)
	var texts []why.Field
	for _, f := range fields {
		if value := plan.TextOf(f.Value); !f.Change && f.Name != "" && utf8.RuneCountInString(value) <= shortField && !strings.Contains(value, "\n") {
			head += ", " + f.Name + " " + Bold.Sprint(Printable(value))
		} else {
			texts = append(texts, f)
		}
	}
	if len(texts) == 1 && texts[0].Name != "" {
		head += ", " + texts[0].Name
	}
	switch {
	case len(texts) > 0:
		head += ":"
	case len(fields) == 0:
		head += ": {}"
	}
	y.line(0, "%s", head)
	for _, f := range texts {
		if len(texts) > 1 {
			y.line(2, "%s", f.Name)
		}
		if !f.Change {
			y.long(2, mostLines, plan.TextOf(f.Value))
			continue
		}
		if f.Before != nil {
			y.change("-", Bad, f.Before)
		}
		y.change("+", Good, f.Value)
	}
}

func (y Why) change(sign string, look Look, v any) {
	for _, line := range y.wrapped(6, plan.TextOf(v)) {
		y.line(4, "%s", look.Sprint(sign+" "+line))
	}
}
