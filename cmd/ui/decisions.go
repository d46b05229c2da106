package ui

import (
	"cmp"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/log"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/journal"
	"bcrules.dev/engine/plan"
)

// perPage is how many decisions a page has; mostSlow is of how many hooks it says how long they took, at
// the last mostTimed decisions.
const perPage, mostSlow, mostTimed = 100, 12, 10_000

// A query says which decisions are wanted. Its fields are those of the form.
type query struct {
	log.Filter
	Back string // how far back, as people say it: 1d, 90m, a date
	Text string // in the line of the log
	text string // in small letters

	shared map[*journal.Entry]bool // whether it is in what entries share
	time   [len(time.RFC3339)]byte
}

// texts are the fields of the form that have a text, as flags has those that are set or not.
func (q *query) texts() map[string]*string {
	return map[string]*string{"session": &q.Session, "agent": &q.Agent, "hook": &q.Hook, "rule": &q.Rule, "event": &q.Event,
		"said": &q.Said, "rules": &q.Rules, "since": &q.Back, "text": &q.Text}
}

func (q *query) flags() map[string]*bool {
	return map[string]*bool{"refused": &q.Refused, "errors": &q.Errors}
}

// queryOf reads the form.
func queryOf(form url.Values) query {
	var q query
	for name, to := range q.texts() {
		*to = strings.TrimSpace(form.Get(name))
	}
	for name, to := range q.flags() {
		*to = form.Get(name) != ""
	}
	if since, err := log.Since(q.Back, time.Now()); err == nil {
		q.Since = since
	} else {
		q.Back = ""
	}
	q.text, q.shared = strings.ToLower(q.Text), map[*journal.Entry]bool{}
	return q
}

// wants reports whether a decision is wanted.
func (q *query) wants(d *decision) bool {
	e := d.whole()
	if !q.Wants(&e) {
		return false
	}
	if len(q.text) == 0 {
		return true
	}
	return q.has(d)
}

// has reports whether the text is in the line of a decision. What many lines share is looked
// into once.
func (q *query) has(d *decision) bool {
	if d.line != "" {
		return strings.Contains(strings.ToLower(d.line), q.text)
	}
	has, known := q.shared[d.Entry]
	if !known {
		_, says, _ := strings.Cut(string(d.Append(nil)), ",") // after the time
		has = strings.Contains(strings.ToLower(says), q.text)
		q.shared[d.Entry] = has
	}
	return has || strings.Contains(string(d.Time.UTC().AppendFormat(q.time[:0], time.RFC3339)), strings.ToUpper(q.text))
}

// Values are the form again, for addresses.
func (q query) Values() url.Values {
	v := url.Values{}
	for name, value := range q.texts() {
		if *value != "" {
			v.Set(name, *value)
		}
	}
	for name, set := range q.flags() {
		if *set {
			v.Set(name, "1")
		}
	}
	return v
}

// A choice is a filter that is set, and the address without it.
type choice struct {
	Text    string
	Without template.URL
}

// chosen returns the filters that are set.
func (q query) chosen() (all []choice) {
	values := q.Values()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		rest, text := maps.Clone(values), strings.Replace(name, "said", "decision", 1)
		delete(rest, name)
		if q.flags()[name] == nil {
			text += " " + values.Get(name)
		}
		all = append(all, choice{text, template.URL("decisions?" + rest.Encode())})
	}
	return all
}

// A decisionsPage is decisions, the latest first.
type decisionsPage struct {
	frame
	Query   query
	Rows    []row
	All     int          // that the log has
	Before  int          // the page begins below this number; 0 for the latest
	Older   template.URL // the next page, "" if this is the last
	Stream  template.URL // what comes
	Agents  []string     // for the form, as the others
	Events  []string
	Hooks   []string
	Saids   []string
	Slowest []log.HookReport // of those wanted
	Chosen  []choice         // the filters that are set
}

// A row is a decision in a list.
type row struct {
	*decision
	answer.Decision
}

func rowOf(d *decision) row { return row{d, answer.Logged(d.Entry)} }

// Silent is how many hooks there are of which no rule held.
func (r row) Silent() (n int) {
	for _, h := range r.Decision.Hooks {
		if len(h.Rules) == 0 {
			n++
		}
	}
	return n
}

// showDecisions shows a page of decisions.
func (s *Server) showDecisions(w http.ResponseWriter, r *http.Request) {
	form := r.URL.Query()
	q := queryOf(form)
	all, _ := s.kept.now()
	p := decisionsPage{frame: s.frame("decisions", "Decisions"), Query: q, All: len(all), Chosen: q.chosen()}
	p.Before, _ = strconv.Atoi(form.Get("before"))
	p.choices(all)
	var counted log.Stats
	for i := len(all) - 1; i >= 0; i-- {
		d := all[i]
		if !q.wants(d) {
			continue
		}
		if counted.Events < mostTimed {
			e := d.whole()
			counted.Add(&e)
		}
		if p.Before > 0 && d.N >= p.Before {
			continue
		}
		if len(p.Rows) == perPage {
			if p.Older == "" {
				v := q.Values()
				v.Set("before", strconv.Itoa(p.Rows[perPage-1].N))
				p.Older = template.URL("decisions?" + v.Encode())
			}
			continue
		}
		p.Rows = append(p.Rows, rowOf(d))
	}
	if p.Before == 0 {
		v := q.Values()
		v.Set("after", "0")
		if len(all) > 0 {
			v.Set("after", strconv.Itoa(all[len(all)-1].N))
		}
		p.Stream = template.URL("decisions/stream?" + v.Encode())
		p.Slowest = counted.Slowest(mostSlow)
	}
	s.render(w, "decisions", p)
}

// About is what the event is about in a few words: what the tool was called with, where the log
// holds it, or else the subject of what was decided.
func (d *decision) About() string {
	event, _ := d.inputs()
	return cmp.Or(gist(show.Printable(answer.Asks(event))), d.Subject)
}

// Commands are what else can be asked about a decision, of those that something was said at.
func (d *decision) Commands() (all []string) {
	name := cmp.Or(d.Call, plan.Stamp(d.Time))
	tone := answer.Logged(d.Entry).Tone()
	if tone == answer.Silent {
		return nil
	}
	if d.line != "" {
		all = append(all, "bcrules explain "+name)
		if tone == answer.Refused || tone == answer.Asked {
			all = append(all, "bcrules except "+name)
		}
	}
	return append(all, "bcrules test --from "+name)
}

// choices adds what the log has to choose from.
func (p *decisionsPage) choices(all []*decision) {
	agents, events, hooks, saids := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, d := range all {
		agents[log.Agent(d.Entry)], events[d.Event] = true, true
		for _, h := range d.Hooks {
			hooks[h.Hook] = true
		}
		for _, said := range d.Said {
			saids[answer.Word(said)] = true
		}
	}
	delete(events, "")
	for to, of := range map[*[]string]map[string]bool{&p.Agents: agents, &p.Events: events, &p.Hooks: hooks, &p.Saids: saids} {
		*to = slices.Sorted(maps.Keys(of))
	}
}
