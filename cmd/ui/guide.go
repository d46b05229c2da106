package ui

import (
	"net/http"

	"bcrules.dev/cmd/guide"
)

// A guidePage is the guide, all its pages one below another.
type guidePage struct {
	frame
	Pages []guide.Page
}

func (s *Server) guide() guidePage {
	return guidePage{s.frame("guide", "Guide"), guide.Pages()}
}

func (s *Server) showGuide(w http.ResponseWriter, r *http.Request) {
	s.render(w, "guide", s.guide())
}
