package show

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/log"
	"bcrules.dev/engine/plan"

	"github.com/guptarohit/asciigraph"
)

// chartWidth and chartHeight are the size of a chart in characters; axisWidth is the width of its
// numbers. A chart needs at least leastPoints, as fewer say no more than their number.
const (
	leastPoints = 3
	chartWidth  = 60
	chartHeight = 6
	axisWidth   = 8
)

// Stats writes statistics of a rule set's decisions, with files named as seen from folder here.
func Stats(w io.Writer, r log.Report, rules, here string) {
	on := On(w)
	if r.Events == 0 {
		fmt.Fprintf(w, "No events answered by the rules of %s are in the log\n", Path(rules, here))
		return
	}
	io.WriteString(w, on.Indented(fmt.Sprintf("%s by the rules of %s from %s to %s: %d refused, %d with faults",
		Bold.Sprint(Count(r.Events, "event")), Path(rules, here), on.time(r.From), on.time(r.To), r.Refused, r.Failed), ""))

	fmt.Fprintf(w, "\n%s", eventTable(on, r))
	if len(r.Said) > 0 {
		var rows [][]string
		for _, s := range r.Said {
			rows = append(rows, []string{Printable(s.Output), strconv.Itoa(s.Count)})
		}
		fmt.Fprintf(w, "\n%s", on.Table([]string{"said", "count"}, rows, 2))
	}
	fmt.Fprintf(w, "\n%s", ruleTable(on, r))
	all, refused, span := r.Series(min(chartWidth, on.Width-axisWidth))
	if len(all) >= leastPoints {
		fmt.Fprintf(w, "\n%s\n", chart(all, refused, span, on))
	}
	if len(r.Never) > 0 {
		fmt.Fprintf(w, "\n%s\n%s", Bold.Sprint("Rules that never held"), neverTable(on, r.Never, here))
	}
}

// time formats a time for the screen.
func (s Screen) time(t time.Time) string {
	if s.Piped {
		return plan.Stamp(t)
	}
	return t.Local().Format(time.DateTime)
}

// neverTable has a row for each rule, with its position as seen from folder here.
func neverTable(on Screen, never []log.RuleReport, here string) string {
	var rows [][]string
	for _, rule := range never {
		place := placeOf(rule.Pos, here)
		if !on.Piped {
			place = End(place, on.Width/4)
		}
		rows = append(rows, []string{rule.Hook, answer.Named(rule.Rule, rule.ID), place, strings.Join(strings.Fields(rule.Doc), " ")})
	}
	return on.Table([]string{"hook", "rule", "place", "what"}, rows)
}

// eventTable has a row for each event: how often it occurred, and how long hooks took.
func eventTable(on Screen, r log.Report) string {
	var rows [][]string
	for _, e := range r.ByEvent {
		rows = append(rows, []string{cmp.Or(Printable(e.Event), "-"), strconv.Itoa(e.Count), strconv.Itoa(e.Refused), strconv.Itoa(e.Failed), millis(e.P50), millis(e.P95), millis(e.Max)})
	}
	return on.Table([]string{"event", "count", "refused", "faults", "p50 ms", "p95 ms", "max ms"}, rows, 2, 3, 4, 5, 6, 7)
}

// ruleTable has a row for each rule that held or is the user's own: how often its hook ran, how
// long that took, and how often the rule held.
func ruleTable(on Screen, r log.Report) string {
	var rows [][]string
	for _, h := range r.Hooks {
		name, ran, took := h.Hook, fmt.Sprint(h.Ran), "-"
		if h.P95 > 0 {
			took = millis(h.P95)
		}
		for _, rule := range h.Rules {
			if rule.Held == 0 && !rule.Own {
				continue
			}
			held := fmt.Sprint(rule.Held)
			if rule.Held == 0 {
				held = Faint.Sprint(held)
			}
			rows = append(rows, []string{name, ran, took, answer.Named(rule.Rule, rule.ID), held, strings.Join(strings.Fields(rule.Doc), " ")})
			if !on.Piped { // elsewhere every row is complete
				name, ran, took = "", "", ""
			}
		}
	}
	return on.Table([]string{"hook", "ran", "p95 ms", "rule", "held", "what"}, rows, 2, 3, 5)
}

func millis(ms float64) string { return fmt.Sprintf("%.2f", ms) }

// chart draws the number of events and, on a screen with colours, that of refusals.
func chart(all, refused []float64, span time.Duration, on Screen) string {
	height := min(chartHeight, int(slices.Max(all))) // no more lines than events in an interval
	options := []asciigraph.Option{asciigraph.Height(height), asciigraph.LowerBound(0), asciigraph.Precision(0)}
	caption := "events every " + strings.TrimSuffix(span.String(), "0s")
	series := [][]float64{all}
	if on.Colour { // without colour, the lines would look alike
		series = append(series, refused)
		caption += ", those refused in red"
		options = append(options, asciigraph.SeriesColors(asciigraph.Default, asciigraph.Red))
	}
	return ours(asciigraph.PlotMany(series, append(options, asciigraph.Caption(caption))...))
}
