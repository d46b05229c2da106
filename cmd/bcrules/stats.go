package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/hook"
	"bcrules.dev/engine"
	"bcrules.dev/engine/history"
	"bcrules.dev/engine/journal"
	"bcrules.dev/schema"

	"github.com/guptarohit/asciigraph"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/urfave/cli/v2"
)

const statsHelp = `Counts what the decisions log holds of the rules that "bcrules hook" would use here,
or of those in DIR, in whichever project they answered: events, refusals and
faults, how long the processes took (half of them at most p50, 95 of 100 at most
p95), what was said to the agent, how often each hook ran and each rule held, and
which rules never did.

A rule is known by its number in the hook: where rules were added before it,
earlier entries count for the one that had its number. The time is that of the
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
			log, err := journal.Open()
			if err != nil {
				return err
			}
			r := history.NewReader(log)
			defer r.Close()
			wanted := history.Filter{Rules: rules, Since: since}
			var s history.Stats
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
func inForce(c *cli.Context) (plan *engine.Plan, rules, here string, err error) {
	if here, err = os.Getwd(); err != nil {
		return nil, "", "", err
	}
	s, err := newSchema()
	if err != nil {
		return nil, "", "", err
	}
	rules = hook.Rules(c.String("rules"), here, os.Getenv)
	set, err := s.Compile(rules)
	if err != nil {
		var faults []string
		if faults, err = lines(err, here); err == nil {
			err = fmt.Errorf("rules with faults, the first: %s; bcrules vet lists them", faults[0])
		}
	}
	return set.Plan, rules, here, err
}

// writeJSON writes a value for tools.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// chartWidth and chartHeight are the size of a chart, characters.
const (
	chartWidth  = 60
	chartHeight = 6
)

func writeStats(w io.Writer, r history.Report, rules, here string) {
	terminal := dress(w)
	if r.Events == 0 {
		fmt.Fprintf(w, "No events answered by the rules of %s are in the log\n", schema.Display(rules, here))
		return
	}
	fmt.Fprintf(w, "%s by the rules of %s from %s to %s: %d refused, %d with faults\n",
		bold.Sprint(count(r.Events, "event")), schema.Display(rules, here), engine.Stamp(r.From), engine.Stamp(r.To), r.Refused, r.Failed)

	t := columns(terminal, table.Row{"event", "count", "refused", "faults", "p50 ms", "p95 ms", "max ms"}, 2, 3, 4, 5, 6, 7)
	for _, e := range r.ByEvent {
		t.AppendRow(table.Row{column(e.Event, 0), e.Count, e.Refused, e.Failed, millis(e.P50), millis(e.P95), millis(e.Max)})
	}
	fmt.Fprintf(w, "\n%s\n", t.Render())

	if len(r.Said) > 0 {
		t = columns(terminal, table.Row{"said", "count"}, 2)
		for _, s := range r.Said {
			t.AppendRow(table.Row{printable(s.Output), s.Count})
		}
		fmt.Fprintf(w, "\n%s\n", t.Render())
	}

	t = columns(terminal, table.Row{"hook", "ran", "rule", "held", "what"}, 2, 3, 4)
	for _, h := range r.Hooks {
		name, ran := h.Hook, fmt.Sprint(h.Ran)
		for _, rule := range h.Rules {
			held := fmt.Sprint(rule.Held)
			if rule.Held == 0 {
				held = faint.Sprint(held)
			}
			t.AppendRow(table.Row{name, ran, rule.Rule, held, cut(rule.Doc)})
			name, ran = "", ""
		}
	}
	fmt.Fprintf(w, "\n%s\n", t.Render())

	all, refused, span := r.Series(chartWidth)
	fmt.Fprintf(w, "\n%s\n", chart(all, refused, span, text.FgGreen.Sprint("x") != "x"))

	if len(r.Never) > 0 {
		fmt.Fprintf(w, "\n%s\n", bold.Sprint("Rules that never held"))
		for _, rule := range r.Never {
			rule.Pos.File = schema.Display(rule.Pos.File, here)
			doc := ""
			if rule.Doc != "" {
				doc = "  " + cut(rule.Doc)
			}
			fmt.Fprintf(w, "%s: %s rule %d%s\n", rule.Pos, rule.Hook, rule.Rule, doc)
		}
	}
}

func millis(ms float64) string { return fmt.Sprintf("%.2f", ms) }

// columns returns a table; those named by number, from 1, hold numbers.
func columns(terminal bool, head table.Row, numbers ...int) table.Writer {
	t := table.NewWriter()
	t.AppendHeader(head)
	style := table.StyleLight
	if !terminal {
		style.Box = table.BoxStyle{PaddingRight: "  "}
	}
	style.Format.Header = text.FormatDefault
	style.Options = table.Options{DrawBorder: false, SeparateHeader: terminal, SeparateColumns: terminal}
	t.SetStyle(style)
	t.SuppressTrailingSpaces()
	var configs []table.ColumnConfig
	for _, n := range numbers {
		configs = append(configs, table.ColumnConfig{Number: n, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(configs)
	return t
}

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
