package programs

import "strings"

func curl(t *toucher, operands []Word) {
	t.fetch(operands)
	if t.Has("remote-name", "remote-name-all") {
		folder, ok := t.option("output-dir")
		t.saved(operands, folder, ok, "")
	}
}

func wget(t *toucher, operands []Word) {
	t.fetch(operands)
	folder, ok := t.option("directory-prefix")
	switch {
	case t.Has("output-document", "spider", "delete-after"):
	case t.Has("recursive", "mirror"):
		t.file("create", Word{Text: folder.Text + "./", Known: true}, true)
	default:
		t.saved(operands, folder, ok, "index.html")
	}
}

func axel(t *toucher, operands []Word) {
	t.fetch(operands)
	if !t.Has("output") {
		t.saved(operands, here, false, "index.html")
	}
}

func aria2(t *toucher, operands []Word) {
	t.fetch(operands)
	folder, ok := t.option("dir")
	if out, named := t.option("out"); named {
		if ok {
			out = Join([]Word{folder, out}, "/")
		}
		t.file("create", out, false)
		return
	}
	t.saved(operands, folder, ok, "index.html")
}

// fetch marks URLs, and what is sent to them.
func (t *toucher) fetch(operands []Word) {
	for _, w := range operands {
		t.host(w, false)
	}
	if t.Has("upload-file") {
		for _, w := range operands {
			if path, ok := uploaded(w.Text); ok {
				t.mark("write", w.With(path), false)
			}
		}
	}
	sends := t.Has("data", "data-binary", "data-raw", "data-urlencode", "json", "form", "form-string", "upload-file", "post-data", "post-file", "body-data", "body-file")
	if sends {
		t.sends()
	}
	t.asks(t.method(sends))
	for _, f := range t.Flags {
		switch f.Name {
		case "form", "data-urlencode": // name=@file, name=<file, name@file
			t.attached(f)
		}
	}
}

// uploaded returns the path on this machine that an upload goes to; ok is false for another machine.
func uploaded(url string) (path string, ok bool) {
	scheme, rest, _ := strings.Cut(url, "://")
	host, path, _ := strings.Cut(rest, "/")
	if (strings.EqualFold(scheme, "sftp") || strings.EqualFold(scheme, "scp")) && isHere(host) {
		return strings.Replace("/"+path, "/~/", "~/", 1), true
	}
	return FilePath(url)
}

// method returns the HTTP method that the flags say or imply; "" if it isn't known.
func (t *toucher) method(sends bool) string {
	for _, flag := range [...]string{"request", "method"} {
		if v, ok := t.option(flag); ok {
			if !v.Known {
				return ""
			}
			return strings.ToUpper(v.Text)
		}
	}
	switch {
	case t.Has("head", "spider"):
		return "HEAD"
	case t.Has("upload-file"):
		return "PUT"
	case sends && !t.Has("get"):
		return "POST"
	}
	return "GET"
}

// ghAPI marks the operand of gh api and glab api: a path, or a whole address.
func ghAPI(t *toucher, operands []Word) {
	for _, w := range operands[:min(1, len(operands))] {
		host, ok := t.option("hostname")
		switch {
		case strings.Contains(w.Text, "://"):
			t.host(w, false)
		case ok:
			t.host(Join([]Word{{Text: "https://", Known: true}, host, {Text: "/", Known: true}, w.With(strings.TrimPrefix(w.Text, "/"))}, ""), false)
		default:
			site := map[bool]string{true: "https://gitlab.com/", false: "https://api.github.com/"}[t.Base == "glab"]
			t.host(w.With(site+strings.TrimPrefix(w.Text, "/")), false)
		}
	}
	sends := t.Has("raw-field", "field", "input")
	if sends {
		t.sends()
	}
	t.asks(t.method(sends))
	for _, f := range t.Flags {
		if _, file, ok := strings.Cut(f.Value.Text, "=@"); ok && f.Name == "field" {
			t.mark("read", f.Value.With(file), false)
		}
	}
}

// attached marks the file in a value such as name=@file;type=text/plain.
func (t *toucher) attached(f Flag) {
	text := f.Value.Text
	i := strings.IndexAny(text, "@<")
	if i <= 0 || f.Name == "form" && text[i-1] != '=' || f.Name != "form" && strings.Contains(text[:i], "=") {
		return
	}
	file, _, _ := strings.Cut(text[i+1:], ";")
	t.mark("read", f.Value.With(file), false)
}

// saved marks the files in which fetched content is saved under its own names, in a folder if one
// is given. What has no name is saved as index, unless that is "".
func (t *toucher) saved(operands []Word, folder Word, given bool, index string) {
	for _, w := range operands {
		_, rest, url := strings.Cut(w.Text, "://")
		if !url {
			rest = w.Text
		}
		rest, _, _ = strings.Cut(rest, "?")
		_, path, _ := strings.Cut(rest, "/")
		file := base(path)
		if file == "" {
			if file = index; file == "" {
				continue
			}
		}
		if given {
			file = strings.TrimRight(folder.Text, "/") + "/" + file
		}
		t.file("create", Word{Text: file, Known: w.Known && (!given || folder.Known)}, false)
	}
}

// http marks the operands of httpie: method, URL, and items such as name@file.
func http(t *toucher, operands []Word) {
	if t.Has("offline") {
		return
	}
	method := ""
	if len(operands) > 1 && (Method(operands[0].Text) != "" || strings.ToUpper(operands[0].Text) == operands[0].Text && !strings.ContainsAny(operands[0].Text, ":/.")) {
		if method = "?"; operands[0].Known {
			method = strings.ToUpper(operands[0].Text)
		}
		operands = operands[1:]
	}
	data := t.Has("raw")
	for i, w := range operands {
		if i == 0 {
			if strings.HasPrefix(w.Text, ":") { // a port of this machine
				w.Text = "localhost" + w.Text
			}
			t.host(w, false)
			continue
		}
		if n := len(t.Hosts); n > 0 && !strings.Contains(w.Text, "==") {
			t.Hosts[n-1].Sends = true
		}
		if at := strings.IndexByte(w.Text, '@'); at > 0 {
			t.mark("read", w.With(w.Text[at+1:]), false)
		}
		if at := strings.IndexAny(w.Text, "=@:"); at > 0 { // no Header:value, name==value
			data = data || w.Text[at] != ':' && !strings.HasPrefix(w.Text[at:], "==") || strings.HasPrefix(w.Text[at:], ":=")
		}
	}
	switch {
	case method == "" && data:
		method = "POST"
	case method == "":
		method = "GET"
	}
	t.asks(strings.TrimPrefix(method, "?"))
}

// socat marks the addresses of socat: TCP:host:port, OPEN:file.
func socat(t *toucher, operands []Word) {
	for _, w := range operands {
		kind, rest, ok := strings.Cut(w.Text, ":")
		rest, _, _ = strings.Cut(rest, ",")
		switch kind = strings.ToUpper(kind); {
		case !ok && looksLikePath(w.Text), kind == "OPEN", kind == "FILE", kind == "GOPEN":
			if !ok {
				rest, _, _ = strings.Cut(w.Text, ",")
			}
			t.mark("read", w.With(rest), false)
			t.mark("write", w.With(rest), false)
		case kind == "CREATE", kind == "CREAT":
			t.mark("write", w.With(rest), false)
		case strings.Contains(kind, "LISTEN"), strings.HasPrefix(kind, "UNIX"), strings.HasSuffix(kind, "-L"):
		default:
			for _, network := range [...]string{"TCP", "UDP", "OPENSSL", "SSL", "SOCKS", "PROXY", "SCTP"} {
				if strings.HasPrefix(kind, network) {
					t.host(w.With(rest), true)
					break
				}
			}
		}
	}
}
