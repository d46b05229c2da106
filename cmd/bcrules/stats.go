package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/cmd/layers"
	"bcrules.dev/cmd/log"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"

	"github.com/guptarohit/asciigraph"
	"github.com/urfave/cli/v2"
)

const statsHelp = `Counts what the decisions log holds of the rules that "bcrules hook" would use here,
or of those in DIR, in whichever project they answered: events, refusals and
faults, how long the processes took (half of them at most p50, 95 of 100 at most
p95), what was said to the agent, how often each hook ran and each rule held, and
which rules never did.

A rule is known by its id, or else by its number in the hook: where rules were added
before it, earlier entries count for the one that had its number. The time is that of the
whole process but for its first tenths of a millisecond.

Exit code 0: counted; 1: the command line is wrong; 2: it could not be carried out.`

func statsCmd() *cli.Command {
	return &cli.Command{
		Name:        "stats",
		Usage:       "count what hooks decided, and find rules that never held",
		UsageText:   "bcrules stats [--rules DIR] [--since 1h|TIME] [--json]",
		Description: statsHelp,
		Flags: []cli.Flag{
			rulesFlag(),
			sinceFlag(),
			&cli.BoolFlag{Name: "json", Usage: "write one JSON object"},
		},
		Action: func(c *cli.Context) error {
			since, err := sinceOf(c)
			if err != nil {
				return usageError(c, err, false)
			}
			plan, rules, here, err := inForce(c)
			if err != nil {
				return err
			}
			file, err := journal.Open()
			if err != nil {
				return err
			}
			r := log.NewReader(file)
			defer r.Close()
			wanted := log.Filter{Rules: rules, Since: since}
			var s log.Stats
			err = r.Read(func(_ []byte, e *journal.Entry) error {
				if wanted.Wants(e) {
					s.Add(e)
				}
				return nil
			})
			skipped(c, "stats", r.Bad)
			if err != nil {
				return err
			}
			report := s.Report(plan)
			if c.Bool("json") {
				return writeJSON(c.App.Writer, report)
			}
			writeStats(c.App.Writer, report, rules, here)
			return nil
		},
	}
}

// inForce returns the plan of the rules that the hook would use here, or those of
// --rules, with the name of the rule set and the folder this is. Of rules with
// faults the first is the error.
func inForce(c *cli.Context) (plan *plan.Plan, rules, here string, err error) {
	if here, err = os.Getwd(); err != nil {
		return nil, "", "", err
	}
	s, err := newSchema()
	if err != nil {
		return nil, "", "", err
	}
	in := layers.Find(c.StringSlice("rules"), here, os.Getenv)
	set, err := s.Compile(in.Layers...)
	if err != nil {
		var faults []string
		if faults, err = lines(err, here); err == nil {
			err = fmt.Errorf("rules with faults, the first: %s; bcrules vet lists them", faults[0])
		}
	}
	return set.Plan, in.Label(), here, err
}

// chartWidth and chartHeight are the size of a chart, characters.
const (
	chartWidth  = 60
	chartHeight = 6
)

func writeStats(w io.Writer, r log.Report, rules, here string) {
	on := screenOf(w)
	if r.Events == 0 {
		fmt.Fprintf(w, "No events answered by the rules of %s are in the log\n", schema.Display(rules, here))
		return
	}
	fmt.Fprintf(w, "%s by the rules of %s from %s to %s: %d refused, %d with faults\n",
		bold.Sprint(count(r.Events, "event")), schema.Display(rules, here), plan.Stamp(r.From), plan.Stamp(r.To), r.Refused, r.Failed)

	var rows [][]string
	for _, e := range r.ByEvent {
		rows = append(rows, []string{column(e.Event, 0), strconv.Itoa(e.Count), strconv.Itoa(e.Refused), strconv.Itoa(e.Failed), millis(e.P50), millis(e.P95), millis(e.Max)})
	}
	fmt.Fprintf(w, "\n%s", on.table([]string{"event", "count", "refused", "faults", "p50 ms", "p95 ms", "max ms"}, rows, 2, 3, 4, 5, 6, 7))

	if len(r.Said) > 0 {
		rows = nil
		for _, s := range r.Said {
			rows = append(rows, []string{printable(s.Output), strconv.Itoa(s.Count)})
		}
		fmt.Fprintf(w, "\n%s", on.table([]string{"said", "count"}, rows, 2))
	}

	rows = nil
	for _, h := range r.Hooks {
		name, ran := h.Hook, fmt.Sprint(h.Ran)
		for _, rule := range h.Rules {
			held := fmt.Sprint(rule.Held)
			if rule.Held == 0 {
				held = faint.Sprint(held)
			}
			rows = append(rows, []string{name, ran, ruleName(rule.Rule, rule.ID), held, cut(rule.Doc)})
			name, ran = "", ""
		}
	}
	fmt.Fprintf(w, "\n%s", on.table([]string{"hook", "ran", "rule", "held", "what"}, rows, 2, 4))

	all, refused, span := r.Series(chartWidth)
	fmt.Fprintf(w, "\n%s\n", chart(all, refused, span, on.colour))

	if len(r.Never) > 0 {
		fmt.Fprintf(w, "\n%s\n", bold.Sprint("Rules that never held"))
		for _, rule := range r.Never {
			rule.Pos.File = schema.Display(rule.Pos.File, here)
			doc := ""
			if rule.Doc != "" {
				doc = "  " + cut(rule.Doc)
			}
			fmt.Fprintf(w, "%s: %s rule %s%s\n", rule.Pos, rule.Hook, ruleName(rule.Rule, rule.ID), doc)
		}
	}
}

func millis(ms float64) string { return fmt.Sprintf("%.2f", ms) }

// chart draws how many events there were, and in colour how many refusals.
func chart(all, refused []float64, span time.Duration, colours bool) string {
	height := min(chartHeight, int(slices.Max(all))) // no more lines than there are numbers
	options := []asciigraph.Option{asciigraph.Height(height), asciigraph.LowerBound(0), asciigraph.Precision(0)}
	caption := "events every " + strings.TrimSuffix(span.String(), "0s")
	series := [][]float64{all}
	if colours { // else the lines could not be told apart
		series = append(series, refused)
		caption += ", those refused in red"
		options = append(options, asciigraph.SeriesColors(asciigraph.Default, asciigraph.Red))
	}
	for i := range series { // one point is no line
		if len(series[i]) == 1 {
			series[i] = append(series[i], series[i][0])
		}
	}
	return asciigraph.PlotMany(series, append(options, asciigraph.Caption(caption))...)
}
