package ui

import (
	"crypto/subtle"
	"net/http"
	"strings"
)

// policy allows a page the files of this package and requests to this server, but nothing else: no
// inline code or style, no frame around the page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard admits requests that have the token and this server's own host name. A foreign page has
// neither: even if its name resolves to this address (DNS rebinding), the name differs, and its
// requests carry its origin.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // the token is in the address; with no referrer at all, forms of these pages would lack their origin
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		token, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch {
		case r.Host != s.host:
			http.Error(w, "found another host's name, want "+s.host, http.StatusForbidden)
		case !s.ours(r):
			http.Error(w, "found a request of another page, want one of this server's", http.StatusForbidden)
		case subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1:
			http.Error(w, "found no token in the address, want the one that bcrules ui printed", http.StatusForbidden)
		default:
			http.StripPrefix("/"+token, next).ServeHTTP(w, r)
		}
	})
}

// ours reports whether no foreign page made the request, as far as the browser tells; for form
// submissions it must tell. A link that a person follows from elsewhere is allowed.
func (s *Server) ours(r *http.Request) bool {
	looks := r.Method == http.MethodGet || r.Method == http.MethodHead
	if origin := r.Header.Get("Origin"); (origin != "" || !looks) && origin != "http://"+s.host {
		return false
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "" || site == "none" || site == "same-origin" || r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Method == http.MethodGet
}
