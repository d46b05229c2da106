package fleet

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/cmd/fleet/held"
	"bcrules.dev/engine/files"

	"aead.dev/minisign"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/mod/module"
	"cuelang.org/go/mod/modzip"
)

const publishHelp = `Publishes the rules in DIR, a CUE module (bcrules new module) with its tests, as a bundle. It vets
and tests them, signs a description of them, and uploads both to the registry; CUE's own tools
find them there as a version of the module. Machines find the bundle by the tag of REF, by
serial-N or through a channel. They accept it if its serial is higher than theirs and it has not
expired; a bundle that expires later stays in force and is reported as stale. To withdraw a
bundle, publish the earlier rules with a new serial.`

// Media types of a bundle's parts, as CUE's registries have them.
const (
	moduleKind     = "application/vnd.cue.module.v1+json"
	filesKind      = "application/zip"
	moduleFileKind = "application/vnd.cue.modulefile.v1"
)

// mostKey bounds the size of a key's file, in bytes.
const mostKey = 4 << 10

// A publisher signs statements and puts them into a registry.
type publisher struct {
	key     string
	serial  int64
	expires time.Duration
	plain   bool
}

func (p *publisher) flags(f *flag.FlagSet) {
	f.StringVar(&p.key, "key", "", "sign with the secret key in `FILE`")
	f.Int64Var(&p.serial, "serial", 0, "give the bundle number `N`, higher than all before it")
	f.DurationVar(&p.expires, "expires", 0, "how long it is valid from now on, such as 720h")
	plainFlag(f, &p.plain)
}

func plainFlag(f *flag.FlagSet, plain *bool) {
	f.BoolVar(plain, "plain-http", false, "talk to the registry without TLS, as to one on this machine")
}

func publishCmd() *command {
	p := &publisher{}
	return &command{name: "publish", args: "DIR REF --key FILE --serial N --expires DURATION", does: "sign rules and put them into a registry", help: publishHelp, flags: p.flags, run: p.publish}
}

// state returns the statement to sign, still without a zip or rings.
func (p *publisher) state(kind, name, module string) (*Statement, error) {
	if p.key == "" || p.serial <= 0 || p.expires <= 0 {
		return nil, refuse("want --key, and --serial and --expires above 0")
	}
	now := time.Now().UTC().Truncate(time.Second)
	return &Statement{Kind: kind, Name: name, Module: module, Serial: p.serial, Published: now, Expires: now.Add(p.expires)}, nil
}

func (p *publisher) publish(ctx context.Context, out io.Writer, args []string) error {
	if err := wants(args, "DIR", "REF"); err != nil {
		return err
	}
	dir, err := filepath.Abs(args[0])
	if err != nil {
		return err
	}
	version, file, err := versionOf(dir, p.serial)
	if err != nil {
		return err
	}
	to, err := openRepository(args[1], p.plain)
	if err != nil {
		return err
	}
	s, err := p.state(aBundle, to.tag(), version.Path())
	if err != nil {
		return err
	}
	if err := keyless(dir); err != nil {
		return err
	}
	if err := checked(ctx, dir); err != nil {
		return err
	}
	var zip bytes.Buffer
	if err := modzip.CreateFromDir(&zip, version, dir); err != nil {
		return refuse("%s: %v", dir, err)
	}
	if zip.Len() > mostBundle {
		return refuse("%s: found %d bytes of files, want at most %d", dir, zip.Len(), mostBundle)
	}
	s.Zip = digestOf(zip.Bytes())
	if _, digest, err := to.manifest(to.GetTag(ctx, to.Repository, version.Version())); err == nil {
		return refuse("found serial %d published already (%s), want a higher one", p.serial, held.Short(digest))
	} else if !missing(err) {
		return err
	}
	notes, err := p.sign(s)
	if err != nil {
		return err
	}
	digest, err := to.push(ctx, notes, []string{version.Version(), serialTag(p.serial), to.tag()},
		part{moduleKind, []byte("{}")}, part{filesKind, zip.Bytes()}, part{moduleFileKind, file})
	if err == nil {
		fmt.Fprintf(out, "published %s\n%s/%s@%s\n", s.note(digest), to.Host, to.Repository, digest)
	}
	return err
}

// keyless fails if a folder contains a secret key, as everyone who may read the registry would get it.
func keyless(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if info, err := d.Info(); err != nil || info.Size() > mostKey {
			return err
		}
		data, err := os.ReadFile(path)
		var key minisign.PrivateKey
		if err == nil && (minisign.IsEncrypted(data) || key.UnmarshalText(data) == nil) {
			err = refuse("%s: found a secret key, want it outside the published folder", path)
		}
		return err
	})
}

// serialTag returns the tag that names a bundle by its serial.
func serialTag(serial int64) string { return "serial-" + strconv.FormatInt(serial, 10) }

// moduleFile is the file in which a module declares its path.
const moduleFile = "cue.mod/module.cue"

// versionOf returns a serial as a version of the module in a folder, and the text of its module file.
func versionOf(dir string, serial int64) (v module.Version, data []byte, err error) {
	at := filepath.Join(dir, filepath.FromSlash(moduleFile))
	data, err = os.ReadFile(at)
	if files.Absent(err) {
		return v, nil, refuse("found no %s, want one with the module's path (bcrules new module writes it)", at)
	} else if err != nil {
		return v, nil, err
	}
	path, err := pathIn(at, data)
	if err != nil {
		return v, nil, err
	}
	major := "v0"
	if _, of, has := strings.Cut(path, "@"); has {
		major = of
	} else {
		path += "@" + major
	}
	v, err = module.NewVersion(path, fmt.Sprintf("%s.0.%d", major, serial))
	if err != nil {
		return v, nil, refuse("%s: %v", at, err)
	}
	return v, data, nil
}

// pathIn returns the path that a module file declares.
func pathIn(name string, data []byte) (string, error) {
	file, err := parser.ParseFile(name, data)
	if err != nil {
		return "", refuse("%v", err)
	}
	for _, d := range file.Decls {
		field, ok := d.(*ast.Field)
		if !ok {
			continue
		}
		label, _, _ := ast.LabelName(field.Label)
		if value, ok := field.Value.(*ast.BasicLit); ok && label == "module" {
			return literal.Unquote(value.Value)
		}
	}
	return "", refuse("%s: found no module, want its path", name)
}
