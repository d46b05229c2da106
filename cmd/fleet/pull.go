package fleet

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"bcrules.dev/cmd/fleet/held"
	"bcrules.dev/engine/files"
	"bcrules.dev/engine/host"

	"aead.dev/minisign"
	"cuelang.org/go/mod/module"
	"cuelang.org/go/mod/modzip"
)

const pullHelp = `Replaces the organisation's rules by the bundle that REF names, or that its channel assigns to this
machine, as root. It first checks signature, tag, serial, expiry and files, and runs vet and the
tests. If a check fails, or the registry doesn't answer, nothing changes, and "bcfleet status" says
why. Only root may be able to write a key file. Repeat --key to accept a second key, while you
replace one. The last three bundles are kept for bcfleet back.`

// longest bounds how long a pull may take, so that one that hangs doesn't block all others.
const longest = 10 * time.Minute

// mostFiles bounds what a bundle unpacks to, in bytes.
const mostFiles = 256 << 20

type puller struct {
	keys  several
	into  string
	plain bool
	again bool

	site *site
	from *repository
	pub  []minisign.PublicKey
}

func pullCmd() *command {
	p := &puller{}
	return &command{name: "pull", args: "REF --key PUBKEY… [--into DIR]", does: "replace the rules by those of the registry", help: pullHelp, flags: func(f *flag.FlagSet) {
		f.Var(&p.keys, "key", "verify with the public key in `FILE`")
		intoFlag(f, &p.into)
		f.BoolVar(&p.again, "again", false, "accept a bundle that bcfleet back rolled back")
		plainFlag(f, &p.plain)
	}, run: p.run}
}

func (p *puller) run(ctx context.Context, out io.Writer, args []string) (err error) {
	if err := wants(args, "REF"); err != nil {
		return err
	}
	if p.site, err = openSite(p.into); err != nil {
		return err
	}
	done, err := p.site.begin()
	if err != nil {
		return err
	}
	defer done()
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	state := &p.site.State
	said, err := p.pull(ctx, args[0])
	state.Tried, state.Fault = time.Now().UTC().Truncate(time.Second), ""
	if err != nil {
		state.Fault = files.VisibleLines(err.Error())
	} else {
		state.Pulled = state.Tried
		fmt.Fprintln(out, said)
	}
	if wrong := p.site.save(); err == nil {
		err = wrong
	}
	return err
}

// believes reads the keys. Whoever can change a key of the organisation's rules can publish them.
func (p *puller) believes() (err error) {
	if len(p.keys) == 0 {
		return refuse("found no --key, want the publisher's public key")
	}
	if p.pub, err = publicKeys(p.keys); err != nil {
		return err
	}
	for _, name := range p.keys {
		at, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		if by := files.Unrooted(at, host.System); p.site.Organisation && by != "" {
			return refuse("%s: others than root may change it (%s), want a key file that only root may write", at, by)
		}
	}
	return nil
}

// pull brings the site up to date and says what holds.
func (p *puller) pull(ctx context.Context, ref string) (string, error) {
	s := p.site
	if err := s.unfinished(ctx); err != nil {
		return "", err
	}
	now, err := s.holds()
	if err != nil {
		return "", err
	}
	if now != nil && now.Serial > 0 { // even if the state was lost
		s.State.Serial, s.State.Module = max(s.State.Serial, now.Serial), now.Module
	}
	if err := p.believes(); err != nil {
		return "", err
	}
	if p.from, err = openRepository(ref, p.plain); err != nil {
		return "", err
	}
	want, digest, err := p.wanted(ctx)
	if err != nil || want == nil {
		return "no bundle is for this machine yet", err
	}
	b := want.note(digest)
	switch {
	case now != nil && now.Digest == digest && s.State.Compiled == digest && s.State.By == compiler():
		return "holds already: " + b.String(), nil
	case now != nil && now.Digest == digest: // the plan is missing, or another bcrules compiled it, perhaps differently
		return "holds, compiled anew: " + b.String(), s.plan(ctx, b)
	case want.Serial <= s.State.Left && !p.again:
		return fmt.Sprintf("skipped, as bcfleet back rolled it back: %s", b), nil
	}
	if err := p.allowed(want, now); err != nil {
		return "", err
	}
	if err := p.unpack(ctx, want, b); err != nil {
		return "", err
	}
	return "holds: " + b.String(), s.swap(ctx, b, Swap{Was: s.asKept(now)})
}

// wanted returns the bundle for this machine and the digest of its manifest; nil if a channel has
// none for it.
func (p *puller) wanted(ctx context.Context) (*Statement, string, error) {
	m, digest, err := p.from.named(ctx)
	if err != nil {
		return nil, "", err
	}
	s, err := verified(m.Annotations, p.pub)
	if err != nil {
		return nil, "", err
	}
	tag, state := p.from.tag(), &p.site.State
	if p.from.Digest == "" && s.Name != tag && (s.Kind != aBundle || tag != serialTag(s.Serial)) {
		return nil, "", refuse("found a %s signed for the tag %q, want %q", s.Kind, s.Name, tag)
	}
	if s.Kind == aBundle {
		if state.Channels[tag] > 0 && p.from.Digest == "" {
			return nil, "", refuse("found a bundle at %s, want a channel, as before", tag)
		}
		return s, digest, nil
	}
	if err := s.fresh(time.Now()); err != nil {
		return nil, "", err
	}
	if err := p.ofModule(s); err != nil {
		return nil, "", err
	}
	if had := state.Channels[s.Name]; s.Serial < had {
		return nil, "", refuse("found a channel with serial %d, want %d or higher", s.Serial, had)
	}
	at, err := place(p.site.Side)
	if err != nil {
		return nil, "", err
	}
	if state.Channels == nil {
		state.Channels = map[string]int64{}
	}
	state.Channels[s.Name] = s.Serial
	r, has := s.ring(at)
	if !has {
		return nil, "", nil
	}
	if m, digest, err = p.from.at(ctx, r.Digest); err != nil {
		return nil, "", err
	}
	b, err := verified(m.Annotations, p.pub)
	if err == nil && (b.Kind != aBundle || b.Serial != r.Serial || digest != r.Digest) {
		err = refuse("found a %s with serial %d, %s, want the channel's bundle, serial %d, %s", b.Kind, b.Serial, digest, r.Serial, r.Digest)
	}
	return b, digest, err
}

// ofModule fails if a statement is of another module than the bundles that were here.
func (p *puller) ofModule(s *Statement) error {
	if has := p.site.State.Module; has != "" && s.Module != has {
		return refuse("found a %s of %s, want %s, whose rules are in force", s.Kind, s.Module, has)
	}
	return nil
}

// allowed fails if a bundle may not replace the one in force.
func (p *puller) allowed(want *Statement, now *held.Bundle) error {
	if err := p.ofModule(want); err != nil {
		return err
	}
	has := p.site.State.Serial
	again := want.Serial == has && (now == nil || p.again)
	if want.Serial <= has && !again {
		return refuse("found serial %d, want one above %d, the highest so far", want.Serial, has)
	}
	return want.fresh(time.Now())
}

// unpack puts a bundle's rules into DIR-bundles/new, and vets and tests them.
func (p *puller) unpack(ctx context.Context, want *Statement, b *held.Bundle) error {
	data, err := p.from.blob(ctx, want.Zip)
	if err != nil {
		return err
	}
	version, err := module.NewVersion(want.Module, "")
	if err != nil {
		return refuse("found the module %q: %v", want.Module, err)
	}
	zip, _, _, err := modzip.CheckZip(version, bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return refuse("%v", err)
	}
	var size uint64
	for _, f := range zip.File {
		if size += min(f.UncompressedSize64, mostFiles); size > mostFiles {
			return refuse("found more than %d bytes of files, want at most that", mostFiles)
		}
	}
	dir, file := p.site.side(newName), p.site.side("new.zip")
	defer os.Remove(file)
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return err
	}
	if err := modzip.Unzip(dir, version, file); err != nil {
		return refuse("%v", err)
	}
	if err = checked(ctx, dir); err == nil {
		err = b.Write(dir)
	}
	if err != nil {
		os.RemoveAll(dir)
	}
	return err
}
