package effects

import (
	"slices"
	"strings"
)

// carry marks what programs do that copy between machines: all operands but the last
// are copied to the last.
func (t *toucher) carry(name string, operands []word) {
	if name == "rsync" {
		t.deep = t.has("recursive", "archive")
	}
	if strings.HasPrefix(name, "rclone") {
		t.deep = true
	}
	switch {
	case len(operands) == 0:
		return
	case name == "rclone delete" || name == "rclone purge":
		if _, _, ok := remote(operands[0].text); !ok {
			t.mark('D', operands[0], true)
		}
		return
	case name == "sftp", len(operands) == 1:
		t.end(operands[0], false, false)
		return
	}
	dest := operands[len(operands)-1]
	there := t.isRemote(dest)
	moves := t.has("remove-source-files") || name == "rclone move"
	for _, w := range operands[:len(operands)-1] {
		t.end(w, false, there)
		if moves && !t.isRemote(w) {
			t.file("move", true, w, t.deep)
		}
	}
	deletes := name == "rclone sync" || t.has("delete", "delete-before", "delete-during", "delete-delay", "delete-after", "delete-excluded")
	switch {
	case there:
		t.end(dest, true, true)
	case t.has("dry-run"):
	default:
		t.into(operands, dest)
		if deletes {
			t.mark('D', dest, true)
		}
	}
}

// into marks what is written to a folder or file on this machine.
func (t *toucher) into(operands []word, dest word) {
	for _, w := range operands[:len(operands)-1] {
		name := base(w.text)
		if _, path, ok := remote(w.text); ok {
			name = base(path)
		}
		if strings.HasSuffix(w.text, "/") || name == "" || len(operands) == 2 && !t.at.isFolder(dest) {
			t.file("write", true, dest, t.deep)
			continue
		}
		t.file("write", true, word{text: strings.TrimRight(dest.text, "/") + "/" + name, known: dest.known && w.known}, t.deep)
	}
}

// isRemote reports whether a word names something on another machine.
func (t *toucher) isRemote(w word) bool {
	_, _, ok := remote(w.text)
	return ok || strings.Contains(w.text, "://")
}

// end marks one end of a copy: a host, or a local file that is read.
func (t *toucher) end(w word, written, sends bool) {
	switch {
	case t.isRemote(w) || t.program.name == "sftp":
		t.host(w, sends && written)
	case !written:
		t.file("read", false, w, t.deep)
	}
}

// container marks what containers get of this machine.
func (t *toucher) container(name string, operands []word) {
	if name != "docker run" && name != "docker compose run" {
		for i, w := range operands {
			if i > 1 || strings.Contains(w.text, ":") {
				continue
			}
			t.deep = true
			if i == 0 {
				t.mark('r', w, true)
			} else {
				t.mark('w', w, true)
			}
		}
		return
	}
	for _, g := range t.flags {
		if !g.valid {
			continue
		}
		switch g.name {
		case "volume":
			source, _, _ := strings.Cut(g.text.text, ":")
			if strings.HasPrefix(source, "${") { // ${NAME:-x} has colons of its own
				if end := strings.LastIndexByte(g.text.text, '}'); end > 0 {
					source = g.text.text[:end+1] + strings.SplitN(g.text.text[end+1:], ":", 2)[0]
				}
			}
			t.given(g, source)
		case "mount":
			for part := range strings.SplitSeq(g.text.text, ",") {
				if key, value, ok := strings.Cut(part, "="); ok && (key == "source" || key == "src") {
					t.given(g, value)
				}
			}
		}
	}
}

// given marks a folder that a container gets.
func (t *toucher) given(g given, source string) {
	if strings.ContainsAny(source, "/~$") || strings.HasPrefix(source, ".") {
		t.file("argument", false, g.text.with(source), true)
	}
}

// bucket marks what is copied to and from a cloud's store.
func (t *toucher) bucket(name string, operands []word) {
	i := slices.IndexFunc(operands[:min(len(operands), 3)], func(w word) bool {
		return slices.Contains([]string{"cp", "mv", "sync", "rsync", "put", "get", "upload"}, w.text)
	})
	if i < 0 || i+1 == len(operands) {
		return
	}
	verb, ends := operands[i].text, operands[i+1:]
	t.deep = t.has("recursive", "r", "R") || verb == "sync" || verb == "rsync"
	dest := ends[len(ends)-1]
	for _, w := range ends[:len(ends)-1] {
		if t.isRemote(w) {
			t.host(w, false)
			continue
		}
		t.file("read", false, w, t.deep)
		if verb == "mv" {
			t.file("move", true, w, t.deep)
		}
	}
	switch {
	case t.isRemote(dest):
		t.host(dest, len(ends) > 1)
	case len(ends) > 1:
		t.file("write", true, dest, t.deep)
		if t.has("delete") || name == "gsutil" && t.has("d") {
			t.file("delete", true, dest, true)
		}
	}
}
