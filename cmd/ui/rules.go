package ui

import (
	"cmp"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcrules.dev/cmd/log"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/plan"
)

// days is how far back it is counted how often rules held.
const days = 30

// A rulesPage is the hooks in force by event.
type rulesPage struct {
	frame
	*Look
	Events  []eventView
	Faults  []excerpt
	Rules   int // of all hooks
	Own     int // those of them that their user may change
	Shown   int // those that are not left out
	Never   int // that never held
	Idle    int // those of them that their user may change
	Counted log.Report
	Days    int
	Since   time.Time
	Only    string // which alone: "own" and "1" for all that never held, "" for no matter which
	Text    string
	Anew    bool // it is some time ago that the rules were looked at, and it is being done again
}

// An eventView is an event with the hooks on it.
type eventView struct {
	Name  string
	Hooks []hookView
}

// A hookView is a hook, with its rules at the first of its events.
type hookView struct {
	Hook
	Place     place
	Ran       int
	First     string // the event at which its rules are shown, "" if that is here
	Rules     []ruleView
	Every     bool // none of its rules is left out
	Unwritten bool
}

// A ruleView is a rule with what the log has of it.
type ruleView struct {
	Rule
	Hook  string // where that is not said above
	Place place
	Held  int
	P50   float64
	Never bool // and it is one that acts
	Open  bool // it is shown unfolded
}

// An excerpt is a line of a rule file with what was found there.
type excerpt struct {
	show.Finding
	Place place
	Line  *line // nil where it can't be read
}

// showRules shows the hooks in force by event, with what vet says of them.
func (s *Server) showRules(w http.ResponseWriter, r *http.Request) {
	look, err := s.looks.get(r.Context(), s)
	if err != nil {
		s.rendered(w, http.StatusOK, "trouble", troublePage{s.frame("rules", "Rules"), err.Error()})
		return
	}
	q := r.URL.Query()
	p := rulesPage{frame: s.frame("rules", "Rules"), Look: look, Days: days, Only: q.Get("never"), Text: strings.TrimSpace(q.Get("text"))}
	p.Anew = look.old()
	p.Since = time.Now().AddDate(0, 0, -days)
	p.Counted = s.count(look, p.Since)
	s.excerpts(&p)
	s.group(&p)
	s.render(w, "rules", p)
}

// count counts what the log has of the rules that a look is of, as "bcrules stats" does.
func (s *Server) count(look *Look, since time.Time) log.Report {
	wanted := log.Filter{Rules: strings.Join(look.Layers, " and "), Since: since}
	var stats log.Stats
	if s.kept != nil {
		all, _ := s.kept.now()
		for _, d := range all {
			if e := d.whole(); wanted.Wants(&e) {
				stats.Add(&e)
			}
		}
	}
	p := &plan.Plan{Events: map[string]*plan.Agenda{"": {}}} // each hook once, in its order
	for _, h := range look.Hooks {
		as := plan.Hook{Name: h.Name}
		for _, r := range h.Has {
			as.Rules = append(as.Rules, plan.Rule{ID: r.ID, Doc: r.Doc, Pos: r.Pos})
		}
		p.Events[""].Hooks = append(p.Events[""].Hooks, as)
	}
	return stats.Report(p, filepath.IsAbs)
}

// excerpts adds what vet found, with the lines it is about.
func (s *Server) excerpts(p *rulesPage) {
	for _, f := range p.Findings {
		file := s.whole(f.File)
		x := excerpt{Finding: f, Place: s.placeOf(file, f.Line, f.Col)}
		if source, err := read(file); err == nil {
			if lines := marked(source, []show.Finding{f}); f.Line > 0 && f.Line <= len(lines) {
				x.Line = &lines[f.Line-1]
			}
		}
		p.Faults = append(p.Faults, x)
	}
}

// group adds the events with their hooks, without what the reader left out.
func (s *Server) group(p *rulesPage) {
	at, first := map[string]int{}, map[string]string{}
	for i, h := range p.Hooks {
		v := s.hookView(p, h, p.Counted.Hooks[i])
		if (p.Only != "" || p.Text != "") && len(v.Rules) == 0 && !v.Unwritten {
			continue
		}
		for _, on := range h.On {
			if _, ok := at[on]; !ok {
				at[on] = len(p.Events)
				p.Events = append(p.Events, eventView{Name: on})
			}
			e := &p.Events[at[on]]
			v.First = first[h.Name]
			e.Hooks = append(e.Hooks, v)
			first[h.Name] = cmp.Or(first[h.Name], on)
		}
	}
	slices.SortStableFunc(p.Events, func(a, b eventView) int { return cmp.Compare(a.Name, b.Name) })
	p.reorder(first)
}

// reorder has the rules of each hook at the first event as they are shown.
func (p *rulesPage) reorder(first map[string]string) {
	clear(first)
	for i := range p.Events {
		for j := range p.Events[i].Hooks {
			h := &p.Events[i].Hooks[j]
			if h.First = first[h.Name]; h.First == "" {
				first[h.Name] = p.Events[i].Name
			}
		}
	}
}

// hookView returns a hook with those of its rules that are wanted.
func (s *Server) hookView(p *rulesPage, h Hook, counted log.HookReport) hookView {
	v := hookView{Hook: h, Place: s.placeOf(h.At.File, h.At.Line, h.At.Col), Ran: counted.Ran}
	for i, r := range h.Has {
		c := counted.Rules[i]
		rule := ruleView{Rule: r, Place: s.placeOf(r.Pos.File, r.Pos.Line, r.Pos.Col), Held: c.Held, P50: c.P50}
		rule.Never = c.Held == 0 && h.State == "on" && s.site == nil
		p.Rules++
		if rule.Never {
			p.Never++
		}
		if rule.Own {
			p.Own++
		}
		if rule.Own && rule.Never {
			p.Idle++
		}
		if p.Only != "" && !rule.Never || p.Only == "own" && !rule.Own || !p.wants(h, r) {
			continue
		}
		p.Shown++
		v.Rules = append(v.Rules, rule)
	}
	v.Unwritten = len(h.Has) == 0 && p.Only == "" && p.wants(h, Rule{})
	return v
}

// wants reports whether a rule has the text that the reader looks for.
func (p *rulesPage) wants(h Hook, r Rule) bool {
	has := strings.ToLower(strings.Join([]string{h.Name, h.Doc, h.Match, r.ID, r.Doc, r.When, r.Each, r.Match}, "\n"))
	return strings.Contains(has, strings.ToLower(p.Text))
}
