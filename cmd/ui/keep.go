package ui

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net/http"
	"sync"
)

// A keepPage asks whether to save a trial to the named files, or says that it was saved.
type keepPage struct {
	frame
	Tried
	Nonce string // identifies the question, "" for none
}

// An asking is a question that can be answered once, so that exactly what was shown is written.
type asking struct {
	mu    sync.Mutex
	nonce string
	trial Trial
}

var errAnswered = errors.New("found another question or none, want the one that was asked last: what is to be written is shown first")

// pose keeps a trial until its question is answered or another one is posed.
func (a *asking) pose(t Trial) (nonce string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.nonce, a.trial = rand.Text(), t
	return a.nonce
}

// answered returns the trial whose question is answered.
func (a *asking) answered(nonce string) (t Trial, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.nonce == "" || subtle.ConstantTimeCompare([]byte(a.nonce), []byte(nonce)) != 1 {
		return t, errAnswered
	}
	t, a.nonce = a.trial, ""
	return t, nil
}

// keep shows the files that a trial would write and asks; given the nonce of the question, it
// writes them.
func (s *Server) keep(ctx context.Context, w http.ResponseWriter, t Trial, nonce string) {
	if nonce != "" {
		var err error
		if t, err = s.asking.answered(nonce); err != nil {
			s.refused(w, http.StatusConflict, err)
			return
		}
		t.Write = true
	}
	p := keepPage{frame: s.frame("playground", "Save")}
	if err := s.asks(ctx, t, &p.Tried); err != nil {
		s.refused(w, http.StatusInternalServerError, err)
		return
	}
	if p.Refused == "" && nonce == "" {
		p.Nonce = s.asking.pose(t)
	}
	s.render(w, "keep", p)
}
