package fleet

import (
	"context"
	_ "embed"
	"flag"
	"io"
)

// dashboard is Grafana's, made for what a Loki that a collector sends to keeps: service_name is a
// label, the other attributes are structured metadata (grafana.com/docs/loki, "Ingesting logs to
// Loki using OpenTelemetry").
//
//go:embed dashboard.json
var dashboard []byte

const dashboardHelp = `Prints a dashboard for Grafana as JSON: decisions, refusals by rule, faults, times, machines that
fell silent and the rules in force on each, from a Loki that gets what "bcfleet ship" sends.
Import it under Dashboards, New, Import. "bcrules ui --from FILE" shows the same decisions from
a file, without either.`

func dashboardCmd() *command {
	return &command{name: "dashboard", does: "print a dashboard for Grafana and Loki", help: dashboardHelp, flags: func(*flag.FlagSet) {},
		run: func(_ context.Context, out io.Writer, args []string) error {
			if err := wants(args); err != nil {
				return err
			}
			_, err := out.Write(dashboard)
			return err
		}}
}
