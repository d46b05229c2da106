package fleet

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/fleet/ship"
	"bcrules.dev/engine/host"
	"bcrules.dev/engine/journal"
)

const shipHelp = `Sends new entries of your decisions log to an OpenTelemetry collector, as OTLP logs over HTTP; if
URL has no path, to URL/v1/logs. With --log it sends the logs in these files instead, such as
"/home/*/.cache/bcrules/decisions.jsonl" for root. The position in each log is kept in the cache
folder. Every entry is sent at least once; one sent twice has the same machine, user and seq.
Entries that were rotated away before, or that the collector calls faulty (exit code 2), are lost
and counted. $` + headers + ` has the headers of requests, as for other senders.`

// headers names the environment variable with the headers of requests, as OpenTelemetry does.
const headers = "OTEL_EXPORTER_OTLP_HEADERS"

// longestLog bounds how long one log may take, as its owner may write anything into it.
const longestLog = 2 * time.Minute

type shipping struct {
	to   string
	logs several
}

func shipCmd() *command {
	s := &shipping{}
	return &command{name: "ship", args: "--to URL [--log FILE]…", does: "send decisions to a collector", help: shipHelp, flags: func(f *flag.FlagSet) {
		f.StringVar(&s.to, "to", "", "the collector's `URL`")
		f.Var(&s.logs, "log", "send the log whose newer file is `FILE`, or all logs that match a pattern")
	}, run: s.run}
}

func (s *shipping) run(ctx context.Context, out io.Writer, args []string) error {
	if err := wants(args); err != nil {
		return err
	}
	to, err := ship.Endpoint(s.to)
	if err != nil {
		return refuse("%v", err)
	}
	own := host.Here(os.Getenv).Folders()
	all, err := s.found(own)
	if err != nil {
		return err
	}
	with, err := headersOf(os.Getenv(headers))
	if err != nil {
		return err
	}
	over := ship.Shipper{To: to, Header: with, State: host.Bcrules(own.Cache, "shipped")}
	if n := len(all); n > 0 { // start with another each time, so that no log blocks those behind it
		at := rand.IntN(n)
		all = slices.Concat(all[at:], all[:at])
	}
	var failed error
	for _, l := range all {
		err := one(ctx, out, &over, l)
		if unreached(err) { // the others wouldn't reach it either
			if failed == nil {
				return err
			}
			return errors.Join(failed, errors.New(err.Error())) // as text, so that the exit code is failed's
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// one ships one log, for longestLog at most.
func one(ctx context.Context, out io.Writer, over *ship.Shipper, l journal.Log) error {
	within, stop := context.WithTimeout(ctx, longestLog)
	defer stop()
	is, err := over.Ship(within, l)
	fmt.Fprintf(out, "%s: shipped %d, lost %d (%d from the first on)\n", l.File, is.Sent, is.Lost, is.All)
	var said *ship.Answer
	switch {
	case errors.As(err, &said) && slices.Contains(later, said.Code):
		return &offline{err}
	case err != nil && within.Err() != nil:
		return fmt.Errorf("%s: %w", l.File, within.Err()) // the next run goes on
	case err != nil:
		return fmt.Errorf("%s: %w", l.File, err)
	}
	return nil
}

// found returns the logs that flags name, or else the user's own.
func (s *shipping) found(own *host.Folders) (all []journal.Log, err error) {
	if len(s.logs) == 0 {
		l, err := journal.Open(own)
		return []journal.Log{l}, err
	}
	for _, pattern := range s.logs {
		at, err := filepath.Glob(pattern)
		if err != nil {
			return nil, refuse("--log: %v", err)
		}
		for _, file := range at {
			if file, err = filepath.Abs(file); err != nil {
				return nil, err
			}
			all = append(all, ship.Log(file))
		}
	}
	return all, nil
}

// headersOf reads NAME=VALUE,NAME=VALUE with percent-encoded values.
func headersOf(text string) (map[string]string, error) {
	all := map[string]string{}
	for pair := range strings.SplitSeq(text, ",") {
		name, value, has := strings.Cut(strings.TrimSpace(pair), "=")
		if pair == "" {
			continue
		}
		value, err := url.PathUnescape(value)
		if err != nil || !has {
			return nil, refuse("$%s: found %q, want NAME=VALUE,…", headers, name)
		}
		all[name] = value
	}
	return all, nil
}

// offline is the error of a server that says to ask again.
type offline struct{ error }

func (o *offline) Unwrap() error { return o.error }
