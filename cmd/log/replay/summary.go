package replay

// A Summary is what a replay came to.
type Summary struct {
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

// Add counts an event that was answered.
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
