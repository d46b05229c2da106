package fleet

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"bcrules.dev/cmd/fleet/held"
	"bcrules.dev/engine/files"
)

const statusHelp = `Shows the bundle in force, whether it has expired, when the last pull was and what it said, and this
machine's place among a hundred, which decides on its ring in a channel.

Exit code 0: a bundle is in force, hasn't expired, and the last pull had no fault; 1: otherwise.`

// A Status is what "bcfleet status --json" writes; it includes the saved state.
type Status struct {
	Dir   string       `json:"dir"`
	Holds *held.Bundle `json:"holds"` // null for none
	Stale bool         `json:"stale"` // it has expired and is still in force
	Place int          `json:"place"` // of this machine, 0 to 99
	State
}

func statusCmd() *command {
	into, asJSON := "", false
	return &command{name: "status", args: "[--json] [--into DIR]", does: "show the bundle in force", help: statusHelp,
		flags: func(f *flag.FlagSet) {
			f.BoolVar(&asJSON, "json", false, "write JSON, for tools")
			intoFlag(f, &into)
		},
		run: func(_ context.Context, out io.Writer, args []string) error {
			if err := wants(args); err != nil {
				return err
			}
			s, err := openSite(into)
			if err != nil {
				return err
			}
			now, err := s.status(time.Now())
			if err != nil {
				return err
			}
			if asJSON {
				fmt.Fprintf(out, "%s\n", files.JSON(now))
			} else {
				now.write(out)
			}
			if now.Holds == nil || now.Stale || now.Fault != "" {
				return &refusal{}
			}
			return nil
		}}
}

// status returns the site's status at a time.
func (s *site) status(now time.Time) (*Status, error) {
	b, err := s.holds()
	if err != nil {
		return nil, err
	}
	at, err := place(s.Side)
	if err != nil {
		return nil, err
	}
	return &Status{s.Dir, b, b != nil && b.Stale(now), at, s.State}, nil
}

// write writes the status for people.
func (s *Status) write(out io.Writer) {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(out, "%-9s %s\n", name, files.Visible(fmt.Sprintf(format, args...)))
	}
	if s.Holds == nil {
		line("holds", "no bundle in %s", s.Dir)
	} else {
		stale := ""
		if s.Stale {
			stale = ": stale, and holds until there is a newer one"
		}
		line("holds", "%s", s.Holds)
		line("digest", "%s", s.Holds.Digest)
		line("since", "%s", moment(s.Since))
		line("expires", "%s%s", moment(s.Holds.Expires), stale)
	}
	line("pulled", "%s", moment(s.Pulled))
	if s.Fault != "" {
		line("fault", "%s: %s", moment(s.Tried), s.Fault)
	}
	if s.Left > 0 {
		line("left", "serial %d, which bcfleet back rolled back", s.Left)
	}
	line("place", "%d of 100", s.Place)
	for _, k := range s.Kept {
		line("kept", "%s", k.Name)
	}
}

// moment returns a time as text, "never" for none.
func moment(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.Format(time.RFC3339)
}
