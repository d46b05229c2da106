package effects

import (
	"cmp"
	"strings"

	"bcrules.dev/engine/effects/programs"
)

// A request is what code asks of a host over HTTP, as far as its call tells.
type request struct {
	method string // "" if not known, ? if only the call's arguments tell
	told   bool   // the call names a method, known or not
	base   string // the address that a path is joined to
	path   string // of the address, if it is given apart from it
	text   string // the address
	data   bool   // it sends data
	on     string // the client that is the first argument, as of curl_setopt
}

// request reads a call that asks something of a host, or makes a client; it returns false for any
// other name. base is the address of the client that it is called on, nil for none.
func (r *reader) request(name string, base *string) bool {
	does, method := r.l.does(name, r.imported), asked(name)
	if does != clients && does != asks && (method == "" || does != 0) {
		return false
	}
	switch open := r.next(0); {
	case open == '(' || r.l.has("calls", "alone") && (open == 's' || open == 'n') || does == clients && strings.HasSuffix(name, ".new"):
	default:
		return false
	}
	if does != clients && does != asks && base == nil {
		of := name[:max(0, strings.LastIndexByte(name, '.'))]
		d := r.l.does(of, r.imported)
		if address, ok := r.clients[of]; ok {
			base = &address
		} else if d != clients && d != asks && (!r.addressed() || r.defines(name)) {
			return false
		}
	}
	r.client = nil
	q := request{method: method, told: method != "" && method != "?"}
	if base != nil {
		q.base = *base
	}
	q.arguments(r)
	r.chain = name
	if does == clients {
		r.connects(q)
		return true
	}
	r.ask(q)
	return true
}

// asked returns the method that the last part of a call's name says, or the one before; ? if the
// arguments say it, "" if the name is none.
func asked(name string) string {
	for range 2 {
		dot := strings.LastIndexByte(name, '.')
		last := name[dot+1:]
		last = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(last, "Method"), "_form"), "Form")
		switch method := programs.Method(last); {
		case method != "":
			return method
		case last == "del":
			return "DELETE"
		case last == "request" || last == "stream" || last == "send":
			return "?"
		case last != "new" || dot < 0:
			return ""
		}
		name = name[:dot]
	}
	return ""
}

// addressed reports whether the first argument of the call ahead is an address, perhaps after a
// method: then a call that has the name of a method is a request.
func (r *reader) addressed() bool {
	i := r.at
	if i >= len(r.list) || r.list[i].kind != '(' {
		return false
	}
	for i++; i < len(r.list) && (r.list[i].kind == ';' || r.list[i].kind == ',' || programs.Method(r.list[i].text) != ""); i++ {
	}
	if i >= len(r.list) || r.list[i].kind != 's' && r.list[i].kind != 'n' {
		return false
	}
	text := r.list[i].text
	if r.list[i].kind == 'n' {
		text = "${" + text + "}"
	}
	method, path, _ := strings.Cut(text, " ")
	return strings.Contains(r.filled(text), "://") || programs.Method(method) == method && strings.HasPrefix(path, "/")
}

// defines reports whether the code itself defines a function of that name.
func (r *reader) defines(name string) bool {
	name = name[strings.LastIndexByte(name, '.')+1:]
	for i := 1; i < len(r.list) && r.step(); i++ {
		if r.list[i].text == name && r.list[i].kind == 'n' && r.l.has("defines", r.list[i-1].text) {
			return true
		}
	}
	return false
}

// arguments reads the arguments of a call: in parentheses, or without them up to the end of the
// line.
func (q *request) arguments(r *reader) {
	if r.next(0) == '(' {
		r.at++
		q.parts(r, 0)
		r.at++
	} else if r.l.has("calls", "alone") {
		q.parts(r, ';')
	}
}

// parts reads arguments, or the fields of an object among them, up to what closes them.
func (q *request) parts(r *reader, end byte) {
	if r.depth++; r.depth > maxDepth {
		r.sh.bound("")
		r.at = len(r.list)
	}
	defer func() { r.depth-- }()
	for r.at < len(r.list) && r.step() {
		at := r.at
		switch k := r.next(0); {
		case k == ')' || k == ']' || k == '}' || k == end:
			return
		case k == ';' || k == ',' || k == ':' || k == '*' || k == '.': // a line, a symbol, **options, ...options
			r.at++
			continue
		case r.keyed():
			q.option(r, r.list[at].text)
		case k == '{' || k == '[':
			into := q
			if q.whole() {
				into = &request{}
			}
			r.at++
			into.parts(r, 0)
			r.at++
		default:
			q.operand(r)
		}
		r.skip()
		if r.at == at {
			r.at++
		}
	}
}

// whole reports whether nothing is missing, so that an object that follows is data.
func (q *request) whole() bool { return q.told && q.text != "" }

// keyed reports whether the next argument has a name, and goes to its value.
func (r *reader) keyed() bool {
	if k := r.next(0); k != 'n' && k != 's' {
		return false
	}
	switch {
	case r.next(1) == ':' && r.next(2) != ':', r.next(1) == '=' && r.next(2) != '=' && r.next(2) != '>':
		r.at += 2
	case r.next(1) == '=' && r.next(2) == '>':
		r.at += 3
	default:
		return false
	}
	if r.next(0) == ':' { // of Ruby's symbols
		r.at++
	}
	return true
}

// option reads an argument with a name.
func (q *request) option(r *reader, key string) {
	method := r.constant()
	v := r.address(r.expression())
	method = cmp.Or(method, programs.Method(v))
	switch key = strings.ToLower(strings.TrimPrefix(key, "CURLOPT_")); key {
	case "method", "customrequest":
		q.method, q.told = method, true
	case "type":
		if method != "" {
			q.method, q.told = method, true
		}
	case "url", "uri":
		q.text = v
	case "base_url", "baseurl", "base_uri", "prefixurl", "hostname", "host":
		q.base = v
	case "path", "pathname":
		q.path = v
	case "data", "json", "body", "form", "form_params", "postfields", "payload", "content", "files":
		q.data = true
	default:
		if m := programs.Method(key); m != "" && m != "OPTIONS" { // HTTP::Request->new(DELETE => $url)
			q.method, q.told, q.text = m, true, v
		}
	}
}

// operand reads an argument without a name: a method, an address, a client, or an object of
// options.
func (q *request) operand(r *reader) {
	at, t := r.at, r.list[r.at]
	if method := r.constant(); method != "" && !q.told {
		q.method, q.told = method, true
		r.at++
		return
	}
	if t.kind == 'n' && !q.whole() {
		name := strings.TrimLeft(t.text, ".")
		if o, ok := r.objects[name]; ok {
			r.at++
			q.takes(o)
			return
		}
		if base, ok := r.clients[name]; ok && q.on == "" && q.text == "" {
			r.at++
			q.base, q.on = base, name
			return
		}
		if !q.told && (name == "method" || q.text != "" && q.method == "" && (r.next(1) == ')' || r.next(1) == ',')) {
			q.method, q.told = "", true // a parameter of the function around it: the method, or options
		}
	}
	v := r.address(r.expression())
	if q.text == "" && !strings.Contains(v, "://") && !strings.HasPrefix(v, "/") {
		if text := r.standing(at, r.at); text != "" {
			v = text
		}
	}
	if method, path, ok := strings.Cut(v, " "); ok && programs.Method(method) == method { // as Octokit has it
		q.method, q.told, v = method, true, path
	}
	if method := programs.Method(v); method != "" && !q.told {
		q.method, q.told = method, true
	} else if q.text == "" && t.kind != '(' && v != "${method}" && (q.on == "" || strings.Contains(v, "://")) {
		q.text = v
	}
}

// constant returns the method that the next name stands for, such as http.MethodDelete, :delete or
// CURLOPT_POST; "" for none.
func (r *reader) constant() string {
	t := r.list[min(r.at, len(r.list)-1)]
	if next := r.next(1); r.at >= len(r.list) || t.kind != 'n' || next == '(' || next == '.' {
		return ""
	}
	if text, ok := strings.CutPrefix(t.text, "CURLOPT_"); ok {
		return programs.Method(text)
	}
	return programs.Method(strings.TrimPrefix(t.text[strings.LastIndexByte(t.text, '.')+1:], "Method"))
}

// takes adopts the options of an object made earlier.
func (q *request) takes(o request) {
	if o.told {
		q.method, q.told = o.method, true
	}
	for _, set := range [...][2]*string{{&q.base, &o.base}, {&q.path, &o.path}, {&q.text, &o.text}} {
		if *set[1] != "" {
			*set[0] = *set[1]
		}
	}
	q.data = q.data || o.data
}

// literal reads an object assigned to a name, for what it says of requests.
func (r *reader) literal(name string) {
	var o request
	r.at++
	o.parts(r, 0)
	r.at++
	if !o.told && o.base == "" && o.path == "" {
		o.text = ""
	}
	if o != (request{}) {
		if r.objects == nil {
			r.objects = map[string]request{}
		}
		r.objects[name] = o
	}
}
