package log

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
)

// Stats are statistics of entries. The zero Stats have none.
type Stats struct {
	Events  int       `json:"events"`
	Refused int       `json:"refused"`
	Failed  int       `json:"failed"` // events with an error
	From    time.Time `json:"from,omitzero"`
	To      time.Time `json:"to,omitzero"`

	said    map[string]int
	byEvent map[string]*sample
	ran     map[string]int
	took    map[string][]float64 // milliseconds of each hook, from entries that have them
	held    map[ruleKey]int
	minutes map[int64]pair // by minutes since 1970
}

// A ruleKey identifies a rule by its id, or else by its number.
type ruleKey struct {
	hook, id string
	rule     int
}

func keyOf(hook, id string, rule int) ruleKey {
	if id != "" {
		rule = 0
	}
	return ruleKey{hook, id, rule}
}

// A sample is the statistics of one event.
type sample struct {
	refused, failed int
	ms              []float64
}

// A pair counts events, and the refused among them.
type pair struct{ all, refused int }

// Add counts an entry.
func (s *Stats) Add(e *journal.Entry) {
	if s.byEvent == nil {
		s.said, s.byEvent, s.ran, s.took, s.held, s.minutes = map[string]int{}, map[string]*sample{}, map[string]int{}, map[string][]float64{}, map[ruleKey]int{}, map[int64]pair{}
	}
	if s.Events == 0 || e.Time.Before(s.From) {
		s.From = e.Time
	}
	if e.Time.After(s.To) {
		s.To = e.Time
	}
	s.Events++
	of := s.byEvent[e.Event]
	if of == nil {
		of = &sample{}
		s.byEvent[e.Event] = of
	}
	of.ms = append(of.ms, e.MS)
	minute := s.minutes[e.Time.Unix()/60]
	minute.all++
	if e.Refused {
		s.Refused++
		of.refused++
		minute.refused++
	}
	s.minutes[e.Time.Unix()/60] = minute
	if len(e.Errors) > 0 {
		s.Failed++
		of.failed++
	}
	for _, said := range e.Said {
		s.said[said]++
	}
	for _, said := range e.Would {
		s.said["would "+said]++
	}
	for i, h := range e.Hooks {
		s.ran[h.Hook]++
		if len(e.Took) == len(e.Hooks) {
			s.took[h.Hook] = append(s.took[h.Hook], e.Took[i])
		}
		for j, n := range h.Rules {
			s.held[keyOf(h.Hook, h.ID(j), n)]++
		}
	}
}

// A Report is Stats in an order for people.
type Report struct {
	*Stats
	ByEvent []EventReport `json:"byEvent"` // most frequent first
	Said    []SaidReport  `json:"said"`    // most frequent first
	Hooks   []HookReport  `json:"hooks"`   // in the rules' order
	Never   []RuleReport  `json:"never"`   // own rules that never held, in the rules' order
}

// An EventReport has the counts of an event, and how long its hooks took.
type EventReport struct {
	Event   string  `json:"event"`
	Count   int     `json:"count"`
	Refused int     `json:"refused"`
	Failed  int     `json:"failed"`
	P50     float64 `json:"p50"` // milliseconds, like the others
	P95     float64 `json:"p95"`
	Max     float64 `json:"max"`
}

// A SaidReport is how often an output was used.
type SaidReport struct {
	Output string `json:"output"`
	Count  int    `json:"count"`
}

// A HookReport is how often a hook ran and each of its rules held, and how long it took.
type HookReport struct {
	Hook  string       `json:"hook"`
	Ran   int          `json:"ran"`
	P50   float64      `json:"p50,omitzero"` // milliseconds, like the other
	P95   float64      `json:"p95,omitzero"`
	Rules []RuleReport `json:"rules"`
}

// A RuleReport is how often a rule held.
type RuleReport struct {
	Hook string   `json:"hook"`
	Rule int      `json:"rule"` // number from 1
	ID   string   `json:"id,omitempty"`
	Pos  plan.Pos `json:"pos"`
	Doc  string   `json:"doc,omitempty"`
	Held int      `json:"held"`
	Own  bool     `json:"own"` // its user can change it: it isn't from a pack
}

// Report matches the statistics with the rules of a plan. It knows rules by their id, or else by
// their number in the hook, which may mean another rule in entries from before the hook changed.
// Rules in files for which own is true are the user's.
func (s *Stats) Report(p *plan.Plan, own func(file string) bool) Report {
	r := s.ofEvents()
	seen := map[string]bool{}
	for _, event := range slices.Sorted(maps.Keys(p.Events)) {
		for _, h := range p.Events[event].Hooks {
			if seen[h.Name] { // it is on several events
				continue
			}
			seen[h.Name] = true
			hr := s.hook(h.Name)
			for i, rule := range h.Rules {
				rr := RuleReport{Hook: h.Name, Rule: i + 1, ID: rule.ID, Pos: rule.Pos, Doc: rule.Doc, Held: s.held[keyOf(h.Name, rule.ID, i+1)], Own: own(rule.Pos.File)}
				hr.Rules = append(hr.Rules, rr)
				if rr.Held == 0 && rr.Own {
					r.Never = append(r.Never, rr)
				}
			}
			r.Hooks = append(r.Hooks, hr)
		}
	}
	return r
}

// Recorded is Report without a plan that says which rules there are: it has the hooks that ran and
// the rules that held, by name, and no rules that never held.
func (s *Stats) Recorded() Report {
	r := s.ofEvents()
	held := slices.SortedFunc(maps.Keys(s.held), func(a, b ruleKey) int {
		return cmp.Or(cmp.Compare(a.rule, b.rule), cmp.Compare(a.id, b.id))
	})
	for _, name := range slices.Sorted(maps.Keys(s.ran)) {
		hr := s.hook(name)
		for _, key := range held {
			if key.hook == name {
				hr.Rules = append(hr.Rules, RuleReport{Hook: name, Rule: key.rule, ID: key.id, Held: s.held[key]})
			}
		}
		r.Hooks = append(r.Hooks, hr)
	}
	return r
}

// ofEvents is the part of a report that needs no rules.
func (s *Stats) ofEvents() Report {
	r := Report{Stats: s, ByEvent: []EventReport{}, Said: []SaidReport{}, Hooks: []HookReport{}, Never: []RuleReport{}}
	for name, of := range s.byEvent {
		slices.Sort(of.ms)
		r.ByEvent = append(r.ByEvent, EventReport{name, len(of.ms), of.refused, of.failed, at(of.ms, 50), at(of.ms, 95), at(of.ms, 100)})
	}
	slices.SortFunc(r.ByEvent, func(a, b EventReport) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.Event, b.Event)) })
	for output, n := range s.said {
		r.Said = append(r.Said, SaidReport{output, n})
	}
	slices.SortFunc(r.Said, func(a, b SaidReport) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.Output, b.Output)) })
	return r
}

// hook returns how often a hook ran, and how long it took.
func (s *Stats) hook(name string) HookReport {
	r := HookReport{Hook: name, Ran: s.ran[name], Rules: []RuleReport{}}
	if ms := s.took[name]; len(ms) > 0 {
		slices.Sort(ms)
		r.P50, r.P95 = at(ms, 50), at(ms, 95)
	}
	return r
}

// Slowest returns the hooks that took longest, of any rules, at most n.
func (s *Stats) Slowest(n int) (all []HookReport) {
	for _, name := range slices.Sorted(maps.Keys(s.took)) {
		all = append(all, s.hook(name))
	}
	slices.SortStableFunc(all, func(a, b HookReport) int { return cmp.Compare(b.P95, a.P95) })
	return all[:min(n, len(all))]
}

// at returns the percentile of sorted values.
func at(sorted []float64, percent int) float64 {
	return sorted[(len(sorted)*percent+99)/100-1]
}

// Series divides the time covered into at most n equal spans, and returns the number of events and
// of refusals in each, and the length of a span.
func (s *Stats) Series(n int) (all, refused []float64, span time.Duration) {
	first, last := s.From.Unix()/60, s.To.Unix()/60
	per := (last-first)/int64(n) + 1 // in minutes
	size := int((last-first)/per) + 1
	all, refused = make([]float64, size), make([]float64, size)
	for minute, p := range s.minutes {
		all[(minute-first)/per] += float64(p.all)
		refused[(minute-first)/per] += float64(p.refused)
	}
	return all, refused, time.Duration(per) * time.Minute
}
