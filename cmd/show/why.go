package show

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/plan"

	"github.com/jedib0t/go-pretty/v6/text"
)

// A why writes a short explanation of how an event was answered.
type why struct {
	w     io.Writer
	here  string // the folder that files are named from
	width int    // columns
	all   bool   // shorten nothing
}

// most returns n, the limit of short output; with all there is no limit.
func (y why) most(n int) int {
	if y.all {
		return math.MaxInt
	}
	return n
}

// line writes a line, shortened to the width.
func (y why) line(indent int, format string, args ...any) {
	fmt.Fprintln(y.w, strings.TrimRight(strings.Repeat(" ", indent)+text.Snip(Printable(fmt.Sprintf(format, args...)), y.most(y.width-indent), "…"), " "))
}

// long writes a text on several lines, up to a limit.
func (y why) long(indent int, text string) {
	lines := y.wrapped(indent, text)
	for i, line := range lines {
		if i == y.most(mostLines) {
			y.line(indent, "%s", Faint.Sprintf("… %s more (--all)", Count(len(lines)-i, "line")))
			return
		}
		y.line(indent, "%s", line)
	}
}

func (y why) wrapped(indent int, s string) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(Plain(s), "\n"), "\n") {
		for part := range strings.SplitSeq(text.WrapSoft(line, y.width-indent), "\n") {
			lines = append(lines, strings.TrimRight(part, " "))
		}
	}
	return lines
}

// placed writes a line that ends in a position, or two if they don't fit on one.
func (y why) placed(indent int, what string, pos plan.Pos) {
	y.pair(indent, what, "  ", Faint.Sprint(placeOf(pos, y.here)), 2)
}

// rules writes which rules decided and why they held. It omits a doc that the reply repeats.
func (y why) rules(a *answer.Answer) {
	reply := strings.ToLower(string(files.JSON(a.Fields)))
	for _, r := range a.Because.Rules {
		whose := "by rule"
		if r.Over {
			whose = "by the organisation's rule"
		}
		y.placed(0, fmt.Sprintf("%s %s: %s", whose, Bold.Sprint(r.Name()), strings.Join(r.Did, ", ")), r.Pos)
		if !strings.Contains(reply, strings.ToLower(strings.TrimRight(r.Doc, "."))) {
			y.line(2, "%s", r.Doc)
		}
		if r.When == nil && len(r.For) == 0 {
			y.because(r.First)
		}
		y.because(r.When)
		if r.Each != nil {
			y.withValues(2, "each of "+flat(r.Each.Src), y.values(*r.Each))
		}
		for _, item := range r.For {
			y.line(2, "for %s = %s", item.Name, Brief(item.Item))
			y.because(item.When)
		}
	}
}

// refusals writes which closed hooks refused because they failed.
func (y why) refusals(a *answer.Answer) {
	for _, o := range a.Because.Others {
		if o.Cause == answer.Closed {
			y.placed(0, fmt.Sprintf("by hook %s, which is closed and failed", Bold.Sprint(o.Hook)), o.Pos)
			y.long(2, Bad.Sprint(y.fault(o.Error)))
		}
	}
}

// notRun writes which programs a dry run did not start, and the results assumed for them.
func (y why) notRun(a *answer.Answer) {
	for _, n := range a.Because.NotRun {
		what := ""
		if printed, ok := n.Value.(map[string]any); ok {
			what = fmt.Sprintf(", taken to print %s", Brief(printed["out"]))
		}
		y.withValues(0, Doubtful.Sprint("not run: ")+Brief(n.Command), fmt.Sprintf("rule %s%s (--run starts it)", n.Hook+"/"+answer.Named(n.Number, n.ID), what))
	}
}

// mostLines limits the lines shown of a text in the reply.
const mostLines = 20

// shortField is the length in characters up to which a value is shown beside its name.
const shortField = 24

// reply writes the values of a reply, and what it changes.
func (y why) reply(a *answer.Answer) {
	head := fmt.Sprintf("reply, exit code %d", a.Exit)
	var texts []answer.Field
	for _, f := range a.Fields {
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
	case len(a.Fields) == 0:
		head += ": {}"
	}
	y.line(0, "%s", head)
	for _, f := range texts {
		if len(texts) > 1 {
			y.line(2, "%s", f.Name)
		}
		if !f.Change {
			y.long(2, plan.TextOf(f.Value))
			continue
		}
		if f.Before != nil {
			y.change("-", Bad, f.Before)
		}
		y.change("+", Good, f.Value)
	}
}

func (y why) change(sign string, look Look, v any) {
	for _, line := range y.wrapped(6, plan.TextOf(v)) {
		y.line(4, "%s", look.Sprint(sign+" "+line))
	}
}
