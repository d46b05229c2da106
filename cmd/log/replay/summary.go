package replay

// A Summary is the result of a replay.
type Summary struct {
	Rules       string         `json:"rules"`
	Files       int            `json:"files"`
	Events      int            `json:"events"`
	Changed     int            `json:"changed"` // decided differently
	Same        int            `json:"same"`
	Unknown     int            `json:"unknown"` // the recorded decision is unknown
	Refused     int            `json:"refused"` // now
	Failed      int            `json:"failed"`  // events at which a rule fails, now
	Said        map[string]int `json:"said"`    // outputs used now
	Without     int            `json:"without"` // entries of a decisions log without their event
	Bad         int            `json:"bad"`     // broken lines
	Long        int            `json:"long"`    // lines skipped because they are too long
	Interrupted bool           `json:"interrupted"`
}

// Add counts an answered event.
func (s *Summary) Add(p *Answered) {
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
