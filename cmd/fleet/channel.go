package fleet

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const channelHelp = `Publishes a channel under the tag of REF. A channel says which share of the machines takes which
serial. A RING is PERCENT=SERIAL, and percentages add up: with 10=8 100=7 a tenth of the machines
takes 8 and all others take 7. A machine's place among them is a hash of its id and never changes.
Machines outside all rings keep their rules. A machine that found a channel under a tag accepts
nothing else there.`

// channelKind is the media type of the config in a channel's manifest.
const channelKind = "application/vnd.bcrules.channel.v1+json"

func channelCmd() *command {
	p := &publisher{}
	return &command{name: "channel", args: "REF --key FILE --serial N --expires DURATION RING…", does: "say which share of machines takes which serial", help: channelHelp, flags: p.flags, run: p.channel}
}

func (p *publisher) channel(ctx context.Context, out io.Writer, args []string) error {
	if len(args) < 2 {
		return refuse("found %d arguments, want REF and a RING, such as 100=7", len(args))
	}
	to, err := openRepository(args[0], p.plain)
	if err != nil {
		return err
	}
	s, err := p.state(aChannel, to.tag(), "")
	if err != nil {
		return err
	}
	for _, text := range args[1:] {
		r, of, err := to.ring(ctx, text)
		if err != nil {
			return err
		}
		if n := len(s.Rings); n > 0 && s.Rings[n-1].Share >= r.Share || s.Module != "" && s.Module != of {
			return refuse("found %s after %s of %s, want rising percentages and one module", text, args[1], s.Module)
		}
		s.Rings, s.Module = append(s.Rings, r), of
	}
	notes, err := p.sign(s)
	if err != nil {
		return err
	}
	digest, err := to.push(ctx, notes, []string{to.tag()}, part{channelKind, []byte("{}")})
	if err == nil {
		fmt.Fprintf(out, "published the channel %s:%s, serial %d\n%s\n", to.Repository, to.tag(), s.Serial, digest)
	}
	return err
}

// ring reads a ring, takes its digest from the manifest that the registry has for its serial, and
// returns the module of that bundle.
func (r *repository) ring(ctx context.Context, text string) (ring Ring, module string, err error) {
	share, serial, _ := strings.Cut(text, "=")
	ring.Share, err = strconv.Atoi(share)
	if err == nil {
		ring.Serial, err = strconv.ParseInt(serial, 10, 64)
	}
	if err != nil || ring.Share < 1 || ring.Share > 100 {
		return ring, "", refuse("found the ring %q, want PERCENT=SERIAL", text)
	}
	m, digest, err := r.manifest(r.GetTag(ctx, r.Repository, serialTag(ring.Serial)))
	if missing(err) {
		return ring, "", refuse("serial %d is not published, want it published before the channel", ring.Serial)
	} else if err != nil {
		return ring, "", err
	}
	s, err := read(m.Annotations)
	if err != nil {
		return ring, "", err
	}
	ring.Digest = digest
	return ring, s.Module, nil
}
