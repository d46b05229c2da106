package effects

import "strings"

// fetch marks what programs that fetch URLs do.
func (t *toucher) fetch(name string, operands []word) {
	if name == "http" {
		t.items(operands)
		return
	}
	for _, w := range operands {
		t.host(w, false)
	}
	if t.has("data", "data-binary", "data-raw", "data-urlencode", "json", "form", "form-string", "upload-file", "post-data", "post-file", "body-data", "body-file") {
		t.sends()
	}
	for _, g := range t.flags {
		switch g.name {
		case "form", "data-urlencode": // name=@file, name=<file, name@file
			t.attached(g)
		}
	}
	t.saved(name, operands)
}

// attached marks the file in a value such as name=@file;type=text/plain.
func (t *toucher) attached(g given) {
	i := strings.IndexAny(g.text.text, "@<")
	if i <= 0 || g.name == "form" && g.text.text[i-1] != '=' || g.name != "form" && strings.Contains(g.text.text[:i], "=") {
		return
	}
	file, _, _ := strings.Cut(g.text.text[i+1:], ";")
	t.mark('r', g.text.with(file), false)
}

// saved marks the files that what was fetched is saved to by their own names.
func (t *toucher) saved(name string, operands []word) {
	folder, ok := here, false
	switch name {
	case "curl":
		if !t.has("remote-name", "remote-name-all") {
			return
		}
		folder, ok = t.option("output-dir")
	case "wget":
		if t.has("output-document", "spider", "delete-after") {
			return
		}
		if t.has("recursive", "mirror") {
			folder, _ = t.option("directory-prefix")
			t.file("create", true, word{text: folder.text + "./", known: true}, true)
			return
		}
		folder, ok = t.option("directory-prefix")
	case "axel":
		if t.has("output") {
			return
		}
	default:
		folder, ok = t.option("dir")
		if out, is := t.option("out"); is {
			t.file("create", true, out, false)
			return
		}
	}
	for _, w := range operands {
		_, rest, url := strings.Cut(w.text, "://")
		if !url {
			rest = w.text
		}
		rest, _, _ = strings.Cut(rest, "?")
		_, path, _ := strings.Cut(rest, "/")
		file := base(path)
		if file == "" {
			if name == "curl" {
				continue
			}
			file = "index.html"
		}
		if ok {
			file = strings.TrimRight(folder.text, "/") + "/" + file
		}
		t.file("create", true, word{text: file, known: w.known && (!ok || folder.known)}, false)
	}
}

// items marks the operands of httpie: method, URL, and items such as name@file.
func (t *toucher) items(operands []word) {
	if len(operands) > 1 && strings.ToUpper(operands[0].text) == operands[0].text && !strings.ContainsAny(operands[0].text, ":/.") {
		operands = operands[1:]
	}
	for i, w := range operands {
		if i == 0 {
			t.host(w, false)
			continue
		}
		if n := len(t.hosts); n > 0 && !strings.Contains(w.text, "==") {
			t.hosts[n-1].Sends = true
		}
		if at := strings.IndexByte(w.text, '@'); at > 0 {
			t.mark('r', w.with(w.text[at+1:]), false)
		}
	}
}

// socat marks the addresses of socat: TCP:host:port, OPEN:file.
func (t *toucher) socat(operands []word) {
	for _, w := range operands {
		kind, rest, ok := strings.Cut(w.text, ":")
		rest, _, _ = strings.Cut(rest, ",")
		switch kind = strings.ToUpper(kind); {
		case !ok && looksLikePath(w.text), kind == "OPEN", kind == "FILE", kind == "GOPEN":
			if !ok {
				rest, _, _ = strings.Cut(w.text, ",")
			}
			t.mark('r', w.with(rest), false)
			t.mark('w', w.with(rest), false)
		case kind == "CREATE", kind == "CREAT":
			t.mark('w', w.with(rest), false)
		case strings.Contains(kind, "LISTEN"), strings.HasPrefix(kind, "UNIX"), strings.HasSuffix(kind, "-L"):
		case strings.HasPrefix(kind, "TCP"), strings.HasPrefix(kind, "UDP"), strings.HasPrefix(kind, "OPENSSL"), strings.HasPrefix(kind, "SSL"), strings.HasPrefix(kind, "SOCKS"), strings.HasPrefix(kind, "PROXY"), strings.HasPrefix(kind, "SCTP"):
			t.host(w.with(rest), true)
		}
	}
}
