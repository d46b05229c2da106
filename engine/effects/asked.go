package effects

import (
	"cmp"
	"slices"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// connects records a client, whose name comes next.
func (r *reader) connects(q request) {
	base := cmp.Or(q.base, q.text)
	if base != "" && !strings.Contains(base, "://") && strings.IndexAny(base, "$/") != 0 {
		base = "http://" + base
	}
	r.client = &base
	r.latest = base
	if strings.Contains(base, "://") {
		r.network(base, "", false)
	}
}

// ask records a request, with its method and its host.
func (r *reader) ask(q request) {
	if q.on != "" && !q.told {
		if q.text != "" {
			r.remember(q.on, q.text)
			r.network(q.text, "", false)
		}
		return
	}
	text := cmp.Or(q.text, q.path)
	base := q.base
	if base == "" && !strings.Contains(text, "://") && !strings.HasPrefix(text, "$") {
		base = r.latest
	}
	if base != "" && !strings.Contains(text, "://") {
		if !strings.Contains(base, "://") && strings.IndexAny(base, "$/") != 0 {
			base = "http://" + base
		}
		text = strings.TrimSuffix(base, "/") + "/" + strings.TrimPrefix(text, "/")
	}
	if text == "" || r.ahead {
		return
	}
	method := strings.TrimSuffix(q.method, "?")
	switch {
	case q.told && method == "":
		r.wrapped = text
	case q.told:
	case q.data:
		method = "POST"
	case q.method == "" && !programs.Opaque(text):
		method = "GET"
	}
	r.network(text, method, q.data || method == "POST" || method == "PUT" || method == "PATCH")
}

// passes records a request made through a function of the code's own that gets the method as an
// argument: call("DELETE", "/users/1").
func (r *reader) passes(args []string) {
	if r.wrapped == "" || len(args) == 0 {
		return
	}
	i := slices.IndexFunc(args, func(text string) bool { return programs.Method(text) == text && text != "" })
	if i < 0 {
		return
	}
	base, path := r.wrapped, ""
	for _, text := range args {
		if strings.HasPrefix(text, "/") || strings.Contains(text, "://") {
			path = text
			break
		}
	}
	if at := strings.LastIndex(base, "${"); at > 0 && path != "" {
		base = base[:at]
	}
	if !strings.Contains(path, "://") {
		path = strings.TrimSuffix(base, "/") + path
	}
	r.network(path, args[i], args[i] != "GET" && args[i] != "DELETE")
}

// remember records a client's address under its name.
func (s *scope) remember(name, base string) {
	if s.clients == nil {
		s.clients = map[string]string{}
	}
	s.clients[name] = base
}
