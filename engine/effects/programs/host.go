package programs

import (
	"slices"
	"strings"
)

// host adds the host that a word names: a URL, host:path, or a bare name as curl
// and ssh take it.
func (t *toucher) host(w Word, sends bool) {
	_, rest, ok := strings.Cut(w.Text, "://")
	switch path, local := FilePath(w.Text); {
	case strings.HasPrefix(w.Text, "data:"), w.Text == "":
		return
	case local:
		t.mark("read", w.With(path), false)
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

// FilePath returns the path that a file URL names: file:///a%20b, file://localhost/a, file:/a.
func FilePath(url string) (path string, ok bool) {
	scheme, rest, ok := strings.Cut(url, ":/")
	if !ok || !strings.EqualFold(scheme, "file") {
		return "", false
	}
	if after, authority := strings.CutPrefix(rest, "/"); authority {
		_, rest, _ = strings.Cut(after, "/")
	}
	return "/" + Unescape(percents.Replace(rest)), true
}

// percents writes the escapes of a URL as those of a text. Package net/url would bring bchook a
// dozen page faults.
var percents = strings.NewReplacer(`\`, `\\`, "%", `\x`)

// isHere reports whether a host is the machine itself, by the name or address of its loopback.
func isHere(host string) bool {
	host = strings.ToLower(strings.Trim(host[strings.LastIndexByte(host, '@')+1:], "[]"))
	return slices.Contains([]string{"localhost", "::1", "0:0:0:0:0:0:0:1", "0.0.0.0", "::"}, host) ||
		strings.HasPrefix(host, "127.") && strings.Trim(host, "0123456789.") == ""
}

// ported reports whether a port is named, behind which another machine may be: that of a container,
// or the other end of a tunnel.
func (c Call) ported() bool {
	for _, f := range c.Flags {
		if value := strings.ToLower(f.Value.Text); f.Name == "p" && f.Valued || f.Name == "P" && f.Valued || f.Name == "port" ||
			f.Name == "o" && strings.HasPrefix(value, "port") || f.Name == "rsh" && strings.Contains(value, "-p") {
			return true
		}
	}
	return false
}

// local returns operands with the paths, from the home folder, of those that name this machine as
// the host: localhost:a, scp://localhost/a.
func (c Call) local(operands []Word) []Word {
	if c.ported() {
		return operands
	}
	operands = slices.Clone(operands)
	for i, w := range operands {
		host, path, ok := remote(w.Text)
		if url, is := strings.CutPrefix(w.Text, "scp://"); is {
			host, path, ok = strings.Cut(url, "/")
			host = strings.TrimSuffix(host, ":22")
		}
		if ok && isHere(host) {
			if !strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "~") {
				path = "~/" + path
			}
			operands[i] = w.With(path)
		}
	}
	return operands
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
