package fleet

import (
	"context"
	"flag"
	"fmt"
	"io"

	"bcrules.dev/cmd/fleet/held"
)

const backHelp = `Puts the previous rules back into force, as root. Later pulls skip the bundle you left, until a
higher serial is published or you run bcfleet pull --again.`

func backCmd() *command {
	into := ""
	return &command{name: "back", args: "[--into DIR]", does: "return to the previous rules", help: backHelp,
		flags: func(f *flag.FlagSet) { intoFlag(f, &into) },
		run: func(ctx context.Context, out io.Writer, args []string) error {
			if err := wants(args); err != nil {
				return err
			}
			s, err := openSite(into)
			if err != nil {
				return err
			}
			done, err := s.begin()
			if err != nil {
				return err
			}
			defer done()
			b, err := s.back(ctx)
			if err == nil {
				fmt.Fprintln(out, "holds again:", b)
			}
			return err
		}}
}

// back puts the rules that were kept last into force again.
func (s *site) back(ctx context.Context) (*held.Bundle, error) {
	if err := s.unfinished(ctx); err != nil {
		return nil, err
	}
	now, err := s.holds()
	if err != nil {
		return nil, err
	}
	left := s.State.Left
	if now != nil {
		left = max(left, now.Serial)
	}
	for ; len(s.State.Kept) > 0; s.State.Kept = s.State.Kept[:len(s.State.Kept)-1] {
		from := s.State.Kept[len(s.State.Kept)-1].Name
		b, err := held.In(s.side(from))
		if err != nil {
			return nil, err
		}
		if b != nil { // else somebody took it away
			return b, s.swap(ctx, b, Swap{From: from, Left: left})
		}
	}
	return nil, refuse("found no previous bundle, want one to return to")
}
