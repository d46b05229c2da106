package ui

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"bcrules.dev/cmd/answer"
	"bcrules.dev/engine/plan"
)

// A decisionPage is a decision with everything that the log has about it.
type decisionPage struct {
	frame
	row
	Rules    []ruleView // rules that held, as they are now
	Sent     string     // the event as sent, "" if the log doesn't have it
	Replied  string
	Now      *view // how the rules as they are now answer the event
	Next     int   // the next decision of its session, 0 for none
	Previous int
}

var errGone = errors.New("found no such decision: the server was started anew, or the log has dropped it")

// A view is an answer as pages show it.
type view struct {
	answer.Answer
	s *Server // nil if files have no pages
}

// Place returns a position in the answer as a place.
func (v *view) Place(pos plan.Pos) place {
	if v.s == nil || pos.Line == 0 {
		return place{Text: pos.String()}
	}
	return v.s.placeOf(pos.File, pos.Line, pos.Col)
}

// showDecision shows a decision and, if the log has the event, how it is answered now.
func (s *Server) showDecision(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.URL.Query().Get("n"))
	d := s.kept.numbered(n)
	if d == nil {
		s.refused(w, http.StatusNotFound, errGone)
		return
	}
	p := decisionPage{frame: s.frame("decisions", "Decision"), row: s.rowOf(d)}
	p.neighbours(s)
	if look, err := s.looks.get(r.Context(), s); err == nil {
		p.Rules = s.heldNow(look, p.Held())
	}
	event, reply := d.inputs()
	p.Sent, p.Replied = indented(event), indented(reply)
	if event != nil && !s.Many { // another machine's projects aren't here
		p.Now = &view{s: s}
		if err := s.ask(r.Context(), string(event), &p.Now.Answer, append([]string{"explain", "--json"}, s.layers()...)...); err != nil {
			s.failed(w, err)
			return
		}
	}
	s.render(w, "decision", p)
}

// neighbours finds the previous and next decision of the session.
func (p *decisionPage) neighbours(s *Server) {
	all, _ := s.kept.now()
	for _, d := range all {
		switch {
		case d.Session != p.Session || d.Session == "":
		case d.N < p.N:
			p.Previous = d.N
		case d.N > p.N && p.Next == 0:
			p.Next = d.N
		}
	}
}

// heldNow returns rules that held as they are now.
func (s *Server) heldNow(look *Look, all []answer.Held) (views []ruleView) {
	for _, was := range all {
		for _, h := range look.Hooks {
			for _, r := range h.Has {
				if h.Name == was.Hook && (r.ID == was.Rule || r.ID == "" && strconv.Itoa(r.Number) == was.Rule) {
					views = append(views, ruleView{Rule: r, Hook: h.Name, Open: true, Place: s.placeOf(r.Pos.File, r.Pos.Line, r.Pos.Col)})
				}
			}
		}
	}
	return views
}

// indented returns JSON for display, "" if there is none.
func indented(data json.RawMessage) string {
	var b bytes.Buffer
	if len(data) == 0 || json.Indent(&b, data, "", "  ") != nil {
		return string(data)
	}
	return b.String()
}
