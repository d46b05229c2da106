package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
)

// A summary is what a replay came to.
type summary struct {
	Rules       string         `json:"rules"`
	Files       int            `json:"files"`
	Events      int            `json:"events"`
	Changed     int            `json:"changed"` // decided differently
	Same        int            `json:"same"`
	Unknown     int            `json:"unknown"` // nothing is known of how they were decided
	Refused     int            `json:"refused"` // now
	Failed      int            `json:"failed"`  // events at which a rule does, now
	Said        map[string]int `json:"said"`    // outputs used now
	Without     int            `json:"without"` // entries of a decisions log without their event
	Bad         int            `json:"bad"`     // lines that hold nothing to replay, as they are broken
	Long        int            `json:"long"`    // lines left out as they were too long
	Interrupted bool           `json:"interrupted"`
}

func (s *summary) add(p *playing) {
	s.Events++
	switch {
	case p.Changed:
		s.Changed++
	case p.Then == nil:
		s.Unknown++
	default:
		s.Same++
	}
	if p.Now.Refused {
		s.Refused++
	}
	if len(p.Now.Errors) > 0 {
		s.Failed++
	}
	for _, said := range p.Now.Said {
		s.Said[said]++
	}
}

// write writes the summary, what was left out to stderr.
func (s *summary) write(w, stderr io.Writer, raw bool) error {
	for _, left := range []struct {
		n    int
		what string
	}{
		{s.Without, "without their event (log: inputs: true keeps it)"},
		{s.Bad, "that can't be read"},
		{s.Long, "that are too long"},
	} {
		if left.n > 0 {
			fmt.Fprintf(stderr, "bcrules replay: left out %s %s\n", count(left.n, "line"), left.what)
		}
	}
	if raw {
		return json.NewEncoder(w).Encode(map[string]*summary{"summary": s})
	}
	on := screenOf(w)
	began := ""
	if s.Interrupted {
		began = "interrupted after "
	}
	fmt.Fprintf(w, "%s%s of %s by the rules of %s: %s decided differently, %d as before, %d with nothing to compare\n",
		began, bold.Sprint(count(s.Events, "event")), count(s.Files, "file"), s.Rules, bold.Sprint(s.Changed), s.Same, s.Unknown)
	fmt.Fprintf(w, "now %d refused, %d with faults\n", s.Refused, s.Failed)
	if len(s.Said) > 0 {
		var rows [][]string
		for _, said := range slices.Sorted(maps.Keys(s.Said)) {
			rows = append(rows, []string{printable(said), strconv.Itoa(s.Said[said])})
		}
		fmt.Fprintf(w, "\n%s", on.table([]string{"said", "count"}, rows, 2))
	}
	return nil
}
