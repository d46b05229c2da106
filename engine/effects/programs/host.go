package programs

import "strings"

// host adds the host that a word names: a URL, host:path, or a bare name as curl
// and ssh take it.
func (t *toucher) host(w Word, sends bool) {
	scheme, rest, ok := strings.Cut(w.Text, "://")
	switch {
	case strings.HasPrefix(w.Text, "data:"), w.Text == "":
		return
	case ok && strings.EqualFold(scheme, "file"):
		_, path, _ := strings.Cut(rest, "/")
		t.mark("read", w.With("/"+path), false)
		return
	case !ok:
		if host, path, away := remote(w.Text); away && strings.TrimLeft(path, "0123456789") == path { // no port
			rest = host
		} else {
			rest, ok = w.Text, strings.Contains(w.Text, "/")
		}
	}
	h := Host{Name: hostName(rest, w.Known), Sends: sends, By: t.around.By}
	if ok || h.Name == "" {
		h.URL = w.Text
	}
	t.Hosts = append(t.Hosts, h)
}

// sends records that data goes to the hosts so far.
func (t *toucher) sends() {
	for i := range t.Hosts {
		t.Hosts[i].Sends = true
	}
}

// asks records which HTTP method is used with the hosts so far.
func (t *toucher) asks(method string) {
	for i := range t.Hosts {
		if h := &t.Hosts[i]; !strings.Contains(h.URL, "://") || strings.HasPrefix(strings.ToLower(h.URL), "http") || strings.HasPrefix(h.URL, "$") {
			h.Method = method
		}
	}
}

// methods are those of HTTP.
var methods = [...]string{"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PURGE", "QUERY"}

// Method returns the HTTP method that a word is, in either case; "" for none.
func Method(word string) string {
	for _, method := range methods {
		if strings.EqualFold(method, word) {
			return method
		}
	}
	return ""
}

// hostName returns the host in the part of a URL after ://, or in [user@]host[:port]; "" if it
// isn't known.
func hostName(text string, known bool) string {
	if i := strings.IndexAny(text, `/?#\`); i >= 0 {
		text = text[:i]
	}
	text = text[strings.LastIndexByte(text, '@')+1:]
	if !known && strings.Contains(text, "$") {
		return ""
	}
	if strings.HasPrefix(text, "[") {
		address, _, _ := strings.Cut(text[1:], "]")
		return strings.ToLower(address)
	}
	if name, _, one := strings.Cut(text, ":"); one && strings.Count(text, ":") == 1 {
		text = name
	}
	return strings.ToLower(strings.TrimSuffix(text, "."))
}

// remote splits [user@]host:path, as scp, rsync and git take it; ok is false for a local path or a
// URL.
func remote(text string) (host, path string, ok bool) {
	if strings.Contains(text, "://") {
		return "", "", false
	}
	from := 0
	if i := strings.IndexByte(text, '['); i >= 0 && (i == 0 || text[i-1] == '@') {
		if from = strings.IndexByte(text, ']'); from < 0 {
			return "", "", false
		}
	}
	colon := strings.IndexByte(text[from:], ':')
	if colon <= 0 || strings.Contains(text[:from+colon], "/") {
		return "", "", false
	}
	host, path = text[:from+colon], text[from+colon+1:]
	if len(host) == 1 && strings.HasPrefix(path, `\`) { // C:\
		return "", "", false
	}
	return host, path, true
}
