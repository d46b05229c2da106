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

// perPage is the number of decisions on a page. The page shows the durations of mostSlow hooks,
// over the last mostTimed decisions.
const perPage, mostSlow, mostTimed = 100, 12, 10_000

// A query selects decisions. Its fields are those of the page's form.
type query struct {
	log.Filter
	Back string // how far back, as entered: 1d, 90m, a date
	Text string // text that the log's line of a decision contains
	text string // Text in lower case

	shared map[*journal.Entry]bool // whether the shared part of an entry contains the text
	time   [len(time.RFC3339)]byte
}

// texts returns the query's text fields by their names in the form.
func (q *query) texts() map[string]*string {
	return map[string]*string{"session": &q.Session, "agent": &q.Agent, "hook": &q.Hook, "rule": &q.Rule, "event": &q.Event,
		"said": &q.Said, "rules": &q.Rules, "machine": &q.Machine, "user": &q.User, "since": &q.Back, "text": &q.Text}
}

func (q *query) flags() map[string]*bool {
	return map[string]*bool{"refused": &q.Refused, "errors": &q.Errors}
}

// queryOf decodes a form.
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

// wants reports whether the query selects a decision.
func (q *query) wants(d *decision) bool {
	e := d.full()
	if !q.Wants(&e) {
		return false
	}
	if len(q.text) == 0 {
		return true
	}
	return q.has(d)
}

// has reports whether the log's line of a decision contains the text. The part that lines share is
// searched once.
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

// Values encodes the query as a form, for addresses.
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

// A choice is an active filter, and the address without it.
type choice struct {
	Text    string
	Without template.URL
}

// chosen returns the active filters.
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

// A decisionsPage is a list of decisions, the latest first.
type decisionsPage struct {
	frame
	Query  query
	Rows   []row
	All    int          // number of decisions in the log
	Before int          // the page shows decisions with smaller numbers; 0 for the latest
	Older  template.URL // address of the next page, "" if this is the last
	Stream template.URL // address of new decisions
	Agents []string     // choices in the form, as the next five fields are
	Events []string
	Hooks  []string
	Saids  []string
	// Both are empty unless there are many machines.
	Machines, Users []string
	Slowest         []log.HookReport // the slowest hooks in the selected decisions
	Chosen          []choice         // active filters
}

// A row is a decision in a list.
type row struct {
	*decision
	answer.Decision
	Many bool // there are many machines
}

func (s *Server) rowOf(d *decision) row { return row{d, answer.Logged(d.Entry), s.Many} }

// Silent returns the number of hooks that had no rule that held.
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
	p.choices(all, s.Many)
	var counted log.Stats
	for i := len(all) - 1; i >= 0; i-- {
		d := all[i]
		if !q.wants(d) {
			continue
		}
		if counted.Events < mostTimed {
			e := d.full()
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
		p.Rows = append(p.Rows, s.rowOf(d))
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

// About describes the event's subject: the main input of the tool if the log has it, else the
// subject that the decision records.
func (d *decision) About() string {
	event, _ := d.inputs()
	return cmp.Or(gist(show.Printable(answer.Asks(event))), d.Subject)
}

// Commands returns commands that say more about a decision; none for a silent one.
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

// choices fills in the form's choices from the log.
func (p *decisionsPage) choices(all []*decision, many bool) {
	agents, events, hooks, saids := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	machines, users := map[string]bool{}, map[string]bool{}
	for _, d := range all {
		agents[log.Agent(d.Entry)], events[d.Event] = true, true
		for _, h := range d.Hooks {
			hooks[h.Hook] = true
		}
		for _, said := range d.Said {
			saids[answer.Word(said)] = true
		}
		if many {
			machines[d.Machine], users[d.User] = true, true
		}
	}
	choices := map[*[]string]map[string]bool{&p.Agents: agents, &p.Events: events, &p.Hooks: hooks, &p.Saids: saids, &p.Machines: machines, &p.Users: users}
	for to, of := range choices {
		delete(of, "")
		*to = slices.Sorted(maps.Keys(of))
	}
}
