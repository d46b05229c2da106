package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A web remembers the requests that a reader read last.
type web struct {
	client  *string // address of the client that the last expression made; nil for none
	latest  string  // address of the client made last
	wrapped string  // address of a request whose method is a parameter of the function around it
	ahead   bool    // loops are read ahead: record no requests
}

// assigned reads the next value and assigns it to a name.
func (r *reader) assigned(name string) {
	at := r.at
	r.client = nil
	delete(r.each, name)
	if full := r.known[name]; r.next(0) != 'n' || r.list[r.at].text != full || r.next(1) == '(' {
		delete(r.known, name)
	}
	if r.standsFor(name) {
		return
	}
	if r.next(0) == '{' {
		r.literal(name)
		return
	}
	v := r.expression()
	if len(v) == 1 && r.next(0) == 'n' && r.list[r.at].text == "if" && strings.Contains(v[0].Text, "://") {
		v = nil // the value after else may hold instead
	}
	switch {
	case r.client != nil:
		r.remember(name, *r.client)
	case v != nil && allKnown(v):
		r.values[name] = v
	case r.l.has("foreign", r.own(r.list[min(at, len(r.list)-1)].text)):
		if r.known == nil {
			r.known = map[string]string{}
		}
		r.known[name] = r.own(r.list[at].text)
	default:
		r.gives(name, v, at)
	}
}

// address returns a value as an address, with the names in it replaced by their known values.
func (s *scope) address(v []word) string {
	if len(v) == 0 {
		return "$(…)"
	}
	return s.filled(v[0].Text)
}

// filled returns a text with the names in it replaced by their known values.
func (s *scope) filled(text string) string {
	var b strings.Builder
	for text != "" {
		i := strings.IndexByte(text, '$')
		if i < 0 || b.Len() > maxAddress {
			break
		}
		b.WriteString(text[:i])
		text = text[i:]
		name, rest := cutName(text)
		if name == "" {
			b.WriteString("$")
			text = text[1:]
			continue
		}
		text = rest
		b.WriteString(s.valueOf(name))
	}
	return b.String() + text
}

const (
	maxAddress = 2 << 10 // bytes of an address that is composed
	nearby     = 32      // tokens of a call's arguments, or of a value, that are examined
)

// cutName returns the name of the variable that a text begins with, and the rest of the text. The
// variable is ${name}, or one of Perl, PHP or Julia.
func cutName(text string) (name, rest string) {
	if strings.HasPrefix(text, "${") {
		if end := strings.IndexByte(text, '}'); end > 0 {
			return text[2:end], text[end+1:]
		}
		return "", text
	}
	end := 1
	for end < len(text) && (letter(text[end]) || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	name, rest = text[1:end], text[end:]
	for strings.HasPrefix(rest, "->") || strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "[") { // $u->{id}
		rest = strings.TrimPrefix(rest, "->")
		shut := strings.IndexAny(rest, "]}")
		if shut < 0 || strings.IndexAny(rest, "{[") != 0 {
			break
		}
		name, rest = "…", rest[shut+1:]
	}
	return name, rest
}

// valueOf returns the constant or address that a name stands for, ${name} if it isn't known.
func (s *scope) valueOf(name string) string {
	for _, n := range [...]string{name, "$" + name} {
		if v := s.values[n]; len(v) == 1 {
			return v[0].Text
		}
		if text, ok := s.addresses[n]; ok {
			return text
		}
	}
	return "${" + name + "}"
}

// gives records the address that a name's value is or contains, such as a default. It forgets the
// name's earlier address if there is none. The value begins at a token.
func (r *reader) gives(name string, v []word, at int) {
	text := r.standing(at, len(r.list))
	if len(v) == 1 {
		if own := r.filled(v[0].Text); strings.Contains(own, "://") || text == "" && !programs.Opaque(own) && strings.Contains(own, "/") {
			text = own
		}
	}
	if text != "" {
		r.names(name, text)
	} else {
		delete(r.addresses, name)
	}
}

// standing returns the address in the value that begins at a token: a literal, or the known address
// of a name, such as base in "%s/users" % base. It returns "" if there are several.
func (r *reader) standing(at, end int) (address string) {
	depth := 0
	for _, t := range r.list[at:min(end, at+nearby, len(r.list))] {
		switch t.kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case 's', 'n':
			text := t.text
			if t.kind == 'n' {
				text = "${" + text + "}"
			}
			if text = r.filled(text); !strings.Contains(text, "://") {
				continue
			}
			if address != "" && address != text {
				return ""
			}
			address = text
		}
		if depth < 0 || depth == 0 && t.kind == ';' {
			return address
		}
	}
	return address
}

// names records the address that a name stands for.
func (s *scope) names(name, address string) {
	if s.addresses == nil {
		s.addresses = map[string]string{}
	}
	s.addresses[name] = address
}

// given records addresses that are written beside names: defaults of parameters, such as base in
// f(base="http://localhost"), named arguments, and the values of loops. A name with several
// addresses has no known one.
func (r *reader) given() {
	for i := 0; i+3 < len(r.list); i++ {
		l := r.list[i:]
		value := l[2]
		if l[1].text == "in" || l[1].text == "of" { // for base in ["http://…"
			value = l[3]
		} else if l[1].kind != '=' {
			continue
		}
		if l[0].kind != 'n' || value.kind != 's' || !strings.Contains(value.text, "://") || !r.step() {
			continue
		}
		text := value.text
		if other, ok := r.addresses[l[0].text]; ok && other != text {
			text = "${" + l[0].text + "}"
		}
		r.names(l[0].text, text)
	}
}
