package effects

import (
	"slices"
	"strings"
)

// tar marks what tar does, with the flags it also takes from TAR_OPTIONS.
func (t *toucher) tar() {
	if options := strings.Fields(t.env["TAR_OPTIONS"]); len(options) > 0 {
		words := []word{{text: "tar", known: true}}
		for _, text := range options {
			words = append(words, word{text: text, known: !strings.Contains(text, "$")})
		}
		more := split(words)
		t.flags = append(more.flags, t.flags...)
		t.operands = append(slices.Clone(t.operands), more.operands...)
	}
	creates := t.has("create", "append", "update", "catenate")
	for _, g := range t.flags {
		if g.name == "file" && g.valid {
			t.archived(g.text, creates || t.has("delete"))
		}
	}
	for _, g := range t.flags {
		if g.name == "directory" && g.valid {
			t.at.dir, _ = t.at.absolute(g.text)
		}
	}
	switch {
	case creates:
		for _, w := range t.own() {
			t.mark('R', w, true)
			if t.has("remove-files") {
				t.mark('D', w, true)
			}
		}
	case t.has("extract") && !t.has("to-stdout", "to-command"):
		dir := here
		if one, ok := t.option("one-top-level"); ok {
			dir = one
		}
		t.mark('W', dir, true)
		if t.has("absolute-names") {
			t.mark('W', word{text: "/", known: true}, true)
		}
	case t.has("diff"):
		for _, w := range t.own() {
			t.mark('R', w, true)
		}
	}
}

// archived marks an archive, which may be on another machine.
func (t *toucher) archived(w word, written bool) {
	if _, _, ok := remote(w.text); ok && !t.has("force-local") {
		t.host(w, written)
		return
	}
	at := t.at
	t.at = t.from
	if written {
		t.mark('w', w, false)
	} else {
		t.mark('r', w, false)
	}
	t.at = at
}

// archive marks what the other programs for archives do.
func (t *toucher) archive(name string, operands []word) {
	dir := here
	switch name {
	case "zip":
		if len(operands) == 0 {
			return
		}
		t.mark('w', operands[0], false)
		for _, w := range operands[1:] {
			t.mark('r', w, t.has("recurse-paths"))
			if t.has("move") {
				t.mark('d', w, t.has("recurse-paths"))
			}
		}
	case "unzip":
		if len(operands) == 0 {
			return
		}
		t.mark('r', operands[0], false)
		if t.has("l", "p", "t", "z", "v", "Z") {
			return
		}
		if d, ok := t.option("d"); ok {
			dir = d
		}
		t.mark('W', dir, true)
	case "7z", "unrar":
		if len(operands) < 2 {
			return
		}
		switch operands[0].text {
		case "a", "u", "m":
			t.mark('w', operands[1], false)
			for _, w := range operands[2:] {
				t.mark('R', w, true)
				if t.has("sdel") {
					t.mark('D', w, true)
				}
			}
		case "x", "e":
			t.mark('r', operands[1], false)
			if d, ok := t.option("o"); ok {
				dir = d
			} else if name == "unrar" && len(operands) > 2 {
				dir = operands[len(operands)-1]
			}
			t.mark('W', dir, true)
		default:
			t.mark('r', operands[1], false)
		}
	case "jar":
		if t.has("create", "update") {
			for _, w := range operands {
				t.mark('R', w, true)
			}
		} else if t.has("extract") {
			t.mark('W', dir, true)
		}
	case "cpio":
		if t.has("extract") {
			t.mark('W', dir, true)
		}
		if w, ok := t.option("file"); ok {
			t.archived(w, t.has("create"))
		}
		if t.has("pass-through") && len(operands) > 0 {
			t.mark('W', operands[0], true)
		}
	}
}
