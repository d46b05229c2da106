package ui

import (
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/cmd/log"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/plan"
)

// A rulesPage shows the rules in force: the user's own first, then those of packs, folded.
type rulesPage struct {
	frame
	*Look
	Groups  []group
	Faults  []excerpt
	Rules   int        // number of rules in all hooks
	Own     int        // number of rules that the user may change
	Shown   int        // number of rules that pass the filters
	Never   int        // number of rules that never held, including those of packs
	Counted log.Report // as in "bcrules stats" for the same rules and log
	Only    string     // show rules that never held: "1" for all, "own" for own ones, "" for no filter
	Text    string
	Anew    bool // the look is old and being renewed
}

// A group is the hooks of a layer or of a pack.
type group struct {
	Name  string
	ID    string // in addresses
	Pack  bool
	Hooks []hookView
	Rules int
	Held  int // number of rules that held
	Open  bool
}

// A hookView is a hook with those of its rules that are shown.
type hookView struct {
	Hook
	Place     place
	Counted   log.HookReport
	Rules     []ruleView
	Unwritten bool
}

// A ruleView is a rule with its statistics.
type ruleView struct {
	Rule
	Hook  string // its hook, if not shown above
	Place place
	Held  int
	Never bool
	Open  bool // it is unfolded
}

// An excerpt is a line of a rule file with a finding.
type excerpt struct {
	show.Finding
	Place place
	Line  *line // nil if it can't be read
}

// showRules shows the rules in force with vet's findings.
func (s *Server) showRules(w http.ResponseWriter, r *http.Request) {
	look, err := s.looks.get(r.Context(), s)
	if err != nil {
		s.rendered(w, http.StatusOK, "trouble", troublePage{s.frame("rules", "Rules"), err.Error()})
		return
	}
	q := r.URL.Query()
	s.render(w, "rules", s.rulesPage(look, q.Get("never"), strings.TrimSpace(q.Get("text"))))
}

// rulesPage returns the page of a look, filtered.
func (s *Server) rulesPage(look *Look, only, text string) *rulesPage {
	p := &rulesPage{frame: s.frame("rules", "Rules"), Look: look, Only: only, Text: text, Anew: look.old(), Counted: s.count(look)}
	s.excerpts(p)
	for i, h := range look.Hooks {
		s.add(p, h, p.Counted.Hooks[i])
	}
	slices.SortStableFunc(p.Groups, func(a, b group) int { return answer.Order(a.Pack) - answer.Order(b.Pack) })
	return p
}

// count returns the log's statistics about a look's rules.
func (s *Server) count(look *Look) log.Report {
	wanted := log.Filter{Rules: look.Label()}
	if s.Many {
		wanted.Rules = "" // each machine has its own folders, but a hook's name is the same
	}
	var stats log.Stats
	if s.kept != nil {
		all, _ := s.kept.now()
		for _, d := range all {
			if e := d.full(); wanted.Wants(&e) {
				stats.Add(&e)
			}
		}
	}
	p := &plan.Plan{Events: map[string]*plan.Agenda{"": {}}} // each hook once, in order
	for _, h := range look.Hooks {
		as := plan.Hook{Name: h.Name}
		for _, r := range h.Has {
			as.Rules = append(as.Rules, plan.Rule{ID: r.ID, Doc: r.Doc, Pos: r.Pos})
		}
		p.Events[""].Hooks = append(p.Events[""].Hooks, as)
	}
	return stats.Report(p, filepath.IsAbs)
}

// Label returns the name that the log uses for the look's rules.
func (look *Look) Label() string { return strings.Join(look.Layers, " and ") }

// excerpts adds vet's findings with the lines they are about.
func (s *Server) excerpts(p *rulesPage) {
	for _, f := range p.Findings {
		file := s.fullName(f.File)
		x := excerpt{Finding: f, Place: s.placeOf(file, f.Line, f.Col)}
		if source, err := show.Source(file); err == nil {
			if lines := marked(source, []show.Finding{f}); f.Line > 0 && f.Line <= len(lines) {
				x.Line = &lines[f.Line-1]
			}
		}
		p.Faults = append(p.Faults, x)
	}
}

// groups maps owners to the titles of their layers; layers from the command line have none.
var groups = map[string]string{"organisation": "The organisation's", "project": "This project's", "user": "Yours, in every project"}

// add adds a hook to its group with the rules that pass the filters, unless there are none.
func (s *Server) add(p *rulesPage, h Hook, counted log.HookReport) {
	v := hookView{Hook: h, Place: s.placeOf(h.At.File, h.At.Line, h.At.Col), Counted: counted}
	held := 0
	for i, r := range h.Has {
		c := counted.Rules[i]
		rule := ruleView{Rule: r, Place: s.placeOf(r.Pos.File, r.Pos.Line, r.Pos.Col), Held: c.Held, Never: c.Held == 0 && s.site == nil}
		p.Rules++
		p.Own += answer.Order(r.Own)
		p.Never += answer.Order(rule.Never)
		if p.Only != "" && !rule.Never || p.Only == "own" && !r.Own || !p.wants(h, r) {
			continue
		}
		held += answer.Order(c.Held > 0)
		v.Rules = append(v.Rules, rule)
	}
	v.Unwritten = len(h.Has) == 0 && p.Only == "" && p.wants(h, Rule{})
	if len(v.Rules) == 0 && !v.Unwritten {
		return
	}
	p.Shown += len(v.Rules)
	g := group{Name: groups[h.Owner], ID: h.Owner}
	if g.Name == "" {
		name := path.Base(filepath.ToSlash(h.From))
		g = group{Name: name, ID: name, Pack: h.Owner == "pack"}
	}
	i := slices.IndexFunc(p.Groups, func(o group) bool { return o.ID == g.ID })
	if i < 0 {
		g.Open = !g.Pack || p.Only+p.Text != ""
		i, p.Groups = len(p.Groups), append(p.Groups, g)
	}
	at := &p.Groups[i]
	at.Hooks, at.Rules, at.Held = append(at.Hooks, v), at.Rules+len(v.Rules), at.Held+held
}

// wants reports whether a rule contains the searched text.
func (p *rulesPage) wants(h Hook, r Rule) bool {
	has := strings.ToLower(strings.Join([]string{h.Name, h.Doc, h.Match, r.ID, r.Doc, r.When, r.Each, r.Match}, "\n"))
	return strings.Contains(has, strings.ToLower(p.Text))
}
