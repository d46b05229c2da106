package show

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/log/replay"
)

// Answered formats a replayed event as a line.
func Answered(p *replay.Answered) string {
	line := Faint.Sprintf("%s:%d:", Printable(p.File), p.Line) + " " + Bold.Sprint(Printable(strings.TrimSpace(p.Event+" "+p.Tool))) + ": "
	now := word(p.Now)
	if p.Changed {
		was := word(*p.Then)
		if p.Known == replay.Refusal && !p.Then.Refused {
			was = "let through"
		}
		now = "was " + was + ", now " + now
	}
	line += now
	if hooks := ran(p.Now.Hooks); hooks != "" {
		line += "  " + hooks
	}
	for _, fault := range p.Now.Errors {
		line += "  " + Bad.Sprint(Printable(fault))
	}
	return line
}

// word returns a decision for display.
func word(d answer.Decision) string {
	return looksOf[d.Tone()].Sprint(Printable(cmp.Or(strings.Join(d.Words(), ","), d.Word(), "no opinion")))
}

// Replayed writes the summary of a replay, as text or JSON, and to stderr the numbers of lines that
// were left out.
func Replayed(s *replay.Summary, w, stderr io.Writer, raw bool) error {
	for _, left := range []struct {
		n    int
		what string
	}{
		{s.Without, "without their event (log: inputs: true keeps it)"},
		{s.Bad, "that can't be read"},
		{s.Long, "that are too long"},
	} {
		if left.n > 0 {
			fmt.Fprintf(stderr, "bcrules replay: left out %s %s\n", Count(left.n, "line"), left.what)
		}
	}
	if raw {
		return json.NewEncoder(ForTools(w)).Encode(map[string]*replay.Summary{"summary": s})
	}
	on := On(w)
	began := ""
	if s.Interrupted {
		began = "interrupted after "
	}
	fmt.Fprintf(w, "%s%s of %s by the rules of %s: %s decided differently, %d as before, %d with nothing to compare\n",
		began, Bold.Sprint(Count(s.Events, "event")), Count(s.Files, "file"), s.Rules, Bold.Sprint(s.Changed), s.Same, s.Unknown)
	fmt.Fprintf(w, "now %d refused, %d with faults\n", s.Refused, s.Failed)
	if len(s.Said) > 0 {
		var rows [][]string
		for _, said := range slices.Sorted(maps.Keys(s.Said)) {
			rows = append(rows, []string{Printable(said), strconv.Itoa(s.Said[said])})
		}
		fmt.Fprintf(w, "\n%s", on.Table([]string{"said", "count"}, rows, 2))
	}
	return nil
}
