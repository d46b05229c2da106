package effects

import (
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A web is what a reader knows of addresses, and of the clients that ask things of them.
type web struct {
	clients   map[string]string  // addresses that clients have, by their names
	addresses map[string]string  // of names, as far as they are known
	objects   map[string]request // what objects that are options say
	client    *string            // address of the client that the last expression made
	latest    string             // of the client made last
	wrapped   string             // address of a request whose method is given to the function it is in
	ahead     bool               // the code is looked through for names first
}

// assigned gives a name its value, which is next.
func (r *reader) assigned(name string) {
	at := r.at
	r.client = nil
	if r.next(0) == '{' {
		r.literal(name)
		return
	}
	switch v := r.expression(); {
	case r.client != nil:
		r.remember(name, *r.client)
	case v != nil && allKnown(v):
		r.values[name] = v
	default:
		r.gives(name, v, at)
	}
}

// address returns a value as an address: with what is known of the names in it.
func (r *reader) address(v []word) string {
	if len(v) == 0 {
		return "$(…)"
	}
	return r.filled(v[0].Text)
}

// filled returns a text with the values of the names in it, as far as they are known.
func (r *reader) filled(text string) string {
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
		b.WriteString(r.valueOf(name))
	}
	return b.String() + text
}

const (
	maxAddress = 2 << 10 // bytes of an address that is put together
	nearby     = 32      // tokens that a call's arguments, or a value, are looked through
)

// cutName cuts ${name}, or the variable of Perl, PHP or Julia that a text begins with.
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

// valueOf returns what is known of a name, or the name as one that is not known.
func (r *reader) valueOf(name string) string {
	for _, n := range [...]string{name, "$" + name} {
		if v := r.values[n]; len(v) == 1 {
			return v[0].Text
		}
		if text, ok := r.addresses[n]; ok {
			return text
		}
	}
	return "${" + name + "}"
}

// gives takes a name to stand for the address that its value holds, which begins at a
// token: what is known of it, or one that stands in it, such as a default.
func (r *reader) gives(name string, v []word, at int) {
	text := ""
	if len(v) == 1 && !programs.Opaque(v[0].Text) && strings.Contains(v[0].Text, "/") {
		text = r.filled(v[0].Text)
	}
	depth := 0
	for _, t := range r.list[at:min(len(r.list), at+nearby)] {
		switch t.kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if text != "" || depth < 0 || depth == 0 && t.kind == ';' {
			break
		}
		if t.kind == 's' && strings.Contains(t.text, "://") {
			text = r.filled(t.text)
		}
	}
	if text != "" {
		if r.addresses == nil {
			r.addresses = map[string]string{}
		}
		r.addresses[name] = text
	}
}
