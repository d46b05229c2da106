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
	if out, ok := t.option("out"); ok {
		t.file("create", out, false)
		return
	}
	folder, ok := t.option("dir")
	t.saved(operands, folder, ok, "index.html")
}

// fetch marks URLs, and what is sent to them.
func (t *toucher) fetch(operands []Word) {
	for _, w := range operands {
		t.host(w, false)
	}
	if t.Has("data", "data-binary", "data-raw", "data-urlencode", "json", "form", "form-string", "upload-file", "post-data", "post-file", "body-data", "body-file") {
		t.sends()
	}
	for _, f := range t.Flags {
		switch f.Name {
		case "form", "data-urlencode": // name=@file, name=<file, name@file
			t.attached(f)
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

// saved marks the files that what was fetched is saved to by their own names, in a
// folder if one is given. What has no name is called index, unless that is "".
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
	if len(operands) > 1 && strings.ToUpper(operands[0].Text) == operands[0].Text && !strings.ContainsAny(operands[0].Text, ":/.") {
		operands = operands[1:]
	}
	for i, w := range operands {
		if i == 0 {
			t.host(w, false)
			continue
		}
		if n := len(t.Hosts); n > 0 && !strings.Contains(w.Text, "==") {
			t.Hosts[n-1].Sends = true
		}
		if at := strings.IndexByte(w.Text, '@'); at > 0 {
			t.mark("read", w.With(w.Text[at+1:]), false)
		}
	}
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
