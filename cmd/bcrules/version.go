package main

import (
	_ "embed"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"strings"

	"bcrules.dev/cmd/layers/compile"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/cache"
	"bcrules.dev/engine/host"
	"bcrules.dev/rules"

	"github.com/urfave/cli/v2"
)

const versionHelp = `Says what this bcrules was built from and when, which packs it has, and which folder
has the plans that it compiles rules to and that bchook reads. Both must use the
same format, which --json gives. --notices prints the licences of the libraries in
all programs of bcrules.`

// notices are the licences of everything in the programs, gathered by TestNotices.
//
//go:embed notices.txt
var notices string

func versionCmd() *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version, and what it contains",
		UsageText:   "bcrules version [--json | --notices]",
		Description: versionHelp,
		Before:      flagsOnly,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "write one JSON object"},
			&cli.BoolFlag{Name: "notices", Usage: "print the licences of all libraries in the programs"},
		},
		Action: func(c *cli.Context) error {
			if c.Bool("notices") {
				_, err := io.WriteString(c.App.Writer, notices)
				return err
			}
			v, err := thisVersion()
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return show.JSON(c.App.Writer, v)
			}
			_, err = io.WriteString(c.App.Writer, v.whole())
			return err
		},
	}
}

// A version says what a bcrules was built from.
type version struct {
	Version  string `json:"version"`            // of the module; (devel) if it was built without one
	Revision string `json:"revision,omitempty"` // of the repository that it was built in
	Changed  bool   `json:"changed,omitempty"`  // files of the repository had changed
	Time     string `json:"time,omitempty"`     // of the revision
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Plan     string `json:"plan"`  // format of plans
	Plans    string `json:"plans"` // the folder with the plans
	Expr     string `json:"expr"`
	CUE      string `json:"cue"`
	Packs    []pack `json:"packs"`
}

// A pack is a pack in the binary.
type pack struct {
	Path  string `json:"path"`
	Hooks int    `json:"hooks"`
	Rules int    `json:"rules"`
}

// thisBuild returns what this program was built from, without its packs.
func thisBuild() *version {
	v := &version{Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Plan: cache.Version(), Plans: host.Bcrules(host.Here(os.Getenv).Folders().Cache, "plans")}
	if b, ok := debug.ReadBuildInfo(); ok {
		v.Version = b.Main.Version
		for _, s := range b.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Revision = s.Value
			case "vcs.time":
				v.Time = s.Value
			case "vcs.modified":
				v.Changed = s.Value == "true"
			}
		}
		for _, d := range b.Deps {
			switch d.Path {
			case "github.com/expr-lang/expr":
				v.Expr = d.Version
			case "cuelang.org/go":
				v.CUE = d.Version
			}
		}
	}
	return v
}

func thisVersion() (*version, error) {
	v := thisBuild()
	s := compile.Kept()
	for _, n := range rules.Shipped(fs.ReadDir(rules.FS, ".")) {
		p := pack{Path: rules.Path + "/" + n.Name()}
		set, err := s.Compile(p.Path)
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		for _, a := range set.Plan.Events {
			for _, h := range a.Hooks {
				if !seen[h.Name] {
					seen[h.Name] = true
					p.Rules += len(h.Rules)
				}
			}
		}
		p.Hooks = len(seen)
		v.Packs = append(v.Packs, p)
	}
	return v, nil
}

// String returns the version, with its revision and whether it was changed.
func (v *version) String() string {
	from := []string{v.Version}
	if v.Revision != "" && !strings.Contains(v.Version, v.Revision[:min(12, len(v.Revision))]) {
		from = append(from, v.Revision)
	}
	if v.Changed && !strings.HasSuffix(v.Version, "+dirty") {
		from = append(from, "(changed)")
	}
	return strings.Join(from, " ")
}

// whole returns the version for people, one item a line.
func (v *version) whole() string {
	rows := [][]string{{"bcrules", v.String()}, {"for", v.Platform + ", built with " + v.Go}, {"plans in", v.Plans}}
	if day, _, ok := strings.Cut(v.Time, "T"); ok {
		rows[0][1] += " of " + day
	}
	for i, p := range v.Packs {
		name := []string{"packs", ""}[min(i, 1)]
		rows = append(rows, []string{name, path.Base(p.Path) + ": " + show.Count(p.Hooks, "hook") + ", " + show.Count(p.Rules, "rule")})
	}
	return show.Columns(rows)
}
