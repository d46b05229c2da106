package programs

import (
	"slices"
	"strings"
)

// tar marks what tar does, with the flags it also takes from TAR_OPTIONS.
func tar(t *toucher, _ []Word) {
	t.tarOptions()
	creates := t.Has("create", "append", "update", "catenate")
	for _, f := range t.Flags {
		if f.Name == "file" && f.Valued {
			t.archived(f.Value, creates || t.Has("delete"))
		}
	}
	for _, f := range t.Flags {
		if f.Name == "directory" && f.Valued {
			t.site.Dir, _ = t.site.Absolute(f.Value)
		}
	}
	switch {
	case creates:
		for _, w := range t.Own() {
			t.mark("read", w, true)
			if t.Has("remove-files") {
				t.mark("delete", w, true)
			}
		}
	case t.Has("extract") && !t.Has("to-stdout", "to-command"):
		t.unpacked("one-top-level")
		if t.Has("absolute-names") {
			t.mark("write", Word{Text: "/", Known: true}, true)
		}
	case t.Has("diff"):
		for _, w := range t.Own() {
			t.mark("read", w, true)
		}
	}
}

// tarOptions adds the flags and operands of TAR_OPTIONS.
func (t *toucher) tarOptions() {
	options := strings.Fields(t.around.variable("TAR_OPTIONS").Text)
	if len(options) == 0 {
		return
	}
	words := []Word{{Text: "tar", Known: true}}
	for _, text := range options {
		words = append(words, Word{Text: text, Known: !strings.Contains(text, "$")})
	}
	more := Split(words)
	t.Flags = append(more.Flags, t.Flags...)
	t.Operands = append(slices.Clone(t.Operands), more.Operands...)
}

// variable returns a variable that the command is given, a text of nothing if it has
// none of that name.
func (s Surroundings) variable(name string) Word {
	if s.Env == nil {
		return Word{Known: true}
	}
	w, _ := s.Env(name)
	return w
}

// archived marks an archive, which may be on another machine.
func (t *toucher) archived(w Word, written bool) {
	if _, _, ok := remote(w.Text); ok && !t.Has("force-local") {
		t.host(w, written)
		return
	}
	at := t.site
	t.site = t.around.Site
	if written {
		t.mark("write", w, false)
	} else {
		t.mark("read", w, false)
	}
	t.site = at
}

// unpacked marks the folder that is unpacked to: the one that a flag names, or here.
func (t *toucher) unpacked(flag string) {
	dir, ok := t.option(flag)
	if !ok {
		dir = here
	}
	t.mark("write", dir, true)
}

func zip(t *toucher, operands []Word) {
	if len(operands) == 0 {
		return
	}
	t.mark("write", operands[0], false)
	for _, w := range operands[1:] {
		t.mark("read", w, t.Has("recurse-paths"))
		if t.Has("move") {
			t.mark("delete", w, t.Has("recurse-paths"))
		}
	}
}

func unzip(t *toucher, operands []Word) {
	if len(operands) == 0 {
		return
	}
	t.mark("read", operands[0], false)
	if !t.Has("l", "p", "t", "z", "v", "Z") {
		t.unpacked("d")
	}
}

// sevenZip marks what 7z does: a verb, the archive, and what goes in it.
func sevenZip(t *toucher, operands []Word) {
	if len(operands) < 2 {
		return
	}
	switch operands[0].Text {
	case "a", "u", "m":
		t.mark("write", operands[1], false)
		for _, w := range operands[2:] {
			t.mark("read", w, true)
			if t.Has("sdel") {
				t.mark("delete", w, true)
			}
		}
	case "x", "e":
		t.mark("read", operands[1], false)
		t.unpacked("o")
	default:
		t.mark("read", operands[1], false)
	}
}

// unrar marks what unrar does: a verb, the archive, files in it, and last the folder
// it is unpacked to.
func unrar(t *toucher, operands []Word) {
	if len(operands) < 2 {
		return
	}
	t.mark("read", operands[1], false)
	if verb := operands[0].Text; verb != "x" && verb != "e" {
		return
	}
	dir := here
	if len(operands) > 2 {
		dir = operands[len(operands)-1]
	}
	t.mark("write", dir, true)
}

func cpio(t *toucher, operands []Word) {
	if t.Has("extract") {
		t.mark("write", here, true)
	}
	if w, ok := t.option("file"); ok {
		t.archived(w, t.Has("create"))
	}
	if t.Has("pass-through") && len(operands) > 0 {
		t.mark("write", operands[0], true)
	}
}
