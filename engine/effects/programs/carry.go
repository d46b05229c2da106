package programs

import (
	"slices"
	"strings"
)

// These programs copy between machines: all operands but the last are copied to the last.

func rsync(t *toucher, operands []Word) {
	t.deep = t.Has("recursive", "archive")
	t.carry(t.local(operands), t.Has("remove-source-files"),
		t.Has("delete", "delete-before", "delete-during", "delete-delay", "delete-after", "delete-excluded"))
}

func scp(t *toucher, operands []Word) { t.carry(t.local(operands), false, false) }

// rcloneCopy marks what rclone copy, move and sync touch.
func rcloneCopy(t *toucher, operands []Word) {
	verb := t.Operands[0].Text
	t.deep = true
	operands = slices.Clone(operands)
	for i, w := range operands[:max(len(operands)-1, 0)] { // what lies in a folder is copied, not the folder
		operands[i] = w.With(strings.TrimSuffix(w.Text, "/") + "/")
	}
	t.carry(operands, verb == "move", verb == "sync")
}

// rcloneDelete marks what rclone delete and purge touch.
func rcloneDelete(t *toucher, operands []Word) {
	if len(operands) == 0 {
		return
	}
	if _, _, ok := remote(operands[0].Text); !ok {
		t.mark("delete", operands[0], true)
	}
}

// carry marks both ends of a copy. moves says that the sources are deleted afterwards; deletes says
// that everything else in the destination is.
func (t *toucher) carry(operands []Word, moves, deletes bool) {
	switch len(operands) {
	case 0:
		return
	case 1:
		t.end(operands[0], false, false)
		return
	}
	dest := operands[len(operands)-1]
	there := isRemote(dest)
	for _, w := range operands[:len(operands)-1] {
		t.end(w, false, there)
		if moves && !isRemote(w) {
			t.file("move", w, t.deep)
		}
	}
	switch {
	case there:
		t.end(dest, true, true)
	case t.Has("dry-run"):
	default:
		t.into(operands, dest)
		if deletes {
			t.mark("delete", dest, true)
		}
	}
}

// into marks what is written to a folder or file of this machine.
func (t *toucher) into(operands []Word, dest Word) {
	for _, w := range operands[:len(operands)-1] {
		to := w
		if _, path, ok := remote(w.Text); ok {
			to = w.With(path)
		}
		folder := !strings.HasSuffix(w.Text, "/") && (len(operands) != 2 || t.site.isFolder(dest))
		at := inFolder(dest, folder, to)
		if t.Has("relative") {
			at = below(dest, to)
		}
		t.file("write", at, t.deep)
	}
}

// isRemote reports whether a word names something on another machine.
func isRemote(w Word) bool {
	_, _, ok := remote(w.Text)
	return ok || strings.Contains(w.Text, "://")
}

// end marks one end of a copy: a host, or a local file that is read.
func (t *toucher) end(w Word, written, sends bool) {
	switch {
	case isRemote(w):
		t.host(w, sends && written)
	case !written:
		t.file("read", w, t.deep)
	}
}

// containerCopy marks what is copied to or from a container; a path in a container has a colon.
func containerCopy(t *toucher, operands []Word) {
	for i, w := range operands {
		if i > 1 || strings.Contains(w.Text, ":") {
			continue
		}
		t.deep = true
		if i == 0 {
			t.mark("read", w, true)
		} else {
			t.mark("write", w, true)
		}
	}
}

// containerRun marks what a container sees of this machine.
func containerRun(t *toucher, _ []Word) {
	for _, m := range t.mounts(t.site) {
		if f := m.From; f.How == "mount" {
			if f.How, f.By = "argument", t.around.By; m.ReadOnly {
				f.How = "read"
			}
			t.Touched.Reads = append(t.Touched.Reads, f)
		}
	}
}

// containerRuns returns what a container runs, unless that is just the words after its image: its
// entrypoint, or the program that the image is named after, with these words.
func containerRuns(c Call, _ Surroundings) (list []Run, only bool) {
	own, words := c.Own(), c.Inner()
	if program, ok := c.option("entrypoint"); ok {
		return []Run{c.wraps(append([]Word{program}, words...))}, true
	}
	if len(own) == 0 || len(words) == 0 || !own[0].Known || find(base(words[0].Text)) != nil {
		return nil, false
	}
	name, _, _ := strings.Cut(base(own[0].Text), ":")
	if name = strings.TrimSuffix(name, "-cli"); find(name) == nil {
		return nil, false
	}
	return []Run{c.wraps(append([]Word{{Text: name, Known: true}}, words...))}, true
}

// bucket marks what is copied to or from a cloud's storage.
func bucket(t *toucher, operands []Word) {
	i := slices.IndexFunc(operands[:min(len(operands), 3)], func(w Word) bool {
		return slices.Contains([]string{"cp", "mv", "sync", "rsync", "put", "get", "upload"}, w.Text)
	})
	if i < 0 || i+1 == len(operands) {
		return
	}
	verb, ends := operands[i].Text, operands[i+1:]
	t.deep = t.Has("recursive", "r", "R") || verb == "sync" || verb == "rsync"
	dest := ends[len(ends)-1]
	for _, w := range ends[:len(ends)-1] {
		if isRemote(w) {
			t.host(w, false)
			continue
		}
		t.file("read", w, t.deep)
		if verb == "mv" {
			t.file("move", w, t.deep)
		}
	}
	switch {
	case isRemote(dest):
		t.host(dest, len(ends) > 1)
	case len(ends) > 1:
		t.file("write", dest, t.deep)
		if t.Has("delete") || verb == "rsync" && t.Has("d") {
			t.file("delete", dest, true)
		}
	}
}
