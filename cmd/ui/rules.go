package ui

import (
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bcrules.dev/cmd/log"
	"bcrules.dev/cmd/show"
	"bcrules.dev/engine/plan"
)

// A rulesPage is the rules in force: a person's own first, then those of packs, which are folded.
type rulesPage struct {
	frame
	*Look
	Groups  []group
	Faults  []excerpt
	Rules   int        // of all hooks
	Own     int        // those of them that their user may change
	Shown   int        // those that are not left out
	Never   int        // that never held, of packs among them
	Counted log.Report // what "bcrules stats" says of the same rules and the same log
	Only    string     // which alone: "own" and "1" for all that never held, "" for no matter which
	Text    string
	Anew    bool // it is some time ago that the rules were looked at, and it is being done again
}

// A group is the hooks of a layer or of a pack.
type group struct {
	Name  string
	ID    string // in addresses
	Pack  bool
	Hooks []hookView
	Rules int
	Held  int // of the rules how many did
	Open  bool
}

// A hookView is a hook with those of its rules that are wanted.
type hookView struct {
	Hook
	Place     place
	Counted   log.HookReport
	Rules     []ruleView
	Unwritten bool
}

// A ruleView is a rule with what the log has of it.
type ruleView struct {
	Rule
	Hook  string // where that is not said above
	Place place
	Held  int
	Never bool
	Open  bool // it is shown unfolded
}

// An excerpt is a line of a rule file with what was found there.
type excerpt struct {
	show.Finding
	Place place
	Line  *line // nil where it can't be read
}

// showRules shows the rules in force, with what vet says of them.
func (s *Server) showRules(w http.ResponseWriter, r *http.Request) {
	look, err := s.looks.get(r.Context(), s)
	if err != nil {
		s.rendered(w, http.StatusOK, "trouble", troublePage{s.frame("rules", "Rules"), err.Error()})
		return
	}
	q := r.URL.Query()
	s.render(w, "rules", s.rulesPage(look, q.Get("never"), strings.TrimSpace(q.Get("text"))))
}

// rulesPage returns the page of a look with those rules that are wanted.
func (s *Server) rulesPage(look *Look, only, text string) *rulesPage {
	p := &rulesPage{frame: s.frame("rules", "Rules"), Look: look, Only: only, Text: text, Anew: look.old(), Counted: s.count(look)}
	s.excerpts(p)
	for i, h := range look.Hooks {
		s.add(p, h, p.Counted.Hooks[i])
	}
	slices.SortStableFunc(p.Groups, func(a, b group) int { return order(a.Pack) - order(b.Pack) })
	return p
}

func order(last bool) int {
	if last {
		return 1
	}
	return 0
}

// count counts what the log has of the rules that a look is of.
func (s *Server) count(look *Look) log.Report {
	wanted := log.Filter{Rules: look.Label()}
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

// Label is what the log calls the rules of a look.
func (look *Look) Label() string { return strings.Join(look.Layers, " and ") }

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

// groups are what the layers of people are called, but for those of a command line.
var groups = map[string]string{"project": "This project's", "user": "Yours, in every project"}

// add adds a hook to its group with those of its rules that are wanted, unless there are none.
func (s *Server) add(p *rulesPage, h Hook, counted log.HookReport) {
	v := hookView{Hook: h, Place: s.placeOf(h.At.File, h.At.Line, h.At.Col), Counted: counted}
	held := 0
	for i, r := range h.Has {
		c := counted.Rules[i]
		rule := ruleView{Rule: r, Place: s.placeOf(r.Pos.File, r.Pos.Line, r.Pos.Col), Held: c.Held, Never: c.Held == 0 && s.site == nil}
		p.Rules++
		p.Own += order(r.Own)
		p.Never += order(rule.Never)
		if p.Only != "" && !rule.Never || p.Only == "own" && !r.Own || !p.wants(h, r) {
			continue
		}
		held += order(c.Held > 0)
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

// wants reports whether a rule has the text that the reader looks for.
func (p *rulesPage) wants(h Hook, r Rule) bool {
	has := strings.ToLower(strings.Join([]string{h.Name, h.Doc, h.Match, r.ID, r.Doc, r.When, r.Each, r.Match}, "\n"))
	return strings.Contains(has, strings.ToLower(p.Text))
}
