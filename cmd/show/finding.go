package show

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/engine/plan"
	"bcrules.dev/schema"
	"bcrules.dev/schema/mend"
	"bcrules.dev/schema/vet"

	"github.com/hashicorp/go-multierror"
	"github.com/owenrumney/go-sarif/v3/pkg/report"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// A Finding is a fault or warning in the form that tools read.
type Finding struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Col      int    `json:"col"`
	Hook     string `json:"hook"`
	Rule     int    `json:"rule"` // number of the rule in its hook, from 1; 0 for none
	Check    string `json:"check"`
	Severity string `json:"severity"` // error or warning, the words of SARIF and GitHub, too
	Message  string `json:"message"`
	// Fix is the first edit that bcrules vet --fix makes, nil if there is no single right answer.
	Fix *mend.Edit `json:"fix,omitempty"`

	line string // as in the text format
	path string // path of the file from which it can be read
}

// Findings returns the findings of vet.Vet, with files named as seen from folder here. It returns
// any other error.
func Findings(set *schema.Set, err error, here string) ([]Finding, error) {
	return FindingsIn(Source, set, err, here)
}

// FindingsIn is like Findings, with a function that reads files, whose content may differ from that
// on disk.
func FindingsIn(read func(file string) ([]byte, error), set *schema.Set, err error, here string) ([]Finding, error) {
	var all []Finding
	var faults *multierror.Error
	if err != nil && !errors.As(err, &faults) {
		return nil, err
	}
	if faults != nil {
		for _, f := range faults.Errors {
			all = append(all, newFinding(read, f, "error", here))
		}
	}
	for _, w := range set.Warnings {
		all = append(all, newFinding(read, w, "warning", here))
	}
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Col-b.Col)
	})
	return all, nil
}

func newFinding(read func(string) ([]byte, error), err error, severity, here string) Finding {
	e, ok := err.(*plan.Error)
	if !ok {
		e = &plan.Error{Err: err}
	}
	f := Finding{File: schema.Display(e.File, here), Line: e.Line, Col: e.Col, Hook: e.Hook, Rule: e.Rule,
		Check: cmp.Or(e.Check, vet.Checks()[0].Name), Severity: severity, Message: strings.TrimSpace(e.Err.Error()), path: e.File}
	if e.See.Line > 0 {
		e.See.File = schema.Display(e.See.File, here)
		f.Message += fmt.Sprintf(" (see %s)", e.See)
	}
	var place, label string
	if f.File != "" {
		place = plan.Pos{File: f.File, Line: f.Line, Col: f.Col}.String()
	}
	if severity != "error" {
		label = severity
	}
	if data, err := read(e.File); err == nil && filepath.IsAbs(filepath.FromSlash(e.File)) { // files of packs can't be edited
		if edit, ok := mend.Of(e, data); ok {
			f.Fix = &edit
		}
	}
	f.line = Printable(Joined(place, label, f.Hook, f.Message))
	return f
}

// Joined joins the non-empty texts with colons.
func Joined(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), ": ")
}

// Formats are the output formats of findings.
var Formats = map[string]func(io.Writer, []Finding) error{
	"text":   writeText,
	"json":   func(w io.Writer, all []Finding) error { return JSON(w, append([]Finding{}, all...)) },
	"sarif":  writeSARIF,
	"github": writeGitHub,
}

// writeText writes a line for each finding, and on a terminal an excerpt of the file.
func writeText(w io.Writer, all []Finding) error {
	s := On(w)
	for _, f := range all {
		lines := f.line + "\n"
		if s.Terminal {
			lines = Bold.Sprint(strings.TrimRight(s.Indented(f.line, ""), "\n")) + "\n" + excerpt(f.path, f.Line, f.Col, s.Width, looks[f.Severity]) + "\n"
		}
		if _, err := io.WriteString(w, lines); err != nil {
			return err
		}
	}
	return nil
}

// looks maps severities to the colours of the marks.
var looks = map[string]Look{"error": Bad, "warning": Doubtful}

func writeSARIF(w io.Writer, all []Finding) error { return scanned(all).PrettyWrite(ForTools(w)) }

// scanned returns findings as SARIF 2.1.0, the format of code scanners.
func scanned(all []Finding) *sarif.Report {
	run := sarif.NewRunWithInformationURI("bcrules", "https://bcrules.dev")
	for _, c := range vet.Checks() {
		run.AddRule(c.Name).WithDescription(c.Doc)
	}
	for _, f := range all {
		result := run.CreateResultForRule(f.Check).WithLevel(f.Severity).
			WithMessage(sarif.NewTextMessage(Joined(f.Hook, f.Message)))
		if f.File == "" {
			continue
		}
		place := sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewSimpleArtifactLocation(address(f.File)))
		if f.Line > 0 {
			place.WithRegion(sarif.NewRegion().WithStartLine(f.Line).WithStartColumn(f.Col))
		}
		result.AddLocation(sarif.NewLocationWithPhysicalLocation(place))
	}
	r := report.NewV210Report()
	r.AddRun(run)
	return r
}

// address returns a file name as a URI, relative if the name is.
func address(file string) string {
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme, u.Path = "file", "/"+strings.TrimPrefix(u.Path, "/")
	}
	return u.String()
}

// writeGitHub writes workflow commands that annotate lines.
func writeGitHub(w io.Writer, all []Finding) error {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, f := range all {
		at := "title=" + property.Replace(f.Check)
		if f.Line > 0 {
			at = fmt.Sprintf("line=%d,col=%d,%s", f.Line, f.Col, at)
		}
		if f.File != "" {
			at = "file=" + property.Replace(f.File) + "," + at
		}
		_, err := fmt.Fprintf(w, "::%s %s::%s\n", f.Severity, at, data.Replace(Joined(f.Hook, f.Message)))
		if err != nil {
			return err
		}
	}
	return nil
}
