package ui

import (
	"net/http"
	"time"
)

// mostMoments is how many decisions of a session are shown, the last ones.
const mostMoments = 2000

// A sessionPage is a session as a line of time.
type sessionPage struct {
	frame
	Session  string
	Projects []string
	Moments  []moment
	Left     int // earlier ones that are not shown
	Refused  int
	Took     time.Duration // from the first to the last
}

// A moment is a decision with how long it came after the one before it.
type moment struct {
	row
	Gap time.Duration // 0 if that is not worth saying
}

// longGap is after how long without an event that is said.
const longGap = 30 * time.Second

// showSession shows the events of a session in their order.
func (s *Server) showSession(w http.ResponseWriter, r *http.Request) {
	p := sessionPage{frame: s.frame("decisions", "Session"), Session: r.URL.Query().Get("id")}
	projects := map[string]bool{}
	all, _ := s.kept.now()
	for _, d := range all {
		if d.Session != p.Session {
			continue
		}
		m := moment{row: rowOf(d)}
		if n := len(p.Moments); n > 0 {
			if gap := d.Time.Sub(p.Moments[n-1].Time).Round(time.Second); gap >= longGap {
				m.Gap = gap
			}
		}
		if d.Refused {
			p.Refused++
		}
		if d.Project != "" && !projects[d.Project] {
			projects[d.Project] = true
			p.Projects = append(p.Projects, d.Project)
		}
		p.Moments = append(p.Moments, m)
	}
	if n := len(p.Moments); n > 0 {
		p.Took = p.Moments[n-1].Time.Sub(p.Moments[0].Time).Round(time.Second)
	}
	if p.Left = max(0, len(p.Moments)-mostMoments); p.Left > 0 {
		p.Moments = p.Moments[p.Left:]
	}
	s.render(w, "session", p)
}
